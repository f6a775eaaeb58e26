import type { Contract, Fault } from '../../../contract/index.ts';
import { isRecord, parseJson } from '../../../contract/resolve-reference.ts';
import type { MockReply, RequestHead } from '../../mock-request.ts';
import { Refusal } from '../../refusal.ts';
import type { Session } from '../../sessions/create-session.ts';
import { fromState, toState } from '../../sessions/state.ts';
import { type Answer, type StoreContents, whenAnswered } from '../../store/store.ts';
import {
  type ControlContext,
  type ControlHandlers,
  ControlRefusal,
  type ControlSchemas,
  refuseBody,
  toDone,
  toOk,
} from './control-operation.ts';
import { applyEdits, findEdits } from './edit-state.ts';

/** Handlers for the whole state of a session. */
export function createStateHandlers({
  core,
}: ControlContext): ControlHandlers<
  'readState' | 'replaceState' | 'editState' | 'changeState' | 'reset'
> {
  return {
    readState: ({ session }) => toOk(session.store.read(), toState),
    replaceState: ({ session, body }) => {
      const read = fromState(body, session.context);
      if (read.faults !== undefined) return refuseBody(read.faults);
      const { contents } = read;
      return toOk(session.replace(contents), () => toState(contents));
    },
    editState: ({ session, body: { edits } }) => {
      let wrong: readonly Fault[] = [];
      const changed = session.edit((before) => {
        const edited = applyEdits(before, edits, session.context);
        wrong = edited.faults ?? [];
        return edited.faults === undefined ? edited.contents : undefined;
      });
      return whenAnswered(changed, (change) =>
        change === undefined
          ? refuseBody(wrong)
          : { status: 200 as const, body: { undo: findEdits(change.after, change.before) } },
      );
    },
    changeState: ({ session, body }) =>
      whenAnswered(session.store.read(), (before) =>
        whenAnswered(runDraft(session, body, core.core.apiKeys[0] ?? ''), ({ reply, check }) => {
          if (reply.status >= 400) {
            const { title = `Status ${reply.status}`, detail = title, faults } = check;
            return new ControlRefusal(toProblem(reply.status), detail, { faults });
          }
          const answered = reply.body === undefined ? {} : { body: JSON.parse(reply.body) };
          return toOk(session.store.read(), (after) => ({
            undo: findOwnEdits(after, before, body.path, answered.body),
            ...answered,
          }));
        }),
      ),
    reset: ({ session }) => toDone(core.reset(session)),
  };
}

/** Returns the edits that undo a request. Concurrent changes by others must not be undone. */
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

/** Converts a status of the service to a problem of the control surface. */
function toProblem(status: number): 'not-found' | 'conflict' | 'invalid-body' {
  if (status === 404) return 'not-found';
  return status === 409 ? 'conflict' : 'invalid-body';
}

type RequestDraft = ControlSchemas['RequestDraft'];
type RequestCheck = ControlSchemas['RequestCheck'];

const encoder = new TextEncoder();

/**
 * Explains how the service would refuse a request because of its form. The operation does not run. The service
 * validates parameters first; the author of a request also wants to know the faults of its body.
 */
export function checkDraft(
  session: Session,
  draft: RequestDraft,
  { operations }: Pick<Contract, 'operations'>,
): RequestCheck {
  const refusal = findRefusal(session, draft);
  if (refusal === undefined) return { faults: [] };
  const check = toCheck(refusal);
  const operation = operations.find(({ id }) => id === refusal.operation);
  if (operation === undefined || check.faults.every(({ parameter }) => parameter === undefined))
    return check;
  const path = operation.parameters.reduce(
    (target, { name, example }) => target.replace(`{${name}}`, String(example)),
    operation.path,
  );
  const faults = findRefusal(session, { ...draft, path, query: '' })?.faults ?? [];
  const ofBody = faults.filter(({ pointer }) => pointer !== undefined);
  return { ...check, faults: [...check.faults, ...ofBody] };
}

function findRefusal(session: Session, draft: RequestDraft): MockReply | undefined {
  const before = session.clock.readState();
  const { head, body } = toRequest(draft);
  const opened = session.handler.open(head);
  // A clock that advances with each request must not count this one, otherwise a seeded run has other times.
  if (session.clock.readState()[0] !== before[0]) session.clock.writeState(before);
  if ('status' in opened) return opened;
  const { operation, parameters } = opened;
  const read = operation.readBody(operation.takesBody ? body : undefined, parameters);
  return read instanceof Refusal ? session.handler.refuse(head, operation.id, read) : undefined;
}

/** Runs a request in a session, bypassing the journal, faults and `Prefer`. */
function runDraft(
  session: Session,
  draft: RequestDraft,
  apiKey: string,
): Answer<{ reply: MockReply; check: RequestCheck }> {
  const json = { name: 'content-type', value: 'application/json' };
  const key = { name: 'authorization', value: `Bearer ${apiKey}` };
  const headers = [key, ...(draft.body === undefined ? [] : [json]), ...(draft.headers ?? [])];
  const { head, body } = toRequest({ ...draft, headers });
  const opened = session.handler.open(head);
  const reply =
    'status' in opened
      ? opened
      : session.handler.answer(opened, opened.operation.takesBody ? body : undefined);
  return whenAnswered(reply, (settled) => ({ reply: settled, check: toCheck(settled) }));
}

function toRequest({ method, path, query = '', headers = [], body }: RequestDraft): {
  head: RequestHead;
  body: Uint8Array | undefined;
} {
  const byName = new Map(headers.map(({ name, value }) => [name.toLowerCase(), value]));
  const bytes = body === undefined ? undefined : encoder.encode(body);
  const hasBody = bytes !== undefined && bytes.length > 0;
  const header = (name: string) => byName.get(name);
  return { head: { method, path, query, header, hasBody }, body: bytes };
}

/** Reads a refusal, whatever error format the contract has. */
function toCheck({ status, body = '', faults }: MockReply): RequestCheck {
  const problem = parseProblem(body);
  const title = problem['title'];
  const detail = problem['detail'] ?? body;
  return {
    status,
    ...(typeof title === 'string' ? { title } : {}),
    ...(typeof detail === 'string' ? { detail } : {}),
    faults: [...faults],
  };
}

function parseProblem(text: string): Record<string, unknown> {
  const value = parseJson(text);
  return isRecord(value) ? value : {};
}
