import { randomUUID } from 'node:crypto';
import { parseJson } from './resolve-reference.ts';

// JSON has numbers of any length. JavaScript rounds integers beyond 2^53 and fractions with more than 15 digits, so two
// different limits of an int64 would be equal. These functions keep what would be rounded.

/** A fraction with too many digits for a number. It can be printed and compared as text. */
export class LongFraction {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Every decimal number with so many digits survives as a number. */
const mostDigits = 15;
/** Longer integers than the largest number are not read. */
const longestInteger = 309;

/** Reads a number. Integers that would be rounded become a bigint. */
export function toExactNumber(source: string): number | bigint | LongFraction {
  const value = Number(source);
  const parts = /^([-+]?)(\d*)\.?(\d*)(?:e([-+]?\d+))?$/i.exec(source);
  if (parts === null) return value;
  const [, sign = '', integerDigits = '', fraction = '', exponent] = parts;
  const written = (integerDigits + fraction).replace(/^0+/, '');
  const digits = written.replace(/0+$/, '');
  if (digits.length <= mostDigits) return value;
  const isExact = digits === listDigits(value);
  /** How many zeros follow the digits, or how many digits are behind the point. */
  const shift = Number(exponent ?? 0) - fraction.length + written.length - digits.length;
  if (shift < 0) return isExact ? value : new LongFraction(source);
  // Programs write large numbers with an exponent, as they are in memory.
  if (digits.length + shift > longestInteger || (isExact && exponent !== undefined)) return value;
  const integer = BigInt(digits + '0'.repeat(shift));
  return toShortest(sign === '-' ? -integer : integer);
}

/** The digits that a number is written with, without zeros around them. */
function listDigits(value: number): string {
  const [mantissa = ''] = String(Math.abs(value)).split('e');
  return mantissa.replace('.', '').replace(/^0+/, '').replace(/0+$/, '');
}

/** A number where that is exact. */
export function toShortest(integer: bigint): number | bigint {
  const value = Number(integer);
  return Number.isSafeInteger(value) ? value : integer;
}

/** Whether a text contains a number that `JSON.parse` may round. */
function hasLongNumber(text: string): boolean {
  return /(?:^|[:[,\s-])(?=[\d.]{16})\d+\.?\d*/.test(text);
}

/** Matches strings, to skip them, and numbers. */
const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.]*(?:e[-+]?\d+)?/gi;

/** Parses JSON with exact numbers. Returns undefined if the text is not JSON. */
export function parseExactJson(text: string): unknown {
  if (!hasLongNumber(text)) return parseJson(text);
  // The mark cannot be in the text. It makes strings of the numbers that the parser would round.
  const mark = randomUUID();
  const marked = text.replaceAll(token, (part) => {
    if (part.startsWith('"') || typeof toExactNumber(part) === 'number') return part;
    return `"${mark}${part}"`;
  });
  const unmark = (_: string, value: unknown): unknown => {
    const isMarked = typeof value === 'string' && value.startsWith(mark);
    return isMarked ? toExactNumber(value.slice(mark.length)) : value;
  };
  try {
    return JSON.parse(marked, unmark);
  } catch {
    return undefined;
  }
}

/** Like `JSON.stringify`, with exact numbers. */
export function toExactJson(value: unknown, indent?: number): string {
  const mark = randomUUID();
  const marked = JSON.stringify(
    value,
    (_, part: unknown) => {
      if (typeof part === 'bigint') return `${mark}${part}`;
      return part instanceof LongFraction ? `${mark}${part.text}` : part;
    },
    indent,
  );
  // There is no text for undefined.
  if (marked === undefined) return '';
  return marked.replaceAll(new RegExp(`"${mark}([^"]*)"`, 'g'), '$1');
}
