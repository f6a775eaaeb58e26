import {
  type AssumptionValues,
  type Contract,
  type Fault,
  mostFaults,
} from '../../../contract/index.ts';
import { createRandom, createUuidFactory, deriveSeed } from '../../../contract/random.ts';

/** The options for reading a fixture. */
export interface FixtureOptions {
  /** The contract that every record must match. Default: the included one. */
  contract?: Contract | undefined;
  /** A whole number from which missing ids are derived. Default: 0. */
  seed?: number | undefined;
}

export function toSentence(faults: readonly Fault[]): string {
  const [first] = faults;
  if (first === undefined) return 'no violation';
  const { pointer = '', detail } = first;
  const atLeast = faults.length < mostFaults ? '' : 'at least ';
  const more = faults.length === 1 ? '' : ` (and ${atLeast}${faults.length - 1} more)`;
  return `${pointer || 'the top-level value'} ${detail}${more}`;
}

/** The time in version 7 ids, because a fixture has none. */
const time = Date.UTC(2026, 0, 1);

/**
 * Returns a function that creates ids in the form of the assumptions. They depend on the data of the record and not on its
 * position, so adding a site to a fixture does not change other ids. Equal records are numbered.
 */
export function createIdsFrom(
  seed: number,
  assumptions: AssumptionValues,
): (key?: string) => string {
  const createUuid = createUuidFactory(assumptions);
  const seen = new Map<string, number>();
  return (key = '') => {
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    const numbered = times === 1 ? key : `${key} (${times})`;
    const random = createRandom(
      [0, 1, 2, 3].map((part) => deriveSeed(seed, `${part} ${numbered}`)),
    );
    // The first numbers still correlate with the state.
    for (let round = 0; round < 12; round += 1) random.next();
    return createUuid(random, time);
  };
}
