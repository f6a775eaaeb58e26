import { toSecretPattern } from './spell-secret.ts';

/** Replaces secrets. */
export const redactedMark = '[redacted]';

export interface Redactor {
  /** Removes every secret from a text: a URL, a query, a form, JSON, or a sentence that quotes them. */
  text(text: string): string;
  /** Removes the secrets from the value of a header. */
  header(name: string, value: string): string;
  headers(headers: Readonly<Record<string, string>>): Record<string, string>;
  /** Removes only the given secrets, for texts that the program itself has composed. */
  given(text: string): string;
}

export interface RedactorOptions {
  /** Secrets to remove wherever they appear, in any encoding, even truncated. Default: none. */
  secrets?: readonly string[];
  /**
   * Keeps the first characters of other secrets: enough to distinguish them, too little to use them. Default: they are
   * replaced by a mark.
   */
  keepsStart?: boolean;
}

/** Names of secrets in any notation: `apiKey`, `x-api-key`, `access_token`, `X-Amz-Signature`. */
const secretName =
  /(?:api[-_]?key|access[-_]?key(?:[-_]?id)?|private[-_]?key|authorization|authentication|token|secret|passw(?:or)?d|passphrase|signature|credentials?|cookie|sess(?:ion)?[-_]?id)$|(?:^|[-_.])(?:auth|csrf|jwt|pwd|sid|sig|xsrf)$|^x[-_](?:csrf|xsrf)|^x-auth/i;
/** Common words that name a secret only as a parameter or a header. */
const secretParameter = /^(?:code|key|pass)$/i;
/** As in `Prefer: code=503`. */
const isStatus = /^[1-5]\d\d$/;
/** A `code` in JSON is often the name of an error. */
const words = /^[a-z]+(?:[-_. ][a-z]+)*$/i;
/** Headers that name a scheme before the secret (RFC 9110, section 11.4). */
const withScheme = /^(?:proxy-)?authorization$/i;

const webToken = /\beyJ[\w-]{8,}\.[\w-]*(?:\.[\w-]*)?/g;
const userInfo = /(?<=:(?:\/|\\\/){2})[^\s/?#"'<>\\]{1,300}@/g;
const parameter = /(?<=^|[?&;\s"'])([\w.%[\]-]{1,64})=([^&;\s"'<>#]+)/g;
/** Up to the closing quote, or to the end of a truncated text. */
const member = /"([\w.-]{1,64})"(\s{0,9}:\s{0,9})(?:"((?:[^"\\]|\\.)*)|(-?\d[\d.eE+-]*))/g;
/** The same in JSON that is a string in JSON, perhaps repeatedly. */
const escapedMember = /(\\{1,7}")([\w.-]{1,64})(\\{1,7}"\s{0,9}:\s{0,9}\\{1,7}")([^"\\]*)/g;

/**
 * Creates the functions that remove secrets from everything that the program writes.
 *
 * @example const redactor = createRedactor({ secrets: [apiKey] });
 */
export function createRedactor({
  secrets = [],
  keepsStart = false,
}: RedactorOptions = {}): Redactor {
  const patterns = [...new Set(secrets)]
    .filter((secret) => secret.trim() !== '')
    .map(toSecretPattern);
  const given = (text: string) =>
    patterns.reduce((clean, pattern) => clean.replace(pattern, redactedMark), text);
  const hide = (secret: string) => {
    if (secret === '' || secret.includes(redactedMark)) return secret;
    if (!keepsStart) return redactedMark;
    return secret.length < 12 ? '…' : `${secret.slice(0, 4)}…`;
  };
  const text = (whole: string) => {
    if (whole === '') return whole;
    return given(whole)
      .replace(webToken, hide)
      .replace(userInfo, (info) => `${hide(info.slice(0, -1))}@`)
      .replace(parameter, (all, name: string, value: string) =>
        isSecretParameter(decodeName(name)) && !isStatus.test(value)
          ? `${name}=${hide(value)}`
          : all,
      )
      .replace(member, (all, name: string, between: string, value?: string, number?: string) => {
        if (number !== undefined)
          return secretName.test(name) ? `"${name}"${between}"${redactedMark}"` : all;
        const isSecret =
          secretName.test(name) || (/^code$/i.test(name) && !words.test(value ?? ''));
        return isSecret ? `"${name}"${between}"${hide(value ?? '')}` : all;
      })
      .replace(escapedMember, (all, quote: string, name: string, between: string, value: string) =>
        secretName.test(name) ? quote + name + between + hide(value) : all,
      );
  };
  const header = (name: string, value: string) => {
    if (!isSecretParameter(name)) return text(value);
    const [, scheme = '', secret = ''] =
      (withScheme.test(name) ? /^(\S+\s+)?(.*)$/s : /^()(.*)$/s).exec(given(value)) ?? [];
    return scheme + hide(secret);
  };
  return {
    text,
    header,
    headers: (headers) =>
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [given(name), header(name, value)]),
      ),
    given,
  };
}

function isSecretParameter(name: string): boolean {
  return secretName.test(name) || secretParameter.test(name);
}

/** Percent-encoding does not change a name (RFC 3986, section 2.3). */
function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
