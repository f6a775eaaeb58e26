import type { CreatedResource, Failure, Observation } from '../results.ts';

/** What a report shows in place of a secret. */
export const redactedMark = '[redacted]';

/** Removes every secret from a text, however the target has written it. */
export type Redact = (text: string) => string;

/**
 * How freely a secret is searched for. A long one is removed wherever it occurs. A short one would shred the report: it is
 * removed where it stands as a word of its own, or, where it may well be an ordinary word, as a whole value.
 */
type Strictness = 'anywhere' | 'word' | 'value';

interface Needle {
  text: string;
  strictness: Strictness;
}

/** A reading of a text, in lower case: each character knows the range of the original text that it was read from. */
interface View {
  text: string;
  /** Undefined where every character stands for itself. */
  starts?: Int32Array;
  ends?: Int32Array;
}

type Range = readonly [start: number, end: number];

/**
 * Creates the function that takes secrets out of whatever goes into a report. It finds them in any case, and written with
 * JSON, HTML, URL and shell escapes (also twice), as numbers, in hexadecimal, and in base64 together with other text.
 *
 * @example const redact = createRedactor([apiKey, ...Object.values(secretHeaders)]);
 */
export function createRedactor(secrets: readonly string[]): Redact {
  const given = [...new Set(secrets.filter((secret) => secret.trim() !== ''))];
  const plain = given.flatMap(toPlainNeedles);
  const hex = given.flatMap(toHexNeedle);
  const base64 = given.flatMap(toBase64Needles);
  const short = plain.filter(({ strictness }) => strictness !== 'anywhere');
  const cache = new Map<string, string>();
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
    return cutOut(text, ranges).replace(siteApiKey, '$1…$2');
  };
  return (text) => {
    if (given.length === 0 || text === '') return text.replace(siteApiKey, '$1…$2');
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

/** The key of a site, in JSON or in JSON within a string: its first group is enough to tell two apart. */
const siteApiKey = /("apiKey\\*"\s*:\s*\\*"[0-9a-fA-F]{8}-)[0-9a-fA-F-]{27}(\\*")/g;

/** The key itself, and what a target may echo of the wrong keys that are made of it. */
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
  // A half that is an ordinary word gives nothing away, and would be taken out of every sentence.
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

/** Half of a surrogate pair has no place in a URL. */
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

/** What base64 makes of a secret behind 0, 1 or 2 other bytes: the characters that depend on nothing but the secret. */
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

/** The text as it is, and with its escapes resolved: once, twice, three times. */
function listReadings(raw: View): View[] {
  const readings = [raw];
  for (let view = raw; readings.length < 4; ) {
    const next = replaceInView(view, escapes, toCharacter);
    if (next === view) break;
    readings.push(next);
    view = next;
  }
  return readings;
}

/** Characters that do not show are read as nothing: `k\0e\0y\0` is UTF-16. */
const escapes =
  /\\u\{(?<point>[\da-f]{1,6})\}|\\u(?<unit>[\da-f]{4})|\\x(?<byte>[\da-f]{2})|\\(?<octal>[0-3][0-7]{2})|%(?<percent>[0-7][\da-f])|&#x(?<hex>[\da-f]{1,8});?|&#(?<decimal>\d{1,8});?|&(?<name>[a-z]{2,7});|\\(?<escaped>["'\\/])|'\\''|[\0\u00ad\u200b-\u200f\u2060\ufeff]/g;

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  ast: '*',
  bsol: '\\',
  colon: ':',
  comma: ',',
  commat: '@',
  dollar: '$',
  equals: '=',
  excl: '!',
  gt: '>',
  hyphen: '-',
  lowbar: '_',
  lt: '<',
  num: '#',
  percnt: '%',
  period: '.',
  plus: '+',
  quot: '"',
  semi: ';',
  sol: '/',
};

function toCharacter(written: string, groups: Partial<Record<string, string>>): string | undefined {
  const { point, unit, byte, octal, percent, hex, decimal, name, escaped } = groups;
  if (escaped !== undefined) return escaped;
  if (name !== undefined) return entities[name];
  if (written === "'\\''") return "'";
  const digits = point ?? unit ?? byte ?? percent ?? hex;
  const code =
    digits !== undefined
      ? Number.parseInt(digits, 16)
      : octal !== undefined
        ? Number.parseInt(octal, 8)
        : decimal !== undefined
          ? Number(decimal)
          : undefined;
  if (code === undefined) return '';
  return code > 0xffff || code === 0 ? '' : toLowerCase(String.fromCharCode(code));
}

/** Base64 of URLs and of mail is read as plain base64. */
function toBase64View(view: View): View {
  const plain = { ...view, text: view.text.replaceAll('-', '+').replaceAll('_', '/') };
  return replaceInView(plain, /\r?\n[ \t]*/g, () => '');
}

/** `73:6B`, `0x73 0x6b`, `\x73\x6b` and `736b` read the same. */
function toHexView(view: View): View {
  return replaceInView(
    view,
    /(?<=[\da-f]{2})(?:[\s:,;_-]+(?:0x|\\x)?|0x|\\x)(?=[\da-f]{2})/g,
    () => '',
  );
}

/** Bytes as a list of numbers: `[115, 107]`. */
function toNumbersView(view: View): View {
  return replaceInView(view, /(?<!\d)(\d{2,3})(?:\s*,\s*|\s+|(?=\s*\]))/g, (_, __, number) =>
    Number(number) < 256 ? toLowerCase(String.fromCharCode(Number(number))) : undefined,
  );
}

/** Replaces what a pattern matches, and remembers where each character comes from. */
function replaceInView(
  view: View,
  pattern: RegExp,
  replace: (
    match: string,
    groups: Partial<Record<string, string>>,
    first: string | undefined,
  ) => string | undefined,
): View {
  const parts: string[] = [];
  const places: { at: number; length: number; from: number; to: number; isCopy: boolean }[] = [];
  let done = 0;
  let length = 0;
  const add = (text: string, from: number, to: number, isCopy: boolean) => {
    if (text === '') return;
    parts.push(text);
    places.push({ at: length, length: text.length, from, to, isCopy });
    length += text.length;
  };
  for (const match of view.text.matchAll(pattern)) {
    if (match[0] === '') continue;
    const replacement = replace(match[0], match.groups ?? {}, match[1]);
    if (replacement === undefined) continue;
    const end = match.index + match[0].length;
    add(view.text.slice(done, match.index), done, match.index, true);
    add(replacement, match.index, end, false);
    done = end;
  }
  if (done === 0) return view;
  add(view.text.slice(done), done, view.text.length, true);
  const starts = new Int32Array(length);
  const ends = new Int32Array(length);
  for (const { at, length: size, from, to, isCopy } of places) {
    for (let offset = 0; offset < size; offset += 1) {
      const [first, last] = isCopy ? [from + offset, from + offset] : [from, to - 1];
      starts[at + offset] = view.starts?.[first] ?? first;
      ends[at + offset] = view.ends?.[last] ?? last + 1;
    }
  }
  return { text: parts.join(''), starts, ends };
}

/** The ranges of the original text in which a view shows a needle. */
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
    // A text that was cut may end within a secret.
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
  // The name of a member of a JSON object.
  if (/["']$/.test(before) && /^\\?["']\s*:/.test(behind)) return false;
  if (strictness === 'word') return !/[a-z\d]$/.test(before) && !/^[a-z\d]/.test(behind);
  return (
    /(?:^|["'=/>]|: ?|bearer |basic |token )$/.test(before) && /^(?:$|["'\\&/?<\n])/.test(behind)
  );
}

/** A short secret has no part in base64 that tells it from other text: what reads as text there is decoded. */
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

/** The letters and digits beside a find belong to the same base64. */
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

/** Lower case, character by character: no offset moves. */
function toLowerCase(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return text.replace(/[^\0-\x7f]|[A-Z]/g, (character) => {
    const small = character.toLowerCase();
    return small.length === character.length ? small : character;
  });
}
