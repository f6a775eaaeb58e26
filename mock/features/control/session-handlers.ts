import { operationIds } from '../../../contract/index.ts';
import { defaultSession } from '../../session-name.ts';
import { latestTime, toNameable } from '../../sessions/clock.ts';
import type { StoredSnapshot } from '../../store/store.ts';
import { readTrace } from '../../trace.ts';
import { checkRule, type FaultRuleOptions } from '../faults/fault-rule.ts';
import type { Delivery } from '../webhooks/delivery.ts';
import {
  type ControlContext,
  type ControlHandlers,
  ControlRefusal,
  type ControlSchemas,
  refuseBody,
  toFound,
  toOk,
} from './control-operation.ts';

/** Handlers for sessions, and for their snapshots, clocks, fault rules and webhooks. */
export function createSessionHandlers(context: ControlContext) {
  return {
    ...createOwnHandlers(context),
    ...createSnapshotHandlers(context),
    ...createClockHandlers(context),
    ...createFaultHandlers(context),
    ...createWebhookHandlers(context),
  };
}

function createOwnHandlers({
  core,
}: ControlContext): ControlHandlers<'listSessions' | 'deleteSession'> {
  return {
    listSessions: async () => {
      const sessions = await core.store.listSessions();
      const data = sessions.map(({ name, createdAt }) => ({
        name,
        createdAt: new Date(createdAt).toISOString(),
      }));
      return toOk({ data });
    },
    deleteSession: async ({ parameters: { name } }) => {
      const detail = 'The default session cannot be deleted. Reset it instead.';
      return name === defaultSession
        ? new ControlRefusal('conflict', detail)
        : toFound(await core.forget(name), `Session ${name} not found.`);
    },
  };
}

/** Maximum number of snapshots in a session. */
const mostSnapshots = 100;

function createSnapshotHandlers({
  core: { store, sessions },
}: ControlContext): ControlHandlers<
  'listSnapshots' | 'saveSnapshot' | 'restoreSnapshot' | 'deleteSnapshot'
> {
  const missing = (session: string, name: string) =>
    `Snapshot ${name} not found in session ${session}.`;
  return {
    listSnapshots: ({ session }) =>
      store.transaction(
        session,
        async ({ snapshots }) => toOk({ data: [...(await snapshots.list())] }),
        { readOnly: true },
      ),
    saveSnapshot: ({ session, parameters: { name } }) =>
      store.transaction(session, async ({ records, settings, snapshots }) => {
        const saved = await snapshots.list();
        if (saved.length >= mostSnapshots && !saved.some((each) => each.name === name)) {
          const detail = `The session already has ${mostSnapshots} snapshots, which is the maximum. Delete one.`;
          return new ControlRefusal('conflict', detail);
        }
        const contents = await records.readAll();
        const info = toSnapshotInfo(name, contents);
        await snapshots.put({ info, contents, settings });
        return toOk({ ...info });
      }),
    restoreSnapshot: async ({ session, parameters: { name } }) => {
      const found = await store.transaction(session, ({ snapshots }) => snapshots.find(name), {
        readOnly: true,
      });
      if (found !== undefined) await sessions.restore(session, found);
      return toFound(found !== undefined, missing(session, name));
    },
    deleteSnapshot: ({ session, parameters: { name } }) =>
      store.transaction(session, async ({ snapshots }) =>
        toFound(await snapshots.delete(name), missing(session, name)),
      ),
  };
}

function toSnapshotInfo(
  name: string,
  { sites, routes, webhooks }: StoredSnapshot['contents'],
): StoredSnapshot['info'] {
  return {
    name,
    savedAt: new Date().toISOString(),
    sites: sites.length,
    routes: routes.length,
    webhooks: webhooks.length,
  };
}

function createClockHandlers({
  core,
}: ControlContext): ControlHandlers<'readClock' | 'freezeClock' | 'resumeClock' | 'advanceClock'> {
  const read = async (session: string) => {
    const clock = core.clockOf(session);
    const now = new Date(await clock.read()).toISOString();
    const body: ControlSchemas['Clock'] = { now, frozen: await clock.frozen };
    return toOk(body);
  };
  return {
    readClock: ({ session }) => read(session),
    freezeClock: async ({ session, body }) => {
      const at = body?.at === undefined ? undefined : Date.parse(body.at);
      if (Number.isNaN(at)) return refuseBody([{ pointer: '/at', detail: 'is not a valid time' }]);
      if (at !== undefined && at !== toNameable(at))
        return refuseBody([{ pointer: '/at', detail: 'must be in the years 0000 to 9999 in UTC' }]);
      await core.clockOf(session).freeze(at);
      return read(session);
    },
    resumeClock: async ({ session }) => {
      await core.clockOf(session).resume();
      return read(session);
    },
    advanceClock: async ({ session, body: { milliseconds } }) => {
      const clock = core.clockOf(session);
      if ((await clock.read()) >= latestTime)
        return new ControlRefusal(
          'conflict',
          'The clock is at the latest possible time. Reset it.',
        );
      await clock.advance(milliseconds);
      return read(session);
    },
  };
}

function createFaultHandlers({
  core: { faults },
}: ControlContext): ControlHandlers<'listFaults' | 'addFault' | 'removeFaults' | 'removeFault'> {
  return {
    listFaults: async () => toOk({ data: await faults.list() }),
    addFault: ({ body }) => addRule(faults, body),
    removeFaults: async () => {
      await faults.clear();
      return { status: 204 };
    },
    removeFault: async ({ parameters: { id } }) =>
      toFound(await faults.remove(id), `Rule ${id} not found. It may have expired.`),
  };
}

/** Adds a rule, or refuses it for reasons that the description of the control surface cannot express. */
async function addRule(faults: ControlContext['core']['faults'], rule: unknown) {
  const wrong = checkRule(rule, operationIds);
  return isRule(rule, wrong)
    ? { status: 201 as const, body: await faults.add(rule) }
    : refuseBody(wrong);
}

/** A rule without faults has the type of one. */
function isRule(_rule: unknown, faults: readonly object[]): _rule is FaultRuleOptions {
  return faults.length === 0;
}

/** An event that is triggered while the server closes would be sent after it has closed. */
const closed = 'The mock is closing.';

function createWebhookHandlers({
  webhooks,
  closing,
}: ControlContext): ControlHandlers<
  'listWebhooks' | 'listDeliveries' | 'replayDelivery' | 'triggerEvent'
> {
  return {
    listWebhooks: async ({ session }) => toOk({ data: await webhooks.list(session) }),
    listDeliveries: async ({ session }) => toOk({ data: await webhooks.listDeliveries(session) }),
    replayDelivery: async ({ session, parameters: { id } }) => {
      const replayed: Delivery | string | undefined =
        closing?.aborted === true ? closed : await webhooks.replay(session, id);
      if (typeof replayed === 'object') return { status: 202, body: replayed };
      return replayed === undefined
        ? new ControlRefusal(
            'not-found',
            `Delivery ${id} not found in session ${session}. It may have been removed.`,
          )
        : new ControlRefusal('conflict', replayed);
    },
    triggerEvent: async ({ request, session, body }) => {
      const trace = readTrace((name) => request.header(name));
      const data =
        closing?.aborted === true ? closed : await webhooks.trigger(session, body, trace);
      return typeof data === 'string'
        ? new ControlRefusal('conflict', data)
        : { status: 202, body: { data } };
    },
  };
}
