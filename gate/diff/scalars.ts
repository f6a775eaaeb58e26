import { toShortest } from '../../contract/exact-numbers.ts';
import { samplePattern } from './patterns.ts';
import type { ExactNumber } from './schemas.ts';
import type { View } from './views.ts';

/** Values of each format, ordinary ones first, then those that stricter formats refuse. */
const samplesByName: Readonly<Record<string, readonly string[]>> = {
  uuid: ['0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10', '00000000-0000-0000-0000-000000000000'],
  uri: ['https://example.com', 'http://example.com/path?query=1#part', 'urn:example:1'],
  'uri-reference': ['/path', 'https://example.com', '../up', '#part'],
  'uri-template': ['/notes/{id}', '/notes'],
  url: ['https://example.com', 'ftp://example.com'],
  email: ['a@example.com', 'first.last+tag@example.co.uk'],
  hostname: ['example.com', 'localhost', 'a-b.example'],
  ipv4: ['192.0.2.1', '255.255.255.255'],
  ipv6: ['2001:db8::1', '::1'],
  date: ['2026-01-31', '1999-12-31'],
  time: ['12:30:00Z', '23:59:59+02:00'],
  'date-time': ['2026-01-31T12:30:00Z', '2026-01-31T12:30:00.123+02:00'],
  'iso-time': ['12:30:00'],
  'iso-date-time': ['2026-01-31T12:30:00'],
  duration: ['P1D', 'PT5M'],
  regex: ['^a+$', '.*'],
  'json-pointer': ['/a/b', ''],
  'json-pointer-uri-fragment': ['#/a/b', '#'],
  'relative-json-pointer': ['0', '1/a'],
  byte: ['aGVsbG8=', ''],
};

/** The same by format, which the document names. */
const samples = new Map(Object.entries(samplesByName));

const ordinary = [
  ...['text', 'a', 'A', 'Ab', '', '0', '5', '1.5', '12345', 'true', 'null', ' ', 'two words', 'é'],
  ...['漢字', 'fr-FR', 'zh-Hant-TW', 'under_score', 'dash-ed', 'a.b', '/path', 'a@b', '😀'],
  ...['line\nbreak', 'a,b', '{}', '[]', 'Aa1!Aa1!Aa1!'],
];
/** Longer texts are not generated. */
const longestText = 1_000_000;

/** Texts to try for two schemas, ordinary ones first. */
export function listTexts(a: View, b: View): string[] {
  const patterns = new Set<string>();
  const formats = new Set<string>();
  const lengths = new Set<number>();
  for (const { pattern, format, minLength, maxLength } of [...a.atoms, ...b.atoms]) {
    if (pattern !== undefined) patterns.add(pattern);
    if (format !== undefined) formats.add(format);
    for (const length of listLengths(minLength, maxLength)) lengths.add(length);
  }
  const matching = [...patterns].flatMap(samplePattern);
  const formatted: string[] = [];
  for (const format of formats) formatted.push(...(samples.get(format) ?? []));
  const bases = [...matching.slice(0, 6), ...formatted, 'text'];
  const texts = new Set([...matching, ...formatted]);
  for (const base of [...bases, '/', 'https://example.com/'])
    for (const length of lengths) for (const text of resize(base, length)) texts.add(text);
  for (const text of ordinary) texts.add(text);
  for (const base of bases.slice(0, 10)) for (const text of disturb(base)) texts.add(text);
  for (const pattern of patterns)
    for (const [word] of pattern.matchAll(/[\p{L}\p{N}]{2,}/gu)) texts.add(word);
  return [...texts];
}

/** The lengths near limits. */
function listLengths(...limits: readonly (number | undefined)[]): number[] {
  const lengths: number[] = [];
  for (const limit of limits) if (limit !== undefined) lengths.push(limit, limit - 1, limit + 1);
  return lengths.filter((length) => length >= 0 && length <= longestText);
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
    ...['x', '1', ' ', '-', '/', 'é', '_', '.'].map((end) => text + end),
    ...[`x${text}`, ` ${text}`, text.toUpperCase(), text.toLowerCase()],
    ...[text.slice(1), text.slice(0, -1), text.replace(/\d/, '-')],
  ];
}

const simpleNumbers = [1, 0, 2, 3, 5, 7, 10, 11, 13, 100, 12_345, -1, -5, 0.5, 1.5, -0.5, 0.001];
const formatLimits = [2 ** 31, 2 ** 31 - 1, -(2 ** 31) - 1, 2 ** 40, 1e100];
const distances = [0, 1, -1, 0.5, -0.5, 2, -2, 0.001, -0.001];

/** Numbers to try for two schemas: those near the bounds of either. */
export function listNumbers(a: View, b: View): ExactNumber[] {
  const bounds = new Set<ExactNumber>();
  const steps = new Set<ExactNumber>();
  for (const atom of [...a.atoms, ...b.atoms]) {
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = atom;
    for (const bound of [minimum, maximum, exclusiveMinimum, exclusiveMaximum])
      if (bound !== undefined) bounds.add(bound);
    if (multipleOf !== undefined) steps.add(multipleOf);
  }
  const numbers = new Set<ExactNumber>(simpleNumbers);
  for (const bound of bounds)
    for (const number of listNumbersNear(bound, bounds, steps)) numbers.add(number);
  for (const step of steps) for (const multiple of listMultiples(step)) numbers.add(multiple);
  return [...numbers, ...formatLimits];
}

function listNumbersNear(
  bound: ExactNumber,
  bounds: ReadonlySet<ExactNumber>,
  steps: ReadonlySet<ExactNumber>,
): ExactNumber[] {
  if (typeof bound === 'bigint')
    return [0n, 1n, -1n, 2n, -2n].map((distance) => toShortest(bound + distance));
  const numbers = distances.map((distance) => bound + distance);
  numbers.push(Math.ceil(bound), Math.floor(bound));
  for (const size of steps) {
    const step = Number(size);
    const count = Math.round(bound / step);
    for (const near of [count - 1, count, count + 1]) numbers.push(near * step);
  }
  for (const end of bounds) if (typeof end === 'number') numbers.push((bound + end) / 2);
  return numbers;
}

function listMultiples(step: ExactNumber): ExactNumber[] {
  if (typeof step === 'number') return [1, 2, 3, 7, -1].map((count) => count * step);
  return [1n, 2n, 3n, -1n].map((count) => toShortest(count * step));
}
