import type { AssumptionValues } from '../../contract/index.ts';
import { type Clock, createClock, createSteppingClock } from './clock.ts';
import { createRandom, createSeed } from './random.ts';
import { createUuidSource } from './uuid.ts';

interface SeededOptions {
  seed?: number;
  clock?: () => number;
  createId?: () => string;
}

/** Everything about a mock that follows from its seed. */
export interface Seeded {
  seed: number;
  clock: Clock;
  createUuid: () => string;
  /** Where the random numbers and the clock are, as plain numbers. */
  readState(): readonly number[];
  writeState(state: readonly number[]): void;
}

/** @throws RangeError when the seed is not a whole number from 0 */
export function createSeeded(options: SeededOptions, assumptions: AssumptionValues): Seeded {
  const { seed = createSeed() } = options;
  if (!Number.isSafeInteger(seed) || seed < 0) {
    throw new RangeError(`the seed ${seed} is not a whole number from 0 to 2^53 - 1`);
  }
  const random = createRandom(seed);
  const clock = chooseClock(options);
  const createUuid = createUuidSource({
    random,
    version: assumptions['uuid-version'],
    case: assumptions['uuid-case'],
    now: () => clock.now,
  });
  return {
    seed,
    clock,
    createUuid: options.createId ?? createUuid,
    readState: () => [clock.readState(), ...random.readState()],
    writeState: ([time = 0, ...state]) => {
      clock.writeState(time);
      random.writeState(state);
    },
  };
}

/** A seed that was chosen asks for a run that can be repeated, so that time has to be made up, too. */
function chooseClock({ seed, clock }: SeededOptions): Clock {
  if (clock !== undefined) return createClock(clock);
  return seed === undefined ? createClock(Date.now) : createSteppingClock();
}
