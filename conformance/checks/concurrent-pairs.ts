import type { Scope } from '../model/scope.ts';

/** A lost update takes luck to see, so many pairs are sent. */
const rounds = { standard: 6, thorough: 12 };

/**
 * Sends two updates of different fields of one record at once, several times. An update that was read before the other one
 * was written, and written after it, is lost. Of two responses, the later one has both values: if neither has, one update
 * was lost, and the record is left as it is. The caller then reads whether it stays lost.
 *
 * @param lacksOne whether a response lacks one of the two values
 */
export async function sendInPairs<T, R>(
  { run }: Scope,
  makePair: () => T[],
  update: (change: T) => Promise<R>,
  lacksOne: (response: R) => boolean,
): Promise<void> {
  const count = run.probes.count(run.options.thorough ? rounds.thorough : rounds.standard, 2);
  for (let round = 1; round <= count; round += 1) {
    const pair = makePair();
    const responses = await Promise.all((round % 2 === 0 ? pair.reverse() : pair).map(update));
    if (responses.every(lacksOne)) return;
  }
}
