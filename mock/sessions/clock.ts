/** The start of a seeded clock. It is fixed, so that a run can be repeated byte for byte. */
const start = Date.UTC(2026, 0, 1);

/** The first and the last instant that a date and time with four digits for the year can name (RFC 3339, section 1). */
export const earliestTime = Date.parse('0000-01-01T00:00:00.000Z');
export const latestTime = Date.parse('9999-12-31T23:59:59.999Z');

/** Returns the nearest time with a four-digit year. */
export function toNameable(time: number): number {
  return Math.min(Math.max(time, earliestTime), latestTime);
}

/** A source of time, in milliseconds since 1970. */
interface TimeSource {
  /** Returns the time of the next request. */
  next(): number;
  /** Returns the current time without a request. */
  peek(): number;
  readState(): number;
  writeState(state: number): void;
}

/** Called when a clock is advanced or set. */
export type ClockListener = (now: number) => void;

/**
 * The clock of one session. It is read once for each request, and does not change in between. It can be frozen and
 * advanced.
 */
export interface Clock {
  /** Milliseconds since 1970, as of the last request. */
  readonly now: number;
  /** Whether the clock is stopped. */
  readonly frozen: boolean;
  /** Advances to the next request. */
  tick(): number;
  /** The current time in milliseconds since 1970. */
  read(): number;
  /** Stops the clock at the current or the given time, which must not be NaN. It never leaves the years 0 to 9999. */
  freeze(at?: number): void;
  /** Starts the clock again from its current time. */
  resume(): void;
  /** Advances the clock, whether it is frozen or not. */
  advance(milliseconds: number): void;
  /** Calls a listener when the clock is set or a state is restored. @returns a function that removes the listener */
  subscribe(listener: ClockListener): () => void;
  /** The state of a clock, as plain numbers. */
  readState(): ClockState;
  writeState(state: ClockState): void;
}

/** The clock of a session: it can be read, stopped and advanced. */
export type MockClock = Pick<
  Clock,
  'frozen' | 'read' | 'freeze' | 'resume' | 'advance' | 'subscribe'
>;

/** The state of the source, the time, the offset, and whether the clock is frozen. */
export type ClockState = readonly [source: number, now: number, offset: number, frozen: number];

/** Creates a clock that follows a source of time, for example `Date.now`. */
export function createClock(read: () => number): Clock {
  return createMovableClock({ next: read, peek: read, readState: () => 0, writeState: () => {} });
}

/** Creates a clock that starts at a fixed time and advances by one second with each request. */
export function createSteppingClock(): Clock {
  let time = start;
  return createMovableClock({
    next: () => {
      time += 1000;
      return time;
    },
    peek: () => time,
    readState: () => time,
    writeState: (state) => {
      time = state;
    },
  });
}

function createMovableClock(source: TimeSource): Clock {
  const listeners = new Set<ClockListener>();
  let offset = 0;
  const clock = { now: source.peek(), frozen: false, tick, read, freeze, resume, advance };
  return Object.assign(clock, { subscribe, readState, writeState });

  function tick(): number {
    if (!clock.frozen) clock.now = toNameable(source.next() + offset);
    return clock.now;
  }

  function read(): number {
    return clock.frozen ? clock.now : toNameable(source.peek() + offset);
  }

  function moveTo(time: number): void {
    if (Number.isNaN(time)) throw new RangeError('the time of the clock must be a number');
    clock.now = toNameable(time);
    offset = clock.now - source.peek();
  }

  function freeze(at = read()): void {
    moveTo(at);
    clock.frozen = true;
    tell();
  }

  function resume(): void {
    if (!clock.frozen) return;
    moveTo(clock.now);
    clock.frozen = false;
    tell();
  }

  function advance(milliseconds: number): void {
    moveTo(read() + milliseconds);
    tell();
  }

  function tell(): void {
    if (listeners.size === 0) return;
    const now = read();
    for (const listener of listeners) listener(now);
  }

  function subscribe(listener: ClockListener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  function readState(): ClockState {
    return [source.readState(), clock.now, offset, clock.frozen ? 1 : 0];
  }

  function writeState([time, now, moved, frozen]: ClockState): void {
    source.writeState(time);
    offset = moved;
    clock.now = now;
    clock.frozen = frozen === 1;
    tell();
  }
}
