import type { Clock } from '../../sessions/clock.ts';
import type { ControlHandlers, ControlSchemas } from './operation-types.ts';
import { ControlRefusal } from './operation-types.ts';

/** The last instant that a Date can be (ECMA-262, section 21.4.1.1), less the longest step forward. */
const latest = 8.64e15 - 31_536_000_000;

/** The time that a session goes by. */
export function createClockHandlers(): ControlHandlers<
  'readClock' | 'freezeClock' | 'resumeClock' | 'advanceClock'
> {
  return {
    readClock: ({ session }) => ({ status: 200, body: toClock(session.clock) }),
    freezeClock: ({ session: { clock }, body }) => {
      const at = body?.at === undefined ? undefined : Date.parse(body.at);
      if (Number.isNaN(at)) {
        const faults = [{ pointer: '/at', detail: 'is no instant that a clock can show' }];
        return new ControlRefusal('invalid-body', '/at is no instant that a clock can show.', {
          faults,
        });
      }
      clock.freeze(at);
      return { status: 200, body: toClock(clock) };
    },
    resumeClock: ({ session: { clock } }) => {
      clock.resume();
      return { status: 200, body: toClock(clock) };
    },
    advanceClock: ({ session: { clock }, body: { milliseconds } }) => {
      if (clock.read() > latest) {
        return new ControlRefusal('conflict', 'The clock is at the end of time. Reset it.');
      }
      clock.advance(milliseconds);
      return { status: 200, body: toClock(clock) };
    },
  };
}

function toClock(clock: Clock): ControlSchemas['Clock'] {
  return { now: new Date(clock.read()).toISOString(), frozen: clock.frozen };
}
