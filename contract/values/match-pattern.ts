import { readProcessorTime, runWithin, TimeOver } from '../time-limit.ts';
import { toRegExp } from './regular-expression.ts';

/** Long enough for any reasonable pattern, short enough to be reached a few times. */
const patienceMs = 100;
const mostTimeouts = 3;
/** How often a match is repeated that had to wait for the processor. */
const mostWaits = 5;
/** Most patterns that are slow for long texts are fast for short ones. */
const longestShortText = 16;
/** The results of a slow pattern are kept for texts of so many characters together. */
const mostKept = 1_000_000;

/** What is known of a pattern that may be slow. */
interface SlowPattern {
  results: Map<string, boolean>;
  /** The characters of the texts whose results are kept. */
  kept: number;
  /** How often matching took too long. */
  timeouts: { short: number; long: number };
}

/** What is known of patterns that may be slow, by their text. */
export type SlowPatterns = Map<string, SlowPattern>;

const slowPatterns: SlowPatterns = new Map();

/**
 * Whether a text matches a pattern of a document. What takes too long is not judged, and counts as matching, as an invalid
 * pattern does: a pattern that backtracks would otherwise block the process for everybody.
 */
export function matches(pattern: string, text: string): boolean {
  return tryMatch(pattern, text) ?? true;
}

/**
 * Whether a text matches a pattern. Undefined if this takes too long. An invalid pattern matches everything.
 * @param patterns whose tries are counted, as a pattern that took too long several times is not tried again. Default: everybody's
 */
export function tryMatch(
  pattern: string,
  text: string,
  patterns: SlowPatterns = slowPatterns,
): boolean | undefined {
  const expression = toRegExp(pattern);
  if (expression === undefined) return true;
  if (isQuick(pattern, text)) return expression.test(text);
  const slow = findSlowPattern(pattern, patterns);
  const cached = slow.results.get(text);
  if (cached !== undefined) return cached;
  const result = matchWithin(expression, text, slow);
  if (result === undefined || slow.kept + text.length > mostKept) return result;
  slow.kept += text.length;
  slow.results.set(text, result);
  return result;
}

function findSlowPattern(pattern: string, patterns: SlowPatterns): SlowPattern {
  const stored = patterns.get(pattern);
  if (stored !== undefined) return stored;
  const slow = { results: new Map<string, boolean>(), kept: 0, timeouts: { short: 0, long: 0 } };
  patterns.set(pattern, slow);
  return slow;
}

/** A pattern that took too long several times is not tried again, so that many texts cannot take long together. */
function matchWithin(
  expression: RegExp,
  text: string,
  { timeouts }: SlowPattern,
): boolean | undefined {
  const kind = text.length > longestShortText ? 'long' : 'short';
  if (timeouts[kind] >= mostTimeouts) return undefined;
  for (let attempt = 0; attempt < mostWaits; attempt += 1) {
    const before = readProcessorTime();
    try {
      return runWithin(patienceMs, () => expression.test(text));
    } catch (error) {
      // A pattern can also be too large for the stack, or for the engine, which only matching shows.
      if (!(error instanceof TimeOver)) break;
      const hadToWait = readProcessorTime() - before < patienceMs / 2;
      if (!hadToWait) break;
    }
  }
  timeouts[kind] += 1;
  return undefined;
}

/** Parts that can match in several ways: at each of them, matching may have to start again. */
const choices = /[*+?|]|\{\d*,\d*\}/g;
/** A repeated group can match a text in more ways than there is time for. */
const repeatedGroup = /\)[*+{]/;
const shortText = 64;
/** For so few characters, even a repeated group is quick. */
const tinyText = 12;
const shortPattern = 1000;
const mostChoices = 2;

/** What the text of a pattern says about how long matching may take. */
interface Effort {
  /** Whether matching takes time in proportion to the text. */
  isLinear: boolean;
  /** The length of texts that are matched quickly. */
  quickLength: number;
}

const efforts = new Map<string, Effort>();

/** Whether matching is fast without a limit of time, which takes longer than most matches. */
function isQuick(pattern: string, text: string): boolean {
  const stored = efforts.get(pattern);
  const effort = stored ?? estimate(pattern);
  if (stored === undefined) efforts.set(pattern, effort);
  return effort.isLinear || text.length <= effort.quickLength;
}

function estimate(pattern: string): Effort {
  // Even to compile it takes long, or fails.
  if (pattern.length > shortPattern) return { isLinear: false, quickLength: -1 };
  const count = pattern.match(choices)?.length ?? 0;
  const hasRepeatedGroup = repeatedGroup.test(pattern);
  const isLinear = !hasRepeatedGroup && (count === 0 || (count === 1 && pattern.startsWith('^')));
  if (count <= mostChoices && !hasRepeatedGroup) return { isLinear, quickLength: shortText };
  // Parts without a group in a group, such as a slug's.
  const isModest = count <= 4 && pattern.length <= 64;
  return { isLinear, quickLength: isModest ? tinyText : 0 };
}
