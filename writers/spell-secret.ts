/** Longer secrets are found by their parts, so that a pattern stays small. */
const partLength = 60;
/** A text that ends within a secret shows at least so many of its characters. */
const shortestStart = 6;
/** Characters that a reader does not see. `k\0e\0y\0` is UTF-16. */
const invisible = '[\\0\\u00ad\\u200b-\\u200f\\u2060\\ufeff]?';

/**
 * A pattern for a secret, however a program may write it: in any case, with the escapes of JSON, XML, URLs and shells (also
 * nested), as numbers, in hexadecimal, in base64 together with other text, changed at an end, or truncated.
 */
export function toSecretPattern(secret: string): RegExp {
  const characters = Array.from(secret);
  const parts: string[] = [];
  for (let at = 0; at < characters.length; at += partLength) {
    const part = characters.slice(at, at + partLength).join('');
    parts.push(at > 0 && part.length < 8 ? parts.pop() + part : part);
  }
  return new RegExp(parts.flatMap(listSpellings).join('|'), 'gi');
}

function listSpellings(secret: string): string[] {
  const spelled = Array.from(secret, spellCharacter);
  if (secret.length < 8) return [limitShort(secret, spelled.join(invisible))];
  const bytes = [...new TextEncoder().encode(secret)];
  const half = Math.floor(secret.length / 2);
  const halves = [secret.slice(0, half), secret.slice(half)].filter((part) => !isWord(part));
  const base64 = [0, 1, 2].map((before) => Array.from(encodeBase64(bytes, before), spellBase64));
  return [
    // A target may return a key whose first or last character was changed, or the part before or after one.
    `(?:${spelled[0]})?${spelled.slice(1, -1).join(invisible)}(?:${invisible}${spelled.at(-1)})?`,
    spellStart(spelled),
    ...halves.map((part) => asWord(Array.from(part, spellCharacter).join(invisible))),
    bytes.map(toHex).join('[\\s:,;_-]*(?:0x|\\\\x)?'),
    bytes.map((byte) => `0*${byte}`).join('[,\\s]+'),
    ...base64.map((letters) => `(?<![a-z\\d+])[a-z\\d+]*${letters.join('\\s*')}[a-z\\d+=]*`),
    ...base64.map(spellStart),
  ];
}

/** Short secrets would damage a report: they count only as a separate word, or as a whole value. */
function limitShort(secret: string, whole: string): string {
  const isMixed = /\d/.test(secret) && /\D/.test(secret);
  const isDistinct =
    secret.length >= 6 || (secret.length >= 3 && isMixed) || /^\d{4,}$/.test(secret);
  const isNotName = `(?!\\\\?["']\\s*:)`;
  if (isDistinct && !isWord(secret)) return asWord(whole) + isNotName;
  return `(?<=^|["'=/>]|: ?|bearer |basic |token )${whole}(?=$|["'\\\\&/?<\\n])${isNotName}`;
}

function isWord(text: string): boolean {
  return /^(?:[a-z]{1,7}|[A-Z]?[a-z]{1,7})$/.test(text);
}

function asWord(pattern: string): string {
  return `(?<![a-z\\d])${pattern}(?![a-z\\d])`;
}

/** Other spellings of single characters: entities of XML, a quote in a shell, and a space in a form. */
const others: Readonly<Record<string, string>> = {
  '&': '&(?:amp;)+',
  '<': '&(?:amp;)*lt;',
  '>': '&(?:amp;)*gt;',
  '"': '&(?:amp;)*quot;',
  "'": "&(?:amp;)*apos;|'\\\\''",
  ' ': '\\+',
};

function spellCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  const units = character.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'));
  const escaped = [
    character.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'),
    units.map((unit) => `u${unit}`).join('\\\\*'),
    `u\\{0*${hex}\\}`,
    ...(code < 0x100 ? [`x${toHex(code)}`, `0?${code.toString(8)}`] : []),
  ];
  const percents = Array.from(
    new TextEncoder().encode(character),
    (byte) => `%(?:25)*${toHex(byte)}`,
  );
  return `(?:${[
    // A long row of backslashes must not be read again from each of them.
    `(?:(?<!\\\\)\\\\+)?(?:${escaped.join('|')})`,
    percents.join(''),
    `&(?:amp;)*#(?:0*${code}|x0*${hex});?`,
    ...(Object.hasOwn(others, character) ? [others[character]] : []),
  ].join('|')})`;
}

/** The base64 form after `before` other bytes, only the characters that depend on the secret alone. */
function encodeBase64(bytes: readonly number[], before: number): string {
  const text = btoa(String.fromCharCode(...new Array<number>(before).fill(0), ...bytes));
  return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
}

function spellBase64(letter: string): string {
  if (letter === '+') return '(?:[+-]|%2b)';
  return letter === '/' ? '(?:[/_]|\\\\/|%2f)' : letter;
}

/** The beginning of a truncated secret. */
function spellStart(spelled: readonly string[]): string {
  const rest = spelled
    .slice(shortestStart, -1)
    .reduceRight((later, each) => `(?:${each}${later})?`, '');
  return `${spelled.slice(0, shortestStart).join('')}${rest}(?=…)`;
}

function toHex(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}
