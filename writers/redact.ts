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
  /(?:(?:api|private|subscription)[-_]?key|access[-_]?key(?:[-_]?id)?|authorization|authentication|assertion|bearer|token|secret|passw(?:or)?d|passphrase|signature(?:-\d+)?|credentials?|cookie|sess(?:ion)?[-_]?id|saml[-_]?response)$|(?:^|[-_.:])(?:auth|csrf|hmac|jwt|otp|pwd|sid|sig|xsrf)$|^(?:x-)?session$|^x[-_](?:csrf|xsrf)|^x-auth/i;
/** Common words that name a secret only as a parameter or a header. */
const secretParameter = /^(?:code|key|pass)$/i;
/** As in `Prefer: code=503`. */
const isStatus = /^[1-5]\d\d$/;
/** A `code` in JSON and XML is often the name of an error. */
const words = /^[a-z]+(?:[-_. ][a-z]+)*$/i;
/** Headers that name a scheme before the secret (RFC 9110, section 11.4). */
const withScheme = /^(?:proxy-)?authorization$/i;

const webToken = /\beyJ[\w-]{8,}\.[\w-]*(?:\.[\w-]*)?/g;
const userInfo = /(?<=:(?:\/|\\\/){2})[^\s/?#"'<>\\]{1,300}@/g;
/** Of a query, a fragment, a form or a multipart form. */
const parameter = /(?<=^|[?#&;\s"'])([\w.%[\]-]{1,64})(=|"(?:\r?\n){2})([^&;\s"'<>#]+)/g;
const element = /(?<=<)([\w.:-]{1,64})((?:\s[^<>]{0,500})?>(?:<!\[CDATA\[)?)([^<>]+)/g;
const attribute = /(?<=\s)([\w.:-]{1,64})(\s{0,9}=\s{0,9}["'])([^<>"']+)/g;
/** Up to the closing quote, or to the end of a truncated text. The other values are arrays of texts, and numbers. */
const member =
  /(?<=")([\w.-]{1,64})("\s{0,9}:\s{0,9})(?:"((?:[^"\\]|\\.)*)|(\[(?:"(?:[^"\\]|\\.)*"?|[^"[\]{}])+|-?\d[\d.eE+-]*))/g;
/** The same in JSON that is a string in JSON, perhaps repeatedly. */
const escapedMember = /(?<=\\")([\w.-]{1,64})(\\{1,7}"\s{0,9}:\s{0,9}\\{1,7}")([^"\\]*)/g;

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
    .filter((secret) => decode(secret).plain.trim() !== '')
    .map(toPattern);
  const whole = patterns.length === 0 ? undefined : new RegExp(patterns.join('|'), 'gi');
  const given = (text: string) => (whole === undefined ? text : replaceDecoded(text, whole));
  const hide = (secret: string) => {
    if (secret === '' || secret === redactedMark) return secret;
    if (!keepsStart) return redactedMark;
    return secret.length < 12 ? '…' : `${secret.slice(0, 4)}…`;
  };
  const hideField = (_: string, name: string, between: string, value: string) =>
    name + between + (isSecretField(name, value) ? hide(value) : value);
  const text = (original: string) => {
    if (original === '') return original;
    return given(original)
      .replace(webToken, hide)
      .replace(userInfo, (info) => `${hide(info.slice(0, -1))}@`)
      .replace(parameter, (all, name: string, between: string, value: string) => {
        const isSecret = decodeName(name)
          .split(/[[\]]+/)
          .some(isSecretParameter);
        return isSecret && !isStatus.test(value) ? name + between + hide(value) : all;
      })
      .replace(element, hideField)
      .replace(attribute, hideField)
      .replace(member, (all, name: string, between: string, value?: string, other = '') => {
        if (value !== undefined) return hideField(all, name, `${between}"`, value);
        const start = other.startsWith('[') ? '["' : '"';
        return secretName.test(name) ? `${name}${between}${start}${redactedMark}"` : all;
      })
      .replace(escapedMember, hideField);
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

function isSecretField(name: string, value: string): boolean {
  const isCode = /^code$/i.test(name) && !words.test(value) && !isStatus.test(value);
  return isCode || secretName.test(name);
}

/** Percent-encoding does not change a name (RFC 3986, section 2.3). */
function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/**
 * Escapes of JSON, programs, XML, URLs and shells, also nested, and characters that a reader does not see: `k\0e\0y\0` is
 * UTF-16.
 */
const escapes =
  /'\\+''|\\+(?:u\{0*([\da-f]{1,6})\}|u([\da-f]{4})|x([\da-f]{2})|0?([0-7]{3}))?|&(?:amp;)*(?:#x0*([\da-f]{1,6});?|#0*(\d{1,7});?|(lt|gt|quot|apos);)|&(?:amp;)+|%(?:25)*([0-7][\da-f])|[+\0\u00ad\u200b-\u200f\u2060\ufeff]/gi;
const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'" };

/** What an escape means. Removes backslashes that escape nothing. A space in a form is a plus. */
function toMeaning([all, brace, u, x, octal, entityHex, entity, name = '', percent]: string[]) {
  const hex = brace ?? u ?? x ?? entityHex ?? percent;
  const code = hex ? Number.parseInt(hex, 16) : octal ? Number.parseInt(octal, 8) : entity;
  if (code !== undefined) return Number(code) > 0x10ffff ? '' : String.fromCodePoint(Number(code));
  const [first = ''] = all ?? '';
  return named[name.toLowerCase()] ?? { "'": "'", '&': '&', '+': ' ' }[first] ?? '';
}

/** Decodes a text until nothing is escaped. `starts` has the place in the original of each character, and of the end. */
function decode(original: string): { plain: string; starts: readonly number[] } {
  let plain = original;
  let starts = Array.from({ length: plain.length + 1 }, (_, at) => at);
  for (let pass = 1; pass <= 5; pass += 1) {
    const parts: string[] = [];
    const next: number[] = [];
    let done = 0;
    for (const match of plain.matchAll(escapes)) {
      const meaning = toMeaning(match);
      parts.push(plain.slice(done, match.index), meaning);
      for (let at = done; at < match.index; at += 1) next.push(starts[at] ?? 0);
      for (let unit = 0; unit < meaning.length; unit += 1) next.push(starts[match.index] ?? 0);
      done = match.index + match[0].length;
    }
    if (done === 0) break;
    parts.push(plain.slice(done));
    for (let at = done; at <= plain.length; at += 1) next.push(starts[at] ?? 0);
    plain = parts.join('');
    starts = next;
  }
  return { plain, starts };
}

/** Replaces what matches in the decoded text, in the original. */
function replaceDecoded(original: string, pattern: RegExp): string {
  const { plain, starts } = decode(original);
  let [clean, done] = ['', 0];
  for (const { index, 0: found } of plain.matchAll(pattern)) {
    clean += original.slice(done, starts[index]) + redactedMark;
    done = starts[index + found.length] ?? original.length;
  }
  return clean + original.slice(done);
}

/**
 * A pattern for a secret in a decoded text: changed at an end, as one half, truncated, as bytes in hexadecimal or decimal,
 * or in base64 together with other text.
 */
function toPattern(secret: string): string {
  const { plain } = decode(secret);
  if (plain.length < 8) return limitShort(plain);
  const bytes = [...new TextEncoder().encode(secret)];
  const half = Math.floor(plain.length / 2);
  const halves = [plain.slice(0, half), plain.slice(half)].filter((part) => !isWord(part));
  const base64 = [0, 1, 2].map((before) => Array.from(encodeBase64(bytes, before), spellBase64));
  return [
    // A target may return a key whose first or last character was changed, or the part before or after one.
    `(?:${quote(plain.slice(0, 1))})?${quote(plain.slice(1, -1))}(?:${quote(plain.slice(-1))})?`,
    ...[quote(plain.slice(0, 6)), ...base64.map((letters) => letters.slice(0, 6).join(''))].map(
      (start) => `${start}[^\\s"'<>…]{0,2000}(?=…)`,
    ),
    ...halves.map((part) => asWord(quote(part))),
    bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('[\\s:,;_-]*(?:0x)?'),
    bytes.map((byte) => `0*${byte}`).join('[,\\s]+'),
    ...base64.map((letters) => `(?<![a-z\\d])[a-z\\d]*${letters.join('\\s*')}[a-z\\d=]*`),
  ].join('|');
}

/** Short secrets would damage a report: they count only as a separate word, or as a whole value. */
function limitShort(secret: string): string {
  const isMixed = /\d/.test(secret) && /\D/.test(secret);
  const isDistinct =
    secret.length >= 6 || (secret.length >= 3 && isMixed) || /^\d{4,}$/.test(secret);
  const isNotName = `(?!["']\\s*:)`;
  if (isDistinct && !isWord(secret)) return asWord(quote(secret)) + isNotName;
  return `(?<=^|["'=/>]|: ?|bearer |basic |token )${quote(secret)}(?=$|["'&/?<\\n])${isNotName}`;
}

function isWord(text: string): boolean {
  return /^(?:[a-z]{1,7}|[A-Z]?[a-z]{1,7})$/.test(text);
}

function asWord(pattern: string): string {
  return `(?<![a-z\\d])${pattern}(?![a-z\\d])`;
}

function quote(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** The base64 form after `before` other bytes, only the characters that depend only on the secret. */
function encodeBase64(bytes: readonly number[], before: number): string {
  const text = btoa(String.fromCharCode(...new Array<number>(before).fill(0), ...bytes));
  return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
}

/** Both alphabets of base64. A plus was decoded to a space. */
function spellBase64(letter: string): string {
  return letter === '+' ? '[ -]' : letter === '/' ? '[/_]' : letter;
}
