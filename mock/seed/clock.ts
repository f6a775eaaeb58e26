/** Where a seeded clock starts, so that a run can be repeated byte for byte. */
const start = Date.UTC(2026, 0, 1);

/** The clock of one mock. It is read once for each request, and stands still in between. */
export interface Clock {
  /** Milliseconds since 1970, as of the last request. */
  readonly now: number;
  /** Goes on to the next request. */
  tick(): number;
  /** How many requests there were, for clocks that count them. */
  readState(): number;
  writeState(state: number): void;
}

/** A clock that follows a source of time, for example `Date.now`. */
export function createClock(read: () => number): Clock {
  const clock = {
    now: read(),
    tick: () => {
      clock.now = read();
      return clock.now;
    },
    readState: () => 0,
    writeState: () => {},
  };
  return clock;
}

/** A clock that starts at a fixed instant and goes on by one second with each request. */
export function createSteppingClock(): Clock {
  const clock = {
    now: start,
    tick: () => {
      clock.now += 1000;
      return clock.now;
    },
    readState: () => clock.now,
    writeState: (state: number) => {
      clock.now = state;
    },
  };
  return clock;
}
