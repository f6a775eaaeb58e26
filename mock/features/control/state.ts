import type { Fault } from '../../../contract/index.ts';
import { isRecord } from '../../../contract/resolve-reference.ts';
import { refuseInvalidBody } from '../../http/problems.ts';
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
    editState: ({ session, body: { edits } }) => {
      let wrong: readonly Fault[] = [];
      const changed = session.edit((before) => {
        const edited = applyEdits(before, edits, session.context);
        wrong = edited.faults ?? [];
        return edited.faults === undefined ? edited.contents : undefined;
      });
      return whenAnswered(changed, (change) => {
        if (change !== undefined)
          return { status: 200 as const, body: { undo: findEdits(change.after, change.before) } };
        const { detail, faults } = refuseInvalidBody(wrong);
        return new ControlRefusal('invalid-body', detail, { faults });
      });
    },
    changeState: ({ session, body }) =>
      whenAnswered(session.store.read(), (before) =>
        whenAnswered(runDraft(session, body, core.core.apiKeys[0] ?? ''), ({ reply, check }) => {
          if (reply.status >= 400) {
            const { title = `Status ${reply.status}`, detail = title, faults } = check;
            return new ControlRefusal(toProblem(reply.status), detail, { faults });
          }
          const answered = reply.body === undefined ? {} : { body: JSON.parse(reply.body) };
          return whenAnswered(session.store.read(), (after) => ({
            status: 200 as const,
            body: { undo: findOwnEdits(after, before, body.path, answered.body), ...answered },
          }));
        }),
      ),
    reset: ({ session }) => whenAnswered(core.reset(session), () => ({ status: 204 as const })),
  };
}

/** What undoes a request. Others may have changed something else meanwhile, which is not to be undone. */
function findOwnEdits(
  after: StoreContents,
  before: StoreContents,
  path: string,
  answered: unknown,
): ReturnType<typeof findEdits> {
  const own = isRecord(answered) ? String(answered['id']) : '';
  const touched = `${path}/${own}`.toLowerCase().split('/');
  return findEdits(after, before).filter(({ id }) => touched.includes(id));
}

/** The problem of the control surface that stands for a refusal of the service. */
function toProblem(status: number): 'not-found' | 'conflict' | 'invalid-body' {
  if (status === 404) return 'not-found';
  return status === 409 ? 'conflict' : 'invalid-body';
}
