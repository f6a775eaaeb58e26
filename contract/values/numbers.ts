import { pickFraction, pickInteger, type Random } from '../random.ts';
import { isNumberValid } from './check.ts';
import { createPlausibleNumber } from './plausible.ts';
import type { Shape } from './shapes.ts';
import { type TextContext, toInstant } from './words.ts';

/** The greatest number above a minimum that reads well. */
const usualSpan = 99;
/** How many multiples are tried. Fractions such as 0.01 have many that are inexact. */
const mostMultiples = 50;

interface Bounds {
  low: number;
  high: number;
}

/** Creates a number of a shape: one that suits the name of the field where possible. */
export function createNumber(shape: Shape, name: string, context: TextContext): number | undefined {
  const isInteger = !shape.types.includes('number');
  for (const candidate of listNumbers(shape, name, context)) {
    if (isInteger && !Number.isInteger(candidate)) continue;
    if (shape.parts.every((part) => isNumberValid(part, candidate))) return candidate;
  }
  return undefined;
}

function* listNumbers(shape: Shape, name: string, context: TextContext): Generator<number> {
  const formats = shape.parts.map(({ format }) => format);
  if (formats.includes('unix-time') || formats.includes('timestamp'))
    yield toInstant(context).getTime() / 1000;
  const plausible = createPlausibleNumber(name, context);
  if (plausible !== undefined) yield plausible;
  const { random } = context;
  const bounds = readBounds(shape);
  yield* listFriendly(bounds, random);
  for (const { multipleOf } of shape.parts)
    if (multipleOf !== undefined) yield* listMultiples(bounds, Math.abs(multipleOf), random);
  yield* listBetween(bounds, random);
}

function readBounds({ parts }: Shape): Bounds {
  let low = Number.NEGATIVE_INFINITY;
  let high = Number.POSITIVE_INFINITY;
  for (const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, format } of parts) {
    low = Math.max(low, minimum ?? low, exclusiveMinimum ?? low);
    high = Math.min(high, maximum ?? high, exclusiveMaximum ?? high);
    if (format !== 'int32') continue;
    low = Math.max(low, -(2 ** 31));
    high = Math.min(high, 2 ** 31 - 1);
  }
  return { low, high };
}

/** Small positive integers, if the bounds allow them; otherwise integers near the bound. */
function* listFriendly({ low, high }: Bounds, random: Random): Generator<number> {
  const start = Math.ceil(Math.max(low, Math.min(1, high - usualSpan)));
  const end = Math.floor(Math.min(high, start + usualSpan));
  if (end >= start) {
    yield pickInteger(random, start, end);
    yield pickInteger(random, start, end);
  }
  for (const bound of [start, start + 1, end, end - 1]) yield bound;
}

function* listMultiples({ low, high }: Bounds, step: number, random: Random): Generator<number> {
  if (step === 0) return;
  const first = Number.isFinite(low) ? Math.ceil(low / step) : 1;
  const last = Number.isFinite(high) ? Math.floor(high / step) : first + usualSpan;
  const start = Number.isFinite(low) ? first : Math.min(first, last);
  yield pickInteger(random, start, Math.max(start, Math.min(last, start + usualSpan))) * step;
  for (let count = 0; count < mostMultiples; count += 1) yield (start + count) * step;
  for (let count = 0; count < mostMultiples; count += 1) yield (last - count) * step;
}

function* listBetween({ low, high }: Bounds, random: Random): Generator<number> {
  const start = Number.isFinite(low) ? low : Math.min(0, high - 1);
  const end = Number.isFinite(high) ? high : start + 1;
  yield (start + end) / 2;
  yield start + (end - start) * pickFraction(random);
  yield* [start, end, 0];
}
