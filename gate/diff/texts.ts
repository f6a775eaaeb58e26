import fc from 'fast-check';
import { splitLookarounds, toRegExp } from './schema-validator.ts';
import { collectBounds, type Shape } from './shapes.ts';

/** Values of each format, ordinary ones first, then those that stricter formats refuse. */
const samples: Readonly<Record<string, readonly string[]>> = {
  uuid: [
    '0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10',
    '0D5F6A1E-3B0C-4C39-9D51-6F5B7F1F2A10',
    '00000000-0000-0000-0000-000000000000',
  ],
  uri: [
    'https://example.com',
    'http://example.com',
    'https://example.com/path?query=1#part',
    'ftp://example.com',
    'urn:example:1',
    'mailto:a@example.com',
  ],
  'uri-reference': ['/path', 'https://example.com', '../up', '#part'],
  'uri-template': ['/sites/{id}', '/sites'],
  iri: ['https://example.com/ü', 'https://example.com'],
  'iri-reference': ['/ü', '/path'],
  url: ['https://example.com', 'ftp://example.com'],
  email: ['a@example.com', 'first.last+tag@example.co.uk'],
  'idn-email': ['ü@example.com', 'a@example.com'],
  hostname: ['example.com', 'localhost', 'a-b.example'],
  'idn-hostname': ['bücher.example', 'example.com'],
  ipv4: ['192.0.2.1', '255.255.255.255'],
  ipv6: ['2001:db8::1', '::1'],
  date: ['2026-01-31', '1999-12-31'],
  time: ['12:30:00Z', '23:59:59+02:00'],
  'date-time': ['2026-01-31T12:30:00Z', '2026-01-31T12:30:00.123+02:00'],
  duration: ['P1D', 'PT5M'],
  regex: ['^a+$', '.*'],
  'json-pointer': ['/a/b', ''],
  'relative-json-pointer': ['0', '1/a'],
  byte: ['aGVsbG8=', ''],
  int32: [],
  int64: [],
  password: ['secret'],
  binary: ['binary'],
};

const ordinary = [
  'text',
  'fr-FR',
  'es-419',
  'zh-Hant-TW',
  'a',
  'A',
  '',
  '0',
  '5',
  '1.5',
  'true',
  'null',
  ' ',
  'two words',
  'é',
  '漢字',
  'under_score',
  'dash-ed',
  '/path',
  'en-GB',
  'a@b',
  '😀',
  'line\nbreak',
];
const seed = 20260;
const longest = 20_000;

interface TextWishes {
  /** Realistic texts, such as examples. */
  known: readonly string[];
  formats: readonly string[];
  patterns: readonly string[];
  /** Lengths at which the result may change. */
  lengths: readonly number[];
}

/** Texts to try for the formats, patterns and lengths of either document. Realistic ones come first. */
export function listTexts({ known, formats, patterns, lengths }: TextWishes): string[] {
  const matching = patterns.flatMap(samplePattern);
  const formatted = formats.flatMap((format) => samples[format] ?? []);
  const bases = [...known, ...matching, ...formatted, ...ordinary.slice(0, 1)];
  const near = lengths
    .flatMap((length) => [length, length - 1, length + 1])
    .filter((length) => length >= 0 && length <= longest);
  const sized = [...bases.slice(0, 6), '/', 'https://example.com/'].flatMap((base) =>
    near.flatMap((length) => resize(base, length)),
  );
  const changed = patterns.length === 0 ? [] : bases.slice(0, 12).flatMap(disturb);
  const others = Object.values(samples).flatMap((values) => values.slice(0, 2));
  return [
    ...new Set([
      ...known,
      ...known.slice(0, 4).flatMap(shift),
      ...matching,
      ...formatted,
      ...sized,
      ...ordinary,
      ...changed,
      ...others,
    ]),
  ];
}

/** Other texts of the same form, which undocumented rules probably also accept. */
function shift(text: string): string[] {
  const [scheme = ''] = /^[a-z]+:\/\//.exec(text) ?? [];
  const body = text.slice(scheme.length);
  const turn = (by: number): string =>
    [...body]
      .map((character) => {
        const start = /[a-z]/.test(character) ? 97 : /[A-Z]/.test(character) ? 65 : undefined;
        if (start !== undefined)
          return String.fromCharCode(start + ((character.charCodeAt(0) - start + by) % 26));
        return /\d/.test(character) ? String((Number(character) + by) % 10) : character;
      })
      .join('');
  const [head = '', ...tail] = text.split(/(?=[^\p{L}\p{N}])/u);
  return [
    ...(scheme === 'https://' ? [`http://${body}`] : []),
    scheme + turn(1),
    scheme + turn(5),
    `${head}${head.at(-1) ?? ''}${tail.join('')}`,
    `${text}${text.slice(-1)}`,
  ];
}

/** Changes the length of a text in characters, as JSON Schema counts them. */
function resize(base: string, length: number): string[] {
  const characters = [...base];
  if (characters.length >= length) return [characters.slice(0, length).join('')];
  const missing = length - characters.length;
  const last = characters.at(-1) ?? 'a';
  return [base + 'a'.repeat(missing), base + last.repeat(missing), 'a'.repeat(missing) + base];
}

function disturb(text: string): string[] {
  return [
    `${text}x`,
    `x${text}`,
    `${text}1`,
    `${text} `,
    `${text}-`,
    `${text}/`,
    text.toUpperCase(),
    text.toLowerCase(),
    text.slice(1),
    text.slice(0, -1),
    `${text}é`,
    `${text}_`,
    `${text}.`,
  ];
}

const sampled = new Map<string, readonly string[]>();

function samplePattern(pattern: string): readonly string[] {
  let found = sampled.get(pattern);
  if (found === undefined) {
    found = sample(pattern);
    sampled.set(pattern, found);
  }
  return found;
}

/** Generates texts for a pattern with lookarounds: for the lookarounds and the rest, separately and joined. */
function sample(pattern: string): readonly string[] {
  const { inner, rest } = splitLookarounds(pattern);
  if (inner.length === 0) return sampleWhole(pattern);
  const texts = inner
    .flatMap((part) => part.split('|'))
    .flatMap((part) => sampleWhole(part).slice(0, 4));
  const others = sampleWhole(rest);
  const joined = texts.flatMap((text) => [
    text,
    ...others.slice(0, 3).flatMap((other) => [text + other, other + text]),
  ]);
  return [...new Set([...others, ...joined])];
}

function sampleWhole(pattern: string): readonly string[] {
  try {
    const expression = toRegExp(pattern);
    const texts = fc.sample(fc.stringMatching(expression), { numRuns: 120, seed });
    const sorted = [...new Set(texts)].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
    // The shortest, the longest, and some in between.
    const step = Math.max(1, Math.floor(sorted.length / 12));
    const between = sorted.filter((_, index) => index % step === 0);
    return [...new Set([...sorted.slice(0, 8), ...between, ...sorted.slice(-8)])];
  } catch {
    // Some patterns cannot generate texts. Other texts may still match.
    return [];
  }
}

/** Lists texts around the limits of schemas. */
export function listStrings(known: readonly unknown[], hints: readonly Shape[]): string[] {
  const isText = (value: unknown) => typeof value === 'string';
  const given = hints.flatMap((hint) => hint.values ?? []).filter(isText);
  return [
    ...given,
    ...listTexts({
      known: known.filter(isText),
      formats: [...new Set(hints.flatMap((hint) => hint.formats))],
      patterns: [...new Set(hints.flatMap((hint) => hint.patterns))],
      lengths: collectBounds(hints, ['minLength', 'maxLength']),
    }),
    ...given.flatMap((text) => [`${text}x`, text.toUpperCase(), text.toLowerCase()]),
  ];
}
