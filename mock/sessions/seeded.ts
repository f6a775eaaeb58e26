import type { AssumptionValues } from '../../contract/index.ts';
import { type Clock, type ClockState, createClock, createSteppingClock } from './clock.ts';
import { createRandom, createUuidSource, type Random } from './random-ids.ts';

interface SeededOptions {
  seed?: number;
  clock?: () => number;
  createId?: () => string;
  /** What ids are made of. Default: it follows from the seed. */
  random?: Random;
}

/** Everything about a session that follows from its seed. */
interface Seeded {
  seed: number;
  clock: Clock;
  /** Makes the source of ids of the form that the assumptions say. All sources draw from the same random numbers. */
  createUuids(assumptions: AssumptionValues): () => string;
  readState(): SeededState;
  writeState(state: SeededState): void;
}

/** Where the clock and the random numbers are. */
export interface SeededState {
  readonly clock: ClockState;
  readonly random: readonly number[];
}

/** @throws RangeError when the seed is not a whole number from 0 */
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

/** A seed that was chosen asks for a run that can be repeated, so that time has to be made up, too. */
function chooseClock({ seed, clock, random }: SeededOptions): Clock {
  if (clock !== undefined) return createClock(clock);
  // What steps with each request would step on each of several mocks.
  const isStepping = seed !== undefined && random === undefined;
  return isStepping ? createSteppingClock() : createClock(Date.now);
}

/** A random seed, short enough to be typed again. Not from `crypto`, which a start would have to load. */
export function createSeed(): number {
  return Math.floor(Math.random() * 2 ** 32);
}

/** A seed that follows from another one and a name (FNV-1a, 32 bits), so that it does not matter who is first. */
export function deriveSeed(seed: number, name: string): number {
  let hash = 0x811c9dc5;
  for (const character of name)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return ((seed >>> 0) ^ hash) >>> 0;
}
