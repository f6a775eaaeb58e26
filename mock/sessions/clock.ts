import type { MockEvents } from '../events.ts';
import type { ClockState, Either, SettingsAccess } from '../store/store.ts';

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
    return clock?.frozenAt ?? toNameable(this.#source(clock) + (clock?.offset ?? 0));
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
    const { frozenAt: _, ...others } = clock ?? {};
    return { ...others, offset: time - this.#source(clock) };
  }

  #source(clock: ClockState | undefined): number {
    return this.#readSource?.() ?? clock?.stepped ?? start;
  }
}

function assertTime(time: number): void {
  if (Number.isNaN(Number(time))) throw new RangeError('the time of the clock must be a number');
}

/** The clock of a session: it can be read, stopped and advanced. */
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

/** Creates the clock of a session. */
export function createClock(
  session: string,
  access: SettingsAccess,
  time: Time,
  events: MockEvents,
): Either<MockClock> {
  const set = (act: (clock: ClockState | undefined) => ClockState | undefined) => {
    let now = 0;
    return access.change(
      session,
      (settings) => {
        const clock = act(settings.clock);
        now = time.read(clock);
        return { settings: { ...settings, clock }, result: undefined };
      },
      () => events.emit({ type: 'clock', data: { session, now } }),
    );
  };
  return {
    get frozen() {
      return access.read(session, ({ clock }) => clock?.frozenAt !== undefined);
    },
    read: () => access.read(session, ({ clock }) => time.read(clock)),
    freeze: (at) => set((clock) => time.freeze(clock, at)),
    resume: () => set((clock) => time.resume(clock)),
    advance: (milliseconds) => set((clock) => time.advance(clock, milliseconds)),
    subscribe: (listener) =>
      events.subscribe(({ type, data }) => {
        if (type === 'clock' && data.session === session) listener(data.now);
      }),
  };
}
