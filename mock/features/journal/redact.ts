/** The endings of names of secrets in any place: `apiKey`, `x-api-key`, `access_token`, `clientSecret`. */
const secretNames = '[\\w-]*(?:api[-_]?key|authorization|token|secret|password)';
/** A whole name, as in headers and parameters. */
const secretName = new RegExp(`^(?:${secretNames}|key|cookie|set-cookie)$`, 'i');
/** Up to the closing quote, or to the end of a truncated text. */
const secretFields = new RegExp(`("(?:${secretNames})"\\s*:\\s*")((?:[^"\\\\]|\\\\.)*)`, 'gi');
/** Headers that name a scheme before the secret (RFC 9110, section 11.4). */
const credentialHeaders = new Set(['authorization', 'proxy-authorization']);
/** The name and the value of each parameter, with either separator. */
const parameters = /(^|[&;])([^&;=]+)=([^&;]*)/g;

/** Keeps enough of a secret to distinguish it from others, but too little to use it. */
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

/** Percent-encoding does not change a name (RFC 3986, section 2.3). */
function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
