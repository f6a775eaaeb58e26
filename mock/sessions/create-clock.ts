import type { OwnAccess, SettingsAccess } from '../access-settings.ts';
import type { MockEvents } from '../mock-events.ts';
import type { MockClock } from '../mock-types.ts';
import type { Either, Promised } from '../promised.ts';
import type { ClockState } from '../store/settings.ts';
import type { Time } from './clock.ts';

/** Creates the clock of a session. */
export function createClock(
  session: string,
  access: OwnAccess,
  time: Time,
  events: MockEvents,
): MockClock;
export function createClock(
  session: string,
  access: SettingsAccess,
  time: Time,
  events: MockEvents,
): Promised<MockClock>;
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
