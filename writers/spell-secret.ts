/** Longer secrets are found by their parts, so that a pattern stays small. */
const partLength = 60;
/** A text that ends within a secret shows at least so many of its characters. */
const shortestStart = 6;

/**
 * Creates a function that replaces a secret, however a program may write it: in any case, with the escapes of JSON, HTML,
 * XML, URLs and shells (also nested), as numbers, in hexadecimal, in base64 together with other text, and truncated.
 */
export function createReplacer(
  secret: string,
  mark: string,
): (text: string, trace: Trace) => string {
  const parts = splitParts(Array.from(secret));
  const probes = parts.map(toProbes);
  let pattern: RegExp | undefined;
  return (text, trace) => {
    // Most texts contain no secret, and the pattern is large.
    if (!probes.some((probe) => isIn(probe, trace))) return text;
    pattern ??= new RegExp(parts.flatMap(listSpellings).join('|'), 'gi');
    return text.replace(pattern, mark);
  };
}

/** What a text may contain: its decoded characters, and the same for its base64, hexadecimal and numbers. */
interface Trace {
  characters: string;
  base64: string;
  hex: string;
  numbers: string;
}

const escapes =
  /(?<!\\)\\+(?:u\{0*([\da-f]{1,5})\}|u([\da-f]{4})|x([\da-f]{2})|([0-3][0-7]{2}))|%([\da-f]{2})|&#x0{0,6}([\da-f]{1,5});?|&#0{0,6}(\d{1,6});?|&(\w{2,7});/g;

/** Decodes a text once for all secrets. */
export function toTrace(text: string): Trace {
  const lower = text.toLowerCase();
  const decoded = [lower];
  for (let at = 0; at < 3 && /[\\%&]/.test(decoded[at] ?? ''); at += 1)
    decoded.push((decoded[at] ?? '').replace(escapes, decodeEscape));
  const characters = decoded.join('\n').replaceAll(/[\\\0\u00ad\u200b-\u200f\u2060\ufeff]/g, '');
  const numbers = lower.match(/\d{2,3}/g) ?? [];
  return {
    characters,
    base64: characters.replaceAll('-', '+').replaceAll('_', '/').replaceAll(/\s/g, ''),
    hex: characters.replaceAll(/0?x|[^\da-f]/g, ''),
    numbers: String.fromCharCode(...numbers.slice(0, 50_000).map(Number)).toLowerCase(),
  };
}

function decodeEscape(written: string, ...groups: (string | undefined)[]): string {
  const [point, unit, byte, octal, percent, reference, decimal, name] = groups;
  const hex = point ?? unit ?? byte ?? percent ?? reference;
  if (hex !== undefined) return toCharacter(Number.parseInt(hex, 16));
  if (octal !== undefined) return toCharacter(Number.parseInt(octal, 8));
  if (decimal !== undefined) return toCharacter(Number(decimal));
  const entity = Object.entries(entities).find(([, known]) => known === name);
  return entity?.[0] ?? written;
}

function toCharacter(code: number): string {
  return code > 0x10ffff ? '' : String.fromCodePoint(code).toLowerCase();
}

/** Short parts of a secret, of which every spelling of it contains one. */
interface Probes extends Record<'characters' | 'base64' | 'hex', string[]> {}

function toProbes(secret: string): Probes | undefined {
  // Escapes of other characters depend on their encoding.
  if (/[^\x20-\x7e]/.test(secret)) return undefined;
  const plain = secret.toLowerCase().replaceAll('\\', '');
  if (secret.length < 8) return { characters: [plain], base64: [], hex: [] };
  const half = Math.floor(plain.length / 2);
  const bytes = [...new TextEncoder().encode(secret)];
  return {
    characters: [plain.slice(1, 4), plain.slice(half, half + 4)],
    base64: [0, 1, 2].map((before) => encodeBase64(bytes, before).slice(0, 6).toLowerCase()),
    hex: [bytes.slice(0, 4).map(toHex).join('')],
  };
}

function isIn(probes: Probes | undefined, trace: Trace): boolean {
  if (probes === undefined) return true;
  const has = (text: string, some: readonly string[]) => some.some((one) => text.includes(one));
  return (
    has(trace.characters, probes.characters) ||
    has(trace.base64, probes.base64) ||
    has(trace.hex, probes.hex) ||
    has(trace.numbers, probes.characters)
  );
}

function splitParts(characters: readonly string[]): string[] {
  const parts: string[] = [];
  for (let at = 0; at < characters.length; at += partLength) {
    const part = characters.slice(at, at + partLength).join('');
    const isRest = at > 0 && part.length < 8;
    parts.push(isRest ? parts.pop() + part : part);
  }
  return parts;
}

function listSpellings(secret: string): string[] {
  const spelled = Array.from(secret, spellCharacter);
  const whole = spelled.join(invisible);
  const bytes = [...new TextEncoder().encode(secret)];
  const hex = bytes.map(toHex).join('[\\s:,;_-]*(?:0x|\\\\x)?');
  if (secret.length < 8) return [limitShort(secret, whole)];
  const half = Math.floor(secret.length / 2);
  const base64 = [0, 1, 2].map((before) => spellBase64(bytes, before));
  return [
    // A target may return a key whose first or last character was changed, or the part before or after one.
    `(?:${spelled[0]})?${spelled.slice(1, -1).join(invisible)}(?:${invisible}${spelled.at(-1)})?`,
    spellStart(spelled),
    ...[secret.slice(0, half), secret.slice(half)]
      .filter((part) => part.length >= 4 && !isWord(part))
      .map((part) => asWord(Array.from(part, spellCharacter).join(invisible))),
    hex,
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

/** `k\0e\0y\0` is UTF-16. */
const invisible = '[\\0\\u00ad\\u200b-\\u200f\\u2060\\ufeff]?';

const entities: Readonly<Record<string, string>> = {
  '&': 'amp',
  "'": 'apos',
  '*': 'ast',
  '\\': 'bsol',
  ':': 'colon',
  ',': 'comma',
  '@': 'commat',
  $: 'dollar',
  '=': 'equals',
  '!': 'excl',
  '>': 'gt',
  '-': 'hyphen',
  _: 'lowbar',
  '<': 'lt',
  '#': 'num',
  '%': 'percnt',
  '.': 'period',
  '+': 'plus',
  '"': 'quot',
  ';': 'semi',
  '/': 'sol',
};

function spellCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const units = Array.from(character.split(''), (unit) => unit.charCodeAt(0));
  const percent = [...new TextEncoder().encode(character)].map((byte) => `%(?:25)*${toHex(byte)}`);
  const escapes = [
    escapePattern(character),
    units.map((unit) => `u${unit.toString(16).padStart(4, '0')}`).join('\\\\*'),
    `u\\{0*${code.toString(16)}\\}`,
    ...(code < 0x100 ? [`x${toHex(code)}`, `0?${code.toString(8)}`] : []),
  ];
  const references = [`#0*${code};?`, `#x0*${code.toString(16)};?`];
  if (entities[character] !== undefined) references.push(`${entities[character]};`);
  return `(?:${[
    // A long row of backslashes must not be read again from each of them.
    `(?:(?<!\\\\)\\\\+)?(?:${escapes.join('|')})`,
    percent.join(''),
    `&(?:amp;)*(?:${references.join('|')})`,
    ...(character === "'" ? ["'\\\\''"] : []),
    ...(character === ' ' ? ['\\+'] : []),
  ].join('|')})`;
}

/** The base64 form after `before` other bytes, only the characters that depend on the secret alone. */
function encodeBase64(bytes: readonly number[], before: number): string {
  const text = btoa(String.fromCharCode(...new Array<number>(before).fill(0), ...bytes));
  return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
}

function spellBase64(bytes: readonly number[], before: number): string[] {
  return Array.from(encodeBase64(bytes, before), (letter) => {
    if (letter === '+') return '(?:[+-]|%2b)';
    return letter === '/' ? '(?:[/_]|\\\\/|%2f)' : letter;
  });
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

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
