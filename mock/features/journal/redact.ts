/** How the name of a secret ends, wherever a client puts one: `apiKey`, `x-api-key`, `access_token`, `clientSecret`. */
const secretNames = '[\\w-]*(?:api[-_]?key|authorization|token|secret|password)';
/** A name alone, as headers and parameters have it. */
const secretName = new RegExp(`^(?:${secretNames}|key|cookie|set-cookie)$`, 'i');
/** Up to the closing quote, or to the end where the text was cut off. */
const secretFields = new RegExp(`("(?:${secretNames})"\\s*:\\s*")((?:[^"\\\\]|\\\\.)*)`, 'gi');
/** Headers that name a scheme before the secret (RFC 9110, section 11.4). */
const credentialHeaders = new Set(['authorization', 'proxy-authorization']);
/** The name and the value of each parameter, whichever separator stands between two. */
const parameters = /(^|[&;])([^&;=]+)=([^&;]*)/g;

/** Leaves enough of a secret to tell it from others, and too little to use it. */
function shortenSecret(secret: string): string {
  return secret.length < 12 ? '…' : `${secret.slice(0, 4)}…`;
}

export function redactHeader(name: string, value: string): string {
  if (!credentialHeaders.has(name.toLowerCase()))
    return secretName.test(name) ? shortenSecret(value) : value;
  const [, scheme = '', secret = ''] = /^(\S+\s+)?(.*)$/s.exec(value) ?? [];
  return scheme + shortenSecret(secret);
}

export function redactBody(text: string): string {
  return text.replace(secretFields, (_, start: string, secret: string) => {
    return start + shortenSecret(secret);
  });
}

export function redactQuery(query: string): string {
  if (query === '') return query;
  return query.replace(parameters, (parameter, start: string, name: string, value: string) =>
    secretName.test(decodeName(name)) ? `${start}${name}=${shortenSecret(value)}` : parameter,
  );
}

/** A name is the same name where it is percent-encoded (RFC 3986, section 2.3). */
function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
