import { refuseInvalidBody } from '../../http/problems.ts';
import { fromState } from '../../sessions/from-state.ts';
import { toState } from '../../sessions/to-state.ts';
import { whenAnswered } from '../../store/answer.ts';
import type { ControlContext } from './control-context.ts';
import type { ControlHandlers } from './operation-types.ts';
import { ControlRefusal } from './operation-types.ts';

/** Everything that a session holds. */
export function createStateHandlers({
  core,
}: ControlContext): ControlHandlers<'readState' | 'replaceState' | 'reset'> {
  return {
    readState: ({ session }) =>
      whenAnswered(session.store.read(), (contents) => ({
        status: 200 as const,
        body: toState(contents),
      })),
    replaceState: ({ session, body }) => {
      const read = fromState(body, session.context);
      if (read.faults !== undefined) {
        const { detail, faults } = refuseInvalidBody(read.faults);
        return new ControlRefusal('invalid-body', detail, { faults });
      }
      const { contents } = read;
      return whenAnswered(session.replace(contents), () => ({
        status: 200 as const,
        body: toState(contents),
      }));
    },
    reset: ({ session }) => whenAnswered(core.reset(session), () => ({ status: 204 as const })),
  };
}
