import fc from 'fast-check';

/** The codes of the characters of a text. */
export const codesOf = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));
const hexOf = (code: number, length = 2) => code.toString(16).padStart(length, '0');

const xmlEntities: Record<string, string> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' },
};

/** Writes each character by its code. */
const perCode =
  (write: (code: number) => string, between = '') =>
  (text: string): string =>
    codesOf(text).map(write).join(between);

const escaped = perCode((code) => `\\u${hexOf(code, 4)}`);
const percents = perCode((code) => `%${hexOf(code)}`);

/** Encodings in which a target may return a key. */
export const encodings: Record<string, (key: string) => string> = {
  plain: (text) => text,
  capitals: (text) => text.toUpperCase(),
  'small letters': (text) => text.toLowerCase(),
  'JSON string': (text) => JSON.stringify(text),
  'JSON string in a JSON string': (text) => JSON.stringify(JSON.stringify(text)),
  '\\u escapes': escaped,
  '\\U escapes in capitals': perCode((code) => `\\u${hexOf(code, 4).toUpperCase()}`),
  '\\u escapes in a JSON string': (text) => JSON.stringify(escaped(text)),
  '\\x escapes': perCode((code) => `\\x${hexOf(code)}`),
  'every second character escaped': (text) =>
    Array.from(text, (letter, at) =>
      at % 2 === 0 && letter !== '\\' ? letter : escaped(letter),
    ).join(''),
  'decimal entities': perCode((code) => `&#${code};`),
  'hexadecimal entities': perCode((code) => `&#x${hexOf(code)};`),
  'XML entities': (text) => text.replace(/[&<>"']/g, (mark) => xmlEntities[mark] ?? mark),
  'percent-encoding where needed': (text) => encodeURIComponent(text),
  'percent-encoding of a form': (text) => new URLSearchParams({ key: text }).toString(),
  'percent-encoding of all': percents,
  'percent-encoding twice': (text) => encodeURIComponent(percents(text)),
  hex: (text) => Buffer.from(text).toString('hex'),
  'hex in capitals': (text) => Buffer.from(text).toString('hex').toUpperCase(),
  'hex with colons': perCode((code) => hexOf(code), ':'),
  'hex with blanks': perCode((code) => `0x${hexOf(code)}`, ', '),
  'a list of bytes': (text) => JSON.stringify([...Buffer.from(text)]),
  'UTF-16': (text) => Array.from(text, (letter) => `${letter}\0`).join(''),
  base64: (text) => Buffer.from(text).toString('base64'),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  'base64 in a URL': (text) => encodeURIComponent(Buffer.from(text).toString('base64')),
};

/** Base64 of the key between other text. */
const basic = fc.tuple(fc.string({ maxLength: 7 }), fc.string({ maxLength: 7 }), fc.boolean()).map(
  ([before, behind, isForUrl]) =>
    (text: string) =>
      Buffer.from(before + text + behind).toString(isForUrl ? 'base64url' : 'base64'),
);

export const anyEncoding = fc.oneof(fc.constantFrom(...Object.values(encodings)), basic);

/** Any key that is valid in a header and too long to be an ordinary word. */
export const anyKey = fc
  .string({
    unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
    minLength: 12,
    maxLength: 60,
  })
  .filter((text) => new Set(text.toLowerCase()).size > 5 && /[a-z]/i.test(text));

/** Whether a text contains a key, plain or encoded. */
export function isTold(text: string, secret: string, encode: (key: string) => string): boolean {
  const written = text.toLowerCase();
  const core = encode(secret).toLowerCase();
  return written.includes(secret.toLowerCase()) || (core.length > 11 && written.includes(core));
}
