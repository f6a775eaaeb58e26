import { measureDistance } from './match-nearest.ts';

/** A segment of a path template. */
export type Segment = { text: string } | { parameter: string };

/** Longer paths are no misspelt ones, and would take time. */
const longest = 500;

/** How far a path may be from a template: a segment that is missing or misspelt counts up to 1. */
const furthest = 1.5;

/** How a path becomes one that fits a template. */
interface Alignment {
  cost: number;
  segments: readonly string[];
}

/**
 * The path that was probably meant: the nearest template, with the values that were sent in place of its parameters.
 * Undefined where none is near.
 */
export function suggestPath(
  templates: readonly (readonly Segment[])[],
  sent: readonly string[],
): string | undefined {
  if (sent.join('/').length > longest) return undefined;
  const words = new Set(templates.flat().flatMap((each) => ('text' in each ? each.text : [])));
  let best: Alignment = { cost: Number.POSITIVE_INFINITY, segments: [] };
  for (const template of templates) {
    const found = align(template, sent, words);
    if (found.cost < best.cost) best = found;
  }
  return best.cost <= furthest ? best.segments.join('/') : undefined;
}

/** The cheapest way to add, drop and replace segments (edit distance, over segments). */
function align(
  template: readonly Segment[],
  sent: readonly string[],
  words: ReadonlySet<string>,
): Alignment {
  let row: Alignment[] = [{ cost: 0, segments: [] }];
  for (const text of sent) row.push(extend(row.at(-1), dropping(text)));
  for (const segment of template) {
    const missing = 'text' in segment ? segment.text : `{${segment.parameter}}`;
    const next = [extend(row[0], 1, missing)];
    sent.forEach((text, at) => {
      const options = [
        extend(row[at], compare(segment, text, words), 'text' in segment ? segment.text : text),
        extend(row[at + 1], 1, missing),
        extend(next[at], dropping(text)),
      ];
      next.push(options.reduce((one, other) => (other.cost < one.cost ? other : one)));
    });
    row = next;
  }
  return row.at(-1) ?? { cost: Number.POSITIVE_INFINITY, segments: [] };
}

function extend(from: Alignment | undefined, cost: number, segment?: string): Alignment {
  const { cost: before, segments } = from ?? { cost: Number.POSITIVE_INFINITY, segments: [] };
  return {
    cost: before + cost,
    segments: segment === undefined ? segments : [...segments, segment],
  };
}

/** A slash too many is a smaller mistake than a segment. */
function dropping(text: string): number {
  return text === '' ? 0.2 : 1;
}

/** 0 for what fits, up to 1 for what is misspelt, more for another word. */
function compare(segment: Segment, text: string, words: ReadonlySet<string>): number {
  // A literal segment is unlikely to be a parameter value.
  if (!('text' in segment)) {
    if (text === '') return 2;
    return [...words].some((word) => isMisspelt(text, word)) ? 0.5 : 0;
  }
  if (segment.text === text) return 0;
  return isMisspelt(text, segment.text) ? 0.2 : 2;
}

function isMisspelt(text: string, word: string): boolean {
  const most = Math.max(2, Math.floor(word.length / 3));
  if (word === '' || Math.abs(text.length - word.length) > most) return false;
  return measureDistance(text.toLowerCase(), word.toLowerCase()) <= most;
}
