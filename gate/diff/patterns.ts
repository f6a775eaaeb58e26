import fc from 'fast-check';
import { createRandom } from '../../contract/random.ts';
import { runWithin } from '../../contract/time-limit.ts';
import { type SlowPatterns, tryMatch } from '../../contract/values/match-pattern.ts';
import { createPatternText } from '../../contract/values/pattern-texts.ts';
import { toRegExp } from '../../contract/values/regular-expression.ts';
import { measureTexts } from './pattern-size.ts';

/** Matching a pattern takes too long, so whether it matches is not known. */
export class UndecidedPattern extends Error {
  override name = 'UndecidedPattern';
}

/** The tries that the generator of values spends do not count here, where each match decides something. */
const slowPatterns: SlowPatterns = new Map();

/**
 * Whether a text matches a pattern. An invalid pattern matches everything.
 * @throws UndecidedPattern
 */
export function matches(pattern: string, text: string): boolean {
  const result = tryMatch(pattern, text, slowPatterns);
  if (result === undefined) throw new UndecidedPattern('matching a pattern takes too long');
  return result;
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
