import type { CreatedResource, Failure, Observation } from '../results.ts';
import {
  listReadings,
  toBase64View,
  toHexView,
  toLowerCase,
  toNumbersView,
  type View,
} from './text-views.ts';

/** Replaces secrets in reports. */
export const redactedMark = '[redacted]';

/** Removes every secret from a text, in any encoding that the target may use. */
export type Redact = (text: string) => string;

/**
 * How strictly a secret must match. Long secrets are removed anywhere. Short ones would damage the report: they are removed
 * only as a separate word, or as a whole value if they may be an ordinary word.
 */
type Strictness = 'anywhere' | 'word' | 'value';

interface Needle {
  text: string;
  strictness: Strictness;
}

type Range = readonly [start: number, end: number];

/**
 * Creates a function that removes secrets from reports. It finds them in any case, with JSON, HTML, URL and shell escapes
 * (also nested), as numbers, in hexadecimal, and in base64 together with other text.
 *
 * @param lesser matches values of the target to hide; the text between its two groups is removed
 * @example const redact = createRedactor([apiKey, ...Object.values(secretHeaders)]);
 */
export function createRedactor(secrets: readonly string[], lesser?: RegExp): Redact {
  const given = [...new Set(secrets.filter((secret) => secret.trim() !== ''))];
  const plain = given.flatMap(toPlainNeedles);
  const hex = given.flatMap(toHexNeedle);
  const base64 = given.flatMap(toBase64Needles);
  const short = plain.filter(({ strictness }) => strictness !== 'anywhere');
  const cache = new Map<string, string>();
  const shorten = (text: string) => (lesser === undefined ? text : text.replace(lesser, '$1…$2'));
  const redact = (text: string): string => {
    const ranges: Range[] = [];
    const raw: View = { text: toLowerCase(text) };
    for (const view of listReadings(raw)) {
      ranges.push(...find(view, plain));
      ranges.push(...find(toBase64View(view), base64).map((range) => widen(text, range)));
      ranges.push(...find(toHexView(view), hex));
    }
    ranges.push(...find(toNumbersView(raw), plain));
    if (short.length > 0) ranges.push(...findShortInBase64(text, short));
    return shorten(cutOut(text, ranges));
  };
  return (text) => {
    if (given.length === 0 || text === '') return shorten(text);
    const known = cache.get(text);
    if (known !== undefined) return known;
    const redacted = redact(text);
    if (cache.size > 500) cache.clear();
    cache.set(text, redacted);
    return redacted;
  };
}

export function redactFailure(failure: Failure, redact: Redact): Failure {
  const { message, expected, received, pointer, about } = failure;
  return {
    ...failure,
    message: redact(message),
    expected: redact(String(expected)),
    received: redact(String(received)),
    ...(pointer === undefined ? {} : { pointer: redact(pointer) }),
    ...(about === undefined ? {} : { about: { ...about, what: redact(about.what) } }),
  };
}

export function redactObservation(observation: Observation, redact: Redact): Observation {
  const { statement, assumption } = observation;
  const value = assumption?.value;
  return {
    ...observation,
    statement: redact(statement),
    ...(assumption === undefined || typeof value !== 'string'
      ? {}
      : { assumption: { ...assumption, value: redact(value) } }),
  };
}

export function redactResource(resource: CreatedResource, redact: Redact): CreatedResource {
  const { id, label, parent } = resource;
  return { ...resource, id: redact(id), label: redact(label), parent: redact(parent) };
}

/** The key itself, and forms that a target may echo from wrong keys derived from it. */
function toPlainNeedles(secret: string): Needle[] {
  const strictness = toStrictness(secret);
  const half = secret.slice(0, Math.max(1, Math.floor(secret.length / 2)));
  const needles: Needle[] = [{ text: secret, strictness }];
  for (const spelling of [toUrl(secret), toForm(secret)])
    if (spelling !== secret) needles.push({ text: spelling, strictness });
  for (const part of [secret.slice(0, -1), secret.slice(1)])
    if (toStrictness(part) === 'anywhere') needles.push({ text: part, strictness: 'anywhere' });
  for (const part of [half, secret.slice(half.length)])
    if (part.length >= 4) needles.push({ text: part, strictness: 'word' });
  // Half of a key may be an ordinary word. It reveals nothing, and would be removed from every sentence.
  return needles
    .filter(({ text }, index) => index === 0 || !/^(?:[a-z]{1,7}|[A-Z]?[a-z]{1,7})$/.test(text))
    .map((needle) => ({ ...needle, text: toLowerCase(needle.text) }));
}

function toStrictness(secret: string): Strictness {
  if (secret.length >= 8) return 'anywhere';
  const isMixed = /\d/.test(secret) && /\D/.test(secret);
  if (secret.length >= 6 || (secret.length >= 3 && isMixed)) return 'word';
  return secret.length >= 4 && /^\d+$/.test(secret) ? 'word' : 'value';
}

/** Replaces lone surrogates, which are not valid in a URL. */
function toUrl(text: string): string {
  return encodeURIComponent(Buffer.from(text, 'utf8').toString('utf8'));
}

function toForm(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}

function toHexNeedle(secret: string): Needle[] {
  const text = Buffer.from(secret, 'utf8').toString('hex');
  return text.length < 8 ? [] : [{ text, strictness: text.length < 16 ? 'word' : 'anywhere' }];
}

/** The base64 forms of a secret after 0, 1 or 2 other bytes: only the characters that depend on the secret. */
function toBase64Needles(secret: string): Needle[] {
  const bytes = Buffer.from(secret, 'utf8');
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const core = text.slice(
      Math.ceil((before * 8) / 6),
      Math.floor(((before + bytes.length) * 8) / 6),
    );
    return core.length < 7 ? [] : [{ text: toLowerCase(core), strictness: 'anywhere' as const }];
  });
}

/** Finds the needles in a view, and returns their ranges in the original text. */
function find(view: View, needles: readonly Needle[]): Range[] {
  const { text, starts, ends } = view;
  const ranges: Range[] = [];
  const add = (from: number, to: number) =>
    ranges.push([starts?.[from] ?? from, ends?.[to - 1] ?? to]);
  for (const { text: needle, strictness } of needles) {
    for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + 1)) {
      const end = at + needle.length;
      if (strictness === 'anywhere' || isApart(text, at, end, strictness)) add(at, end);
    }
    if (strictness !== 'anywhere') continue;
    // A truncated text may end within a secret.
    for (let cut = text.indexOf('…'); cut !== -1; cut = text.indexOf('…', cut + 1)) {
      let size = Math.min(needle.length - 1, cut);
      while (size >= 6 && !text.startsWith(needle.slice(0, size), cut - size)) size -= 1;
      if (size >= 6) add(cut - size, cut);
    }
  }
  return ranges;
}

function isApart(text: string, start: number, end: number, strictness: Strictness): boolean {
  const before = text.slice(Math.max(0, start - 8), start);
  const behind = text.slice(end, end + 4);
  // The value is the name of a member of a JSON object.
  if (/["']$/.test(before) && /^\\?["']\s*:/.test(behind)) return false;
  if (strictness === 'word') return !/[a-z\d]$/.test(before) && !/^[a-z\d]/.test(behind);
  return (
    /(?:^|["'=/>]|: ?|bearer |basic |token )$/.test(before) && /^(?:$|["'\\&/?<\n])/.test(behind)
  );
}

/** Decodes base64 to find short secrets. Their encoded form is too short to be distinguished from other text. */
function findShortInBase64(text: string, needles: readonly Needle[]): Range[] {
  return [...text.matchAll(/[A-Za-z\d+/_-]{4,}={0,2}/g)].flatMap(({ 0: word, index }) => {
    const decoded = toLowerCase(Buffer.from(word, 'base64').toString('latin1'));
    const isFound =
      /^[\x20-\x7e]+$/.test(decoded) &&
      needles.some(({ text: needle }) => decoded.split(/[: ]/).includes(needle));
    const range: Range = [index, index + word.length];
    return isFound ? [range] : [];
  });
}

/** Extends a match to the adjacent letters and digits, which belong to the same base64 text. */
function widen(text: string, [start, end]: Range): Range {
  let from = start;
  let to = end;
  while (from > 0 && /[A-Za-z\d+]/.test(text[from - 1] ?? '')) from -= 1;
  while (to < text.length && /[A-Za-z\d+=]/.test(text[to] ?? '')) to += 1;
  return [from, to];
}

function cutOut(text: string, ranges: readonly Range[]): string {
  let written = '';
  let done = 0;
  for (const [start, end] of ranges.toSorted((one, other) => one[0] - other[0])) {
    if (end <= done) continue;
    if (start > done || done === 0) written += text.slice(done, start) + redactedMark;
    done = end;
  }
  return written + text.slice(done);
}
