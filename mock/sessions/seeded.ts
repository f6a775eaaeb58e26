import type { AssumptionValues } from '../../contract/index.ts';
import { type Clock, type ClockState, createClock, createSteppingClock } from './clock.ts';
import { createRandom, createUuidSource, type Random } from './random-ids.ts';

interface SeededOptions {
  seed?: number;
  clock?: () => number;
  createId?: () => string;
  /** The source of random numbers for ids. Default: derived from the seed. */
  random?: Random;
}

/** Everything in a session that depends on its seed. */
interface Seeded {
  seed: number;
  clock: Clock;
  /** Creates the source of ids in the form of the assumptions. All sources use the same random numbers. */
  createUuids(assumptions: AssumptionValues): () => string;
  readState(): SeededState;
  writeState(state: SeededState): void;
}

/** The state of the clock and of the random numbers. */
export interface SeededState {
  readonly clock: ClockState;
  readonly random: readonly number[];
}

/** @throws RangeError when the seed is not a non-negative whole number */
export function createSeeded(options: SeededOptions): Seeded {
  const { seed = createSeed(), createId } = options;
  if (!Number.isSafeInteger(seed) || seed < 0) {
    throw new RangeError(`the seed ${seed} is not an integer from 0 to 2^53 - 1`);
  }
  const random = options.random ?? createRandom(seed);
  const clock = chooseClock(options);
  return {
    seed,
    clock,
    createUuids: (assumptions) =>
      createId ??
      createUuidSource({
        random,
        version: assumptions['uuid-version'],
        case: assumptions['uuid-case'],
        now: () => clock.now,
      }),
    readState: () => ({ clock: clock.readState(), random: random.readState() }),
    writeState: (state) => {
      clock.writeState(state.clock);
      random.writeState(state.random);
    },
  };
}

/** A chosen seed means that a run has to be repeatable, which needs an artificial time too. */
function chooseClock({ seed, clock, random }: SeededOptions): Clock {
  if (clock !== undefined) return createClock(clock);
  // A stepping clock would advance separately on each of several mocks.
  const isStepping = seed !== undefined && random === undefined;
  return isStepping ? createSteppingClock() : createClock(Date.now);
}

/** Creates a random seed that is short enough to type. It does not use `crypto`, which a start would have to load. */
export function createSeed(): number {
  return Math.floor(Math.random() * 2 ** 32);
}

/** Derives a seed from another one and a name (FNV-1a, 32 bits), independent of the order of creation. */
export function deriveSeed(seed: number, name: string): number {
  let hash = 0x811c9dc5;
  for (const character of name)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return ((seed >>> 0) ^ hash) >>> 0;
}
