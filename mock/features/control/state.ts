import { isRecord, parseJson } from '../../../contract/resolve-reference.ts';
import type { Core } from '../../create-core.ts';
import { createWholeRequest, type MockReply, type MockRequest } from '../../handler.ts';
import { fromState, toState } from '../../sessions/state.ts';
import type { StoreContents } from '../../store/contents.ts';
import {
  type ControlContext,
  type ControlHandlers,
  ControlRefusal,
  type ControlSchemas,
  refuseBody,
  toOk,
} from './control-operation.ts';
import { applyEdits, findEdits } from './edit-state.ts';

/** Handlers for the whole state of a session. */
export function createStateHandlers({
  core,
}: ControlContext): ControlHandlers<
  'readState' | 'replaceState' | 'editState' | 'changeState' | 'reset' | 'checkRequest'
> {
  const { sessions } = core;
  const readAll = (session: string): Promise<StoreContents> =>
    sessions.transact(session, ({ store }) => store.readAll(), { readOnly: true });
  return {
    readState: async ({ session }) => toOk(toState(await readAll(session))),
    replaceState: ({ session, body }) =>
      sessions.transact(session, async (context, state) => {
        const read = fromState(body, context);
        if (read.faults !== undefined) return refuseBody(read.faults);
        await sessions.replace(state, read.contents);
        return toOk(toState(read.contents));
      }),
    editState: ({ session, body: { edits } }) =>
      sessions.transact(session, async (context) => {
        const before = await context.store.readAll();
        const edited = applyEdits(before, edits, context);
        if (edited.faults !== undefined) return refuseBody(edited.faults);
        await context.store.replaceAll(edited.contents);
        return toOk({ undo: findEdits(edited.contents, before) });
      }),
    changeState: async ({ session, body }) => {
      const before = await readAll(session);
      const reply = await runDraft(core, session, body);
      if (reply.status >= 400) {
        const { title = `Status ${reply.status}`, detail = title, faults } = toCheck(reply);
        return new ControlRefusal(toProblem(reply.status), detail, { faults });
      }
      const answered = reply.body === undefined ? {} : { body: JSON.parse(reply.body) };
      const undo = findOwnEdits(await readAll(session), before, body.path, answered.body);
      return toOk({ undo, ...answered });
    },
    checkRequest: async ({ session, body }) => toOk(await checkDraft(core, session, body)),
    reset: async ({ session }) => {
      await core.reset(session);
      return { status: 204 };
    },
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
async function checkDraft(core: Core, session: string, draft: RequestDraft): Promise<RequestCheck> {
  const service = core.readService();
  const refusal = await service.check(toRequest(session, draft));
  if (refusal === undefined) return { faults: [] };
  const check = toCheck(refusal);
  const operation = service.contract.operations.find(({ id }) => id === refusal.operation);
  if (operation === undefined || check.faults.every(({ parameter }) => parameter === undefined))
    return check;
  const path = operation.parameters.reduce(
    (target, { name, example }) => target.replace(`{${name}}`, String(example)),
    operation.path,
  );
  const other = await service.check(toRequest(session, { ...draft, path, query: '' }));
  const ofBody = (other?.faults ?? []).filter(({ pointer }) => pointer !== undefined);
  return { ...check, faults: [...check.faults, ...ofBody] };
}

/** Runs a request in a session, bypassing the journal, faults and `Prefer`. */
async function runDraft(core: Core, session: string, draft: RequestDraft): Promise<MockReply> {
  const json = { name: 'content-type', value: 'application/json' };
  const key = { name: 'authorization', value: `Bearer ${core.core.apiKeys[0] ?? ''}` };
  const headers = [key, ...(draft.body === undefined ? [] : [json]), ...(draft.headers ?? [])];
  const request = toRequest(session, { ...draft, headers });
  await core.sessions.open(request);
  return core.readService().handle(request);
}

function toRequest(
  sessionName: string,
  { method, path, query = '', headers = [], body }: RequestDraft,
): MockRequest {
  const byName = new Map(headers.map(({ name, value }) => [name.toLowerCase(), value]));
  const bytes = body === undefined ? undefined : encoder.encode(body);
  const header = (name: string) => byName.get(name);
  return createWholeRequest({ method, path, query, header, body: bytes, sessionName });
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
