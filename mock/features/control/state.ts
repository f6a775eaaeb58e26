import { refuseInvalidBody } from '../../http/problems.ts';
import type { Session } from '../../sessions/create-session.ts';
import { fromState } from '../../sessions/from-state.ts';
import { toState } from '../../sessions/to-state.ts';
import { whenAnswered } from '../../store/answer.ts';
import type { StoreContents } from '../../store/store.ts';
import type { ControlContext } from './control-context.ts';
import { runDraft } from './draft-request.ts';
import { applyEdits, findEdits } from './edit-state.ts';
import type { ControlHandlers } from './operation-types.ts';
import { ControlRefusal } from './operation-types.ts';

/** Everything that a session holds. */
export function createStateHandlers({
  core,
}: ControlContext): ControlHandlers<
  'readState' | 'replaceState' | 'editState' | 'changeState' | 'reset'
> {
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
    editState: ({ session, body: { edits } }) =>
      whenAnswered(session.store.read(), (before) => {
        const edited = applyEdits(before, edits, session.context);
        if (edited.faults !== undefined) {
          const { detail, faults } = refuseInvalidBody(edited.faults);
          return new ControlRefusal('invalid-body', detail, { faults });
        }
        return whenAnswered(session.replace(edited.contents), () => answerChange(session, before));
      }),
    changeState: ({ session, body }) =>
      whenAnswered(session.store.read(), (before) =>
        whenAnswered(runDraft(session, body, core.core.apiKeys[0] ?? ''), ({ reply, check }) => {
          if (reply.status >= 400) {
            const { title = `Status ${reply.status}`, detail = title, faults } = check;
            return new ControlRefusal(toProblem(reply.status), detail, { faults });
          }
          const answered = reply.body === undefined ? {} : { body: JSON.parse(reply.body) };
          return answerChange(session, before, answered);
        }),
      ),
    reset: ({ session }) => whenAnswered(core.reset(session), () => ({ status: 204 as const })),
  };
}

/** What undoes everything that changed since. */
function answerChange(session: Session, before: StoreContents, more: { body?: unknown } = {}) {
  return whenAnswered(session.store.read(), (after) => ({
    status: 200 as const,
    body: { undo: findEdits(after, before), ...more },
  }));
}

/** The problem of the control surface that stands for a refusal of the service. */
function toProblem(status: number): 'not-found' | 'conflict' | 'invalid-body' {
  if (status === 404) return 'not-found';
  return status === 409 ? 'conflict' : 'invalid-body';
}
