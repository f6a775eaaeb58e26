import { matchNearest } from './match-nearest.ts';

/** The path template that was probably meant by a path that none matches. */
export interface NearestPath {
  /** The template that needs the fewest changes. */
  nearest: string;
  /** The template with the parameter values of the request; undefined if the path is too different. */
  suggestion: string | undefined;
}

/** Longer paths are not spelling mistakes, and comparing them would take long. */
const longest = 500;

/** Creates the function that finds the nearest template; likely if at most one segment is missing or left over. */
export function createNearestPath(templates: readonly string[]): (path: string) => NearestPath {
  const split = templates.map((template) => ({ template, segments: template.split('/').slice(1) }));
  const segmentsOfAll = split.flatMap(({ segments }) => segments);
  const words = new Set(segmentsOfAll.filter((segment) => !segment.startsWith('{')));
  return (path) => {
    const compared = path.length > longest ? '' : path;
    const sent = compared.split('/').filter((segment) => segment !== '');
    let best: (Filled & { template: string }) | undefined;
    for (const { template, segments } of split) {
      const filled = fill(segments, sent, words);
      if (best === undefined || filled.wrong < best.wrong) best = { template, ...filled };
    }
    if (best === undefined) return { nearest: '', suggestion: undefined };
    const isLikely = best.wrong <= 1;
    return { nearest: best.template, suggestion: isLikely ? best.filled : undefined };
  };
}

interface Filled {
  filled: string;
  /** The number of segments that differ. */
  wrong: number;
}

/** Fills a template from left to right. A parameter is not filled with a word of the contract. */
function fill(
  template: readonly string[],
  sent: readonly string[],
  words: ReadonlySet<string>,
): Filled {
  const left = [...sent];
  let wrong = 0;
  const segments = template.map((segment) => {
    const [next] = left;
    const isParameter = segment.startsWith('{');
    const isWord = isParameter
      ? words.has(next ?? '')
      : matchNearest(next ?? '', [segment]) !== undefined;
    if (next === undefined || isWord === isParameter) {
      wrong += 1;
      return segment;
    }
    left.shift();
    return isParameter ? next : segment;
  });
  return { filled: `/${segments.join('/')}`, wrong: wrong + left.length };
}
