import fc from 'fast-check';
import { createRandom } from '../../contract/random.ts';
import { runWithin } from '../../contract/time-limit.ts';
import { createPatternText } from '../../contract/values/pattern-texts.ts';
import { toRegExp } from '../../contract/values/regular-expression.ts';
import { measureTexts } from './pattern-size.ts';

/** Matching a pattern takes too long, so whether it matches is not known. */
export class UndecidedPattern extends Error {
  override name = 'UndecidedPattern';
}

/** Long enough for any reasonable pattern, short enough to be reached a few times. */
const patienceMs = 100;
const mostTimeouts = 3;
/** Most patterns that are slow for long texts are fast for short ones. */
const longestShortText = 16;
/** How many results of a slow pattern are kept. */
const mostResults = 1000;

/** What is known of a pattern that may be slow. */
interface SlowPattern {
  results: Map<string, boolean>;
  /** How often matching took too long. */
  timeouts: { short: number; long: number };
}

const slowPatterns = new Map<string, SlowPattern>();

/**
 * Whether a text matches a pattern. An invalid pattern matches everything.
 * @throws UndecidedPattern
 */
export function matches(pattern: string, text: string): boolean {
  const expression = toRegExp(pattern);
  if (expression === undefined) return true;
  if (isQuick(pattern, text)) return expression.test(text);
  const slow = slowPatterns.get(pattern) ?? { results: new Map(), timeouts: { short: 0, long: 0 } };
  slowPatterns.set(pattern, slow);
  const cached = slow.results.get(text);
  if (cached !== undefined) return cached;
  const result = matchWithin(expression, text, slow);
  if (slow.results.size < mostResults) slow.results.set(text, result);
  return result;
}

function matchWithin(expression: RegExp, text: string, { timeouts }: SlowPattern): boolean {
  const kind = text.length > longestShortText ? 'long' : 'short';
  try {
    if (timeouts[kind] < mostTimeouts) return runWithin(patienceMs, () => expression.test(text));
  } catch {
    // A pattern can also be too large for the stack, or for the engine, which only matching shows.
    timeouts[kind] += 1;
  }
  throw new UndecidedPattern('matching a pattern takes too long');
}

/** Parts that can match in several ways: at each of them, matching may have to start again. */
const choices = /[*+?|]|\{\d*,\d*\}/g;
/** A repeated group can match a text in more ways than there is time for. */
const repeatedGroup = /\)[*+{]/;
const shortText = 64;
const shortPattern = 1000;
const mostChoices = 2;

/** Whether matching is fast without a limit of time, which takes longer than most matches. */
function isQuick(pattern: string, text: string): boolean {
  if (text.length > shortText || pattern.length > shortPattern) return false;
  if (repeatedGroup.test(pattern)) return false;
  return (pattern.match(choices)?.length ?? 0) <= mostChoices;
}

/** Longer patterns have too many parts for the generator. */
const longestPattern = 10_000;
/** Texts of a pattern that are longer are not generated. */
const longestText = 20_000;
/** From this length on, the generator repeats parts as rarely as possible. */
const usualLength = 100_000;
const samplingMs = 1000;
const seed = 20260;
const sampled = new Map<string, readonly string[]>();

/** Texts for a pattern, the shortest first. */
export function samplePattern(pattern: string): readonly string[] {
  const cached = sampled.get(pattern);
  if (cached !== undefined) return cached;
  // In case the time is over before the texts exist.
  sampled.set(pattern, []);
  const texts = createTexts(pattern);
  sampled.set(pattern, texts);
  return texts;
}

function createTexts(pattern: string): readonly string[] {
  const expression = pattern.length > longestPattern ? undefined : toRegExp(pattern);
  if (expression === undefined) return [];
  try {
    const { least, most } = measureTexts(expression);
    if (least > longestText) return [];
    const size = most > usualLength ? 'xsmall' : 'small';
    const texts = runWithin(samplingMs, () => generateTexts(expression, size));
    return [...new Set(texts)].sort(compareLengths);
  } catch {
    return listUsualTexts(pattern);
  }
}

function generateTexts(expression: RegExp, size: 'xsmall' | 'small'): string[] {
  const generator = fc.stringMatching(expression, { size });
  return fc.sample(generator, { numRuns: 24, seed });
}

/** For what the generator cannot read, such as lookarounds, or takes too long for, such as groups in groups in groups. */
function listUsualTexts(pattern: string): string[] {
  const random = createRandom(seed);
  const isValid = (text: string): boolean => matches(pattern, text);
  const texts = new Set<string>();
  try {
    for (let count = 0; count < 8; count += 1) {
      const text = createPatternText(pattern, random, isValid);
      if (text !== undefined) texts.add(text);
    }
  } catch (error) {
    if (!(error instanceof UndecidedPattern)) throw error;
  }
  return [...texts].sort(compareLengths);
}

function compareLengths(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : 1);
}
