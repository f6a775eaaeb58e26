import type { ClockState } from '../store/settings.ts';

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
  if (Number.isNaN(time)) throw new RangeError('the time of the clock must be a number');
}
