import { decodeText, replaceInView, toView, type View } from './decode-text.ts';

/** A part of a text, from an offset to another. */
export interface Range {
  start: number;
  end: number;
}

/**
 * Creates a function that finds secrets in a text: in any encoding, changed at an end, as one half, or truncated. Each form of
 * a text is searched once, by a pattern without repetitions that overlap, so the time is in proportion to the text.
 */
export function createSecretFinder(secrets: readonly string[]): (text: string) => Range[] {
  const searches = listSearches(secrets.filter((secret) => toPlain(secret).trim() !== ''));
  return (text) => {
    if (searches.length === 0) return [];
    const decoded = decodeText(text);
    const plain = toView(decoded.text);
    const ranges = searches.flatMap((search) => findRanges(plain, search));
    return mergeRanges(ranges).map(({ start, end }) => ({
      start: decoded.starts[start] ?? 0,
      end: decoded.ends[end - 1] ?? text.length,
    }));
  };
}

/** A form of decoded texts, and a pattern for the secrets in that form. */
interface Search {
  toForm: (plain: View) => View;
  pattern: RegExp;
  /** The characters around a match that belong to it. Default: none. */
  around?: RegExp;
}

function listSearches(secrets: readonly string[]): Search[] {
  const encoded = secrets
    .filter((secret) => toPlain(secret).length >= shortest)
    .map((secret) => new TextEncoder().encode(secret));
  const searches = [
    { toForm: toSpaces, pattern: toPattern(secrets.map(toPlainPattern)) },
    { toForm: toHex, pattern: toPattern(encoded.map(toHexPattern)) },
    { toForm: toDecimals, pattern: toPattern(encoded.map(toDecimalPattern)) },
    { toForm: toBase64, pattern: toPattern(encoded.flatMap(listBase64Patterns)), around: base64 },
  ];
  return searches.filter(({ pattern }) => pattern.source !== toPattern([]).source);
}

function toPattern(alternatives: readonly string[]): RegExp {
  return new RegExp([...new Set(alternatives)].join('|'), 'gi');
}

/** A plus in a form is a space. */
function toSpaces(view: View): View {
  return replaceInView(view, /\+/g, () => ' ');
}

/** Digits without separators and prefixes. */
function toHex(view: View): View {
  return replaceInView(view, /[\s:,;_-]+|0x/gi, () => '');
}

/** A comma between numbers, and no zeros before them. */
function toDecimals(view: View): View {
  const separated = replaceInView(view, /[,\s]+/g, () => ',');
  return replaceInView(separated, /(?<!\d)0+(?=\d)/g, () => '');
}

/** One alphabet of base64, without white space. A plus may have become a space, so it is left out. */
function toBase64(view: View): View {
  return replaceInView(view, /[\s+-]+|_/g, ([text]) => (text === '_' ? '/' : ''));
}

/** The alphabets of base64. */
const base64 = /[\w+/=-]/;

/** The ranges of matches in a decoded text, in their order. */
function findRanges(plain: View, { toForm, pattern, around }: Search): Range[] {
  const { text, starts, ends } = toForm(plain);
  const ranges: Range[] = [];
  for (const { index, 0: match } of text.matchAll(pattern)) {
    const start = starts[index] ?? 0;
    const end = ends[index + match.length - 1] ?? start;
    const last = ranges.at(-1)?.end ?? 0;
    // A match within an earlier range is not extended again, which would take quadratic time.
    if (end <= last) continue;
    const range = { start, end };
    ranges.push(around === undefined ? range : extend(plain.text, range, last, around));
  }
  return ranges;
}

/** Extends a range by the characters around it that belong to it, but not into an earlier range. */
function extend(text: string, range: Range, earliest: number, around: RegExp): Range {
  let { start, end } = range;
  while (start > earliest && around.test(text.charAt(start - 1))) start -= 1;
  while (end < text.length && around.test(text.charAt(end))) end += 1;
  return { start, end };
}

function mergeRanges(ranges: readonly Range[]): Range[] {
  const merged: Range[] = [];
  for (const { start, end } of ranges.toSorted((first, second) => first.start - second.start)) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

function toPlain(secret: string): string {
  return toSpaces(decodeText(secret)).text;
}

/** Shorter secrets are found only as a whole, and not in other encodings. */
const shortest = 8;

/** Of a longer secret, the start is searched, and what follows belongs to it: patterns cannot be of any length. */
const longest = 1000;

/** How many of its first characters identify a secret that was cut off. */
const identifying = 6;

/** The rest of a secret before the mark of a cut. */
const untilCut = `[^\\s"'<>…]{0,2000}(?=…)`;

/** A pattern for a secret in a decoded text. */
function toPlainPattern(secret: string): string {
  const plain = toPlain(secret);
  if (plain.length < shortest) return limitShort(plain);
  const cut = quote(plain.slice(0, identifying)) + untilCut;
  if (plain.length > longest) return `${quote(plain.slice(0, longest))}[^\\s"'<>]*|${cut}`;
  const middle = Math.floor(plain.length / 2);
  const halves = [plain.slice(0, middle), plain.slice(middle)].filter((half) => !isWord(half));
  const core = quote(plain.slice(1, -1));
  return [
    // A target may return a key whose first or last character was changed, or the part before or after one.
    `(?:${quote(plain.slice(0, 1))})?${core}(?:${quote(plain.slice(-1))})?`,
    cut,
    ...halves.map((half) => asWord(quote(half))),
  ].join('|');
}

function toHexPattern(bytes: Uint8Array): string {
  const digits = Array.from(bytes.subarray(0, longest), toHexDigits).join('');
  return bytes.length > longest ? `${digits}[\\da-f]*` : digits;
}

function toHexDigits(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}

function toDecimalPattern(bytes: Uint8Array): string {
  const numbers = bytes.subarray(0, longest).join(',');
  const tail = bytes.length > longest ? '(?:,\\d+)*' : '';
  return `(?<!\\d)${numbers}${tail}(?!\\d)`;
}

/** Patterns for a secret together with other text in base64, and for one that was cut off. */
function listBase64Patterns(bytes: Uint8Array): string[] {
  const start = [...bytes.subarray(0, longest)];
  // The letters depend on how many bytes are before the secret in a group of three.
  return [0, 1, 2].flatMap((before) => {
    const letters = encodeBase64(start, before).replaceAll('+', '');
    return [letters, letters.slice(0, identifying) + untilCut];
  });
}

/** The base64 form after `before` other bytes, only the characters that depend only on the secret. */
function encodeBase64(bytes: readonly number[], before: number): string {
  const text = btoa(String.fromCharCode(...new Array<number>(before).fill(0), ...bytes));
  return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
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
