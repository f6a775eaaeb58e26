/** Headers whose whole value is a secret. */
const secretHeaders = new Set(['cookie', 'set-cookie', 'x-api-key', 'x-auth-token']);
/** Headers that name a scheme before the secret (RFC 9110, section 11.4). */
const credentialHeaders = new Set(['authorization', 'proxy-authorization']);
/** Up to the closing quote, or to the end where the text was cut off. */
const secretFields = /("(?:apiKey|secret|password|token)"\s*:\s*")((?:[^"\\]|\\.)*)/gi;
const secretParameters = /((?:^|&)(?:api_?key|access_token|token|secret|password)=)([^&]*)/gi;

/** Leaves enough of a secret to tell it from others, and too little to use it. */
function shortenSecret(secret: string): string {
  return secret.length < 12 ? '…' : `${secret.slice(0, 4)}…`;
}

export function redactHeader(name: string, value: string): string {
  const known = name.toLowerCase();
  if (secretHeaders.has(known)) return shortenSecret(value);
  if (!credentialHeaders.has(known)) return value;
  const [, scheme = '', secret = ''] = /^(\S+\s+)?(.*)$/s.exec(value) ?? [];
  return scheme + shortenSecret(secret);
}

export function redactBody(text: string): string {
  return text.replace(secretFields, (_, start: string, secret: string) => {
    return start + shortenSecret(secret);
  });
}

export function redactQuery(query: string): string {
  return query.replace(secretParameters, (_, start: string, secret: string) => {
    return start + shortenSecret(secret);
  });
}
