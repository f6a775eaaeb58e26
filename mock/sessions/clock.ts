import type { MockEvents } from '../events.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import { type Settings, Slot } from '../store/slot.ts';
import type { Store } from '../store/store.ts';

/** How the clock of a session differs from its source. */
interface ClockState {
  /** Added to the time of the source, in milliseconds. */
  readonly offset: number;
  /** The time of a frozen clock. */
  readonly frozenAt?: number | undefined;
  /** The time of a seeded source, which advances by a second with each request. */
  readonly stepped?: number | undefined;
}

/** How the clock of a session differs from its source. Default: not at all. */
export const clockSlot = new Slot<ClockState>('clock');

/** The start of a seeded clock. It is fixed, so that a run can be repeated byte for byte. */
const start = Date.UTC(2026, 0, 1);

/** The first and the last instant that a date and time with four digits for the year can name (RFC 3339, section 1). */
const earliestTime = Date.parse('0000-01-01T00:00:00.000Z');
export const latestTime = Date.parse('9999-12-31T23:59:59.999Z');

/** Returns the nearest time with a four-digit year. */
export function toNameable(time: number): number {
  return Math.min(Math.max(time, earliestTime), latestTime);
}

/** Reads and changes the clocks of sessions. States are immutable. */
export class Time {
  readonly #readSource: (() => number) | undefined;

  /** @param readSource returns milliseconds since 1970. Default: a fixed start, and a second more with each request */
  constructor(readSource: (() => number) | undefined) {
    this.#readSource = readSource;
  }

  /** Whether each request advances the clock. */
  get isStepping(): boolean {
    return this.#readSource === undefined;
  }

  /** Returns the current time of a clock, in milliseconds since 1970. */
  read(clock: ClockState | undefined): number {
    const { frozenAt, offset = 0 } = clock ?? {};
    return frozenAt ?? toNameable(this.#source(clock) + offset);
  }

  /** Advances a clock that steps to the next request. */
  step(clock: ClockState | undefined): ClockState | undefined {
    if (!this.isStepping || clock?.frozenAt !== undefined) return clock;
    return { offset: 0, ...clock, stepped: this.#source(clock) + 1000 };
  }

  /** Stops a clock at the current or the given time, which never leaves the years 0 to 9999. */
  freeze(clock: ClockState | undefined, at = this.read(clock)): ClockState {
    assertTime(at);
    return { offset: 0, ...clock, frozenAt: toNameable(at) };
  }

  /** Starts a clock again from its current time. */
  resume(clock: ClockState | undefined): ClockState | undefined {
    return clock?.frozenAt === undefined ? clock : this.#moveTo(clock, clock.frozenAt);
  }

  /** Advances a clock, whether it is frozen or not. */
  advance(clock: ClockState | undefined, milliseconds: number): ClockState {
    const time = this.read(clock) + milliseconds;
    assertTime(time);
    return clock?.frozenAt === undefined
      ? this.#moveTo(clock, toNameable(time))
      : { ...clock, frozenAt: toNameable(time) };
  }

  #moveTo(clock: ClockState | undefined, time: number): ClockState {
    const { frozenAt: _, ...running } = clock ?? {};
    return { ...running, offset: time - this.#source(clock) };
  }

  #source(clock: ClockState | undefined): number {
    const { stepped = start } = clock ?? {};
    return this.#readSource?.() ?? stepped;
  }
}

function assertTime(time: number): void {
  if (Number.isNaN(Number(time))) throw new RangeError('the time of the clock must be a number');
}

/** The clock of a session of a mock in memory: it can be read, stopped and advanced. */
export interface MockClock {
  /** Whether the clock is stopped. */
  readonly frozen: boolean;
  /** The current time in milliseconds since 1970. */
  read(): number;
  /** Stops the clock at the current or the given time. It never leaves the years 0 to 9999. */
  freeze(at?: number): void;
  /** Starts the clock again from its current time. */
  resume(): void;
  /** Advances the clock, whether it is frozen or not. */
  advance(milliseconds: number): void;
  /** Calls a listener when the clock was set. @returns a function that removes the listener */
  subscribe(listener: (now: number) => void): () => void;
}

/** The clock of a session in a store. */
export interface StoredClock extends Pick<MockClock, 'subscribe'> {
  /** Whether the clock is stopped. */
  readonly frozen: Promise<boolean>;
  /** The current time in milliseconds since 1970. */
  read(): Promise<number>;
  /** Stops the clock at the current or the given time. It never leaves the years 0 to 9999. */
  freeze(at?: number): Promise<void>;
  /** Starts the clock again from its current time. */
  resume(): Promise<void>;
  /** Advances the clock, whether it is frozen or not. */
  advance(milliseconds: number): Promise<void>;
}

/** Returns the next state of a clock. */
type ClockChange = (clock: ClockState | undefined) => ClockState | undefined;

/** Creates the clock of a session in a store. */
export function createStoredClock(
  session: string,
  store: Store,
  time: Time,
  events: MockEvents,
): StoredClock {
  const readState = async (): Promise<ClockState | undefined> => {
    const { own = {} } = await store.readSettings(session);
    return clockSlot.read(own);
  };
  const set = async (change: ClockChange): Promise<void> => {
    const clock = await store.transaction(session, (state) => {
      state.putSettings(changeClock(state.settings, change));
      return clockSlot.read(state.settings);
    });
    events.emit({ type: 'clock', data: { session, now: time.read(clock) } });
  };
  return {
    get frozen() {
      return readState().then(isFrozen);
    },
    read: async () => time.read(await readState()),
    freeze: (at) => set((clock) => time.freeze(clock, at)),
    resume: () => set((clock) => time.resume(clock)),
    advance: (milliseconds) => set((clock) => time.advance(clock, milliseconds)),
    subscribe: (listener) => subscribe(events, session, listener),
  };
}

/** Creates the clock of a session in memory. */
export function createMemoryClock(
  session: string,
  memory: MemoryStore,
  time: Time,
  events: MockEvents,
): MockClock {
  const readState = () => clockSlot.read(memory.session(session).settings);
  const set = (change: ClockChange): void => {
    memory.changeSettingsNow(session, (settings) => changeClock(settings, change));
    events.emit({ type: 'clock', data: { session, now: time.read(readState()) } });
  };
  return {
    get frozen() {
      return isFrozen(readState());
    },
    read: () => time.read(readState()),
    freeze: (at) => set((clock) => time.freeze(clock, at)),
    resume: () => set((clock) => time.resume(clock)),
    advance: (milliseconds) => set((clock) => time.advance(clock, milliseconds)),
    subscribe: (listener) => subscribe(events, session, listener),
  };
}

function changeClock(settings: Settings, change: ClockChange): Settings {
  return clockSlot.write(settings, change(clockSlot.read(settings)));
}

function isFrozen(clock: ClockState | undefined): boolean {
  return clock?.frozenAt !== undefined;
}

function subscribe(
  events: MockEvents,
  session: string,
  listener: (now: number) => void,
): () => void {
  return events.subscribe(({ type, data }) => {
    if (type === 'clock' && data.session === session) listener(data.now);
  });
}
