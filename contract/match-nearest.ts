/** Finds the candidate with the most similar spelling; undefined if none is similar. */
export function matchNearest(word: string, candidates: readonly string[]): string | undefined {
  const most = Math.max(2, Math.floor(word.length / 3));
  const [nearest] = candidates
    // Also limits the time for a word of any length.
    .filter((candidate) => Math.abs(candidate.length - word.length) <= most)
    .map((candidate) => ({
      candidate,
      distance: measureDistance(word.toLowerCase(), candidate.toLowerCase()),
    }))
    .filter(({ distance }) => distance <= most)
    .toSorted((left, right) => left.distance - right.distance);
  if (nearest !== undefined) return nearest.candidate;
  return candidates.find((candidate) => word.length >= 3 && candidate.startsWith(word));
}

/** Ends a message with the candidate that may have been meant. */
export function suggest(word: string, candidates: readonly string[]): string {
  const nearest = matchNearest(word, candidates);
  return nearest === undefined ? '' : `; did you mean "${nearest}"?`;
}

/** Number of letters to insert, delete or replace (Levenshtein). */
function measureDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [i, letter] of [...from].entries()) {
    let diagonal = i;
    let left = i + 1;
    row = row.map((above, j) => {
      if (j > 0) {
        const replaced = diagonal + (letter === to[j - 1] ? 0 : 1);
        left = Math.min(above + 1, left + 1, replaced);
        diagonal = above;
      }
      return left;
    });
  }
  return row.at(-1) ?? 0;
}
