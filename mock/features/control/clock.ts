import type { Clock } from '../../sessions/clock.ts';
import type { Session } from '../../sessions/create-session.ts';
import { whenAnswered } from '../../store/answer.ts';
import type { ControlContext } from './control-context.ts';
import type { ControlHandlers, ControlSchemas } from './operation-types.ts';
import { ControlRefusal } from './operation-types.ts';

/** The last instant that a Date can be (ECMA-262, section 21.4.1.1), less the longest step forward. */
const latest = 8.64e15 - 31_536_000_000;

/** The time that a session goes by. */
export function createClockHandlers({
  core: { sharing },
}: ControlContext): ControlHandlers<'readClock' | 'freezeClock' | 'resumeClock' | 'advanceClock'> {
  /** Changes the clock, on all mocks that share it, and shows it. */
  const change = (session: Session, act: (clock: Clock) => void) => {
    const { clock } = session;
    const acted =
      sharing === undefined ? act(clock) : sharing.changeClock(session, () => act(clock));
    return whenAnswered(acted, () => ({ status: 200 as const, body: toClock(clock) }));
  };
  return {
    readClock: ({ session }) =>
      whenAnswered(sharing?.refresh(session), () => ({
        status: 200 as const,
        body: toClock(session.clock),
      })),
    freezeClock: ({ session, body }) => {
      const at = body?.at === undefined ? undefined : Date.parse(body.at);
      if (Number.isNaN(at)) {
        const faults = [{ pointer: '/at', detail: 'is not a valid time' }];
        return new ControlRefusal('invalid-body', '/at is not a valid time.', {
          faults,
        });
      }
      return change(session, (clock) => clock.freeze(at));
    },
    resumeClock: ({ session }) => change(session, (clock) => clock.resume()),
    advanceClock: ({ session, body: { milliseconds } }) =>
      session.clock.read() > latest
        ? new ControlRefusal('conflict', 'The clock is at the latest possible time. Reset it.')
        : change(session, (clock) => clock.advance(milliseconds)),
  };
}

function toClock(clock: Clock): ControlSchemas['Clock'] {
  return { now: new Date(clock.read()).toISOString(), frozen: clock.frozen };
}
