import { createHash } from 'node:crypto';
import {
  type Contract,
  listAssumptions,
  type OpenApiDocument,
  operationIds,
  contract as shipped,
} from '../../../contract/index.ts';
import { requirements } from '../../../generated/requirements.js';
import { version } from '../../../generated/version.js';
import { defaultSession } from '../../handler.ts';
import { defaultApiKey } from '../../mock-types.ts';
import { latestTime, toNameable } from '../../sessions/sessions.ts';
import { fromState, toState } from '../../sessions/state.ts';
import { readTrace } from '../../trace.ts';
import { checkRule } from '../faults/fault-rule.ts';
import type { JournalFilter } from '../journal/journal-entry.ts';
import { toHar } from '../journal/to-har.ts';
import {
  type ControlContext,
  type ControlHandlers,
  ControlRefusal,
  type ControlSchemas,
  refuseBody,
  toFound,
  toOk,
} from './control-operation.ts';
import { applyEdits } from './edit-state.ts';
import { EventFeed } from './stream-events.ts';

/** Creates the handlers of all operations of the control surface. */
export function createHandlers(context: ControlContext): ControlHandlers {
  return {
    ...createInformationHandlers(context),
    ...createStateHandlers(context),
    ...createSnapshotHandlers(context),
    ...createSessionHandlers(context),
    ...createJournalHandlers(context),
    ...createFaultHandlers(context),
    ...createClockHandlers(context),
    ...createWebhookHandlers(context),
  };
}

function createInformationHandlers({
  core: { core, sessions, store, metrics, isDraining, startedAt },
}: ControlContext): ControlHandlers<
  'getHealth' | 'getReadiness' | 'readMetrics' | 'getInfo' | 'listAssumptions' | 'readContract'
> {
  return {
    getHealth: async () => toOk({ status: 'ok' }),
    getReadiness: async () => {
      const fault = isDraining() ? 'the mock is stopping' : store.fault;
      if (fault === undefined) return toOk({ status: 'ok' });
      return new ControlRefusal('unavailable', `Do not send requests: ${fault}.`, {
        headers: ['Retry-After', '1'],
      });
    },
    readMetrics: async () => ({
      status: 200,
      mediaType: 'text/plain; version=0.0.4; charset=utf-8',
      headers: [],
      body: metrics.toText(store.fault === undefined),
    }),
    getInfo: async ({ baseUrl, session }) => {
      const { contract, apiKeys, workspaces } = core;
      return toOk({
        name: 'site-contract',
        version,
        contractTitle: contract.document.info.title,
        contractVersion: contract.version,
        contractHash: hash(contract),
        seed: sessions.seedOf(session),
        uptimeMs: Date.now() - startedAt,
        startedAt: new Date(startedAt).toISOString(),
        baseUrl,
        apiKeys: [...apiKeys],
        // A custom key is a secret: it must not appear in a command that users share.
        shownApiKey: apiKeys[0] === defaultApiKey ? defaultApiKey : '$API_KEY',
        workspaces: [...workspaces],
        sessions: (await store.listSessions()).map(({ name }) => name),
        operations: contract.operations.map(({ id, method, path, summary }) => {
          return { id, method, path, summary };
        }),
        eventTypes: Object.keys(contract.document.webhooks ?? {}),
      });
    },
    listAssumptions: async () =>
      toOk({
        data: toAssumptions(core.contract.document),
        documented: Object.entries(requirements).map(([id, { level, statement, section }]) => {
          return { id, level, statement, section };
        }),
      }),
    readContract: async () => toOk({ ...core.contract.document }),
  };
}

function hash({ document }: Contract): string {
  return createHash('sha256').update(JSON.stringify(document)).digest('hex');
}

/** Values and reasons that differ from those of the included contract were observed. */
function toAssumptions(document: OpenApiDocument): ControlSchemas['Assumption'][] {
  return listAssumptions(document).map((assumption) => {
    const { id, question, section, value, known, open, reason } = assumption;
    const ours = shipped.document['x-assumptions'][id];
    const source = ours?.value === value && ours.reason === reason ? 'assumed' : 'observed';
    const rest = open === undefined ? {} : { open };
    return { id, question, section, value, known, ...rest, reason, source };
  });
}

function createStateHandlers({
  core: { sessions, reset },
}: ControlContext): ControlHandlers<'readState' | 'replaceState' | 'editState' | 'reset'> {
  return {
    readState: ({ session }) =>
      sessions.transact(session, async ({ store }) => toOk(toState(await store.readAll())), {
        readOnly: true,
      }),
    replaceState: ({ session, body }) =>
      sessions.transact(session, async (context, state) => {
        const read = fromState(body, context);
        if (read.faults !== undefined) return refuseBody(read.faults);
        await sessions.replace(state, read.contents);
        return toOk(toState(read.contents));
      }),
    editState: ({ session, body: { edits } }) =>
      sessions.transact(session, async (context) => {
        const edited = applyEdits(await context.store.readAll(), edits, context);
        if ('faults' in edited) return refuseBody(edited.faults);
        await context.store.replaceAll(edited.contents);
        return toOk({ undo: edited.undo });
      }),
    reset: async ({ session }) => {
      await reset(session);
      return { status: 204 };
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
        const { sites, routes, webhooks } = contents;
        const counts = { sites: sites.length, routes: routes.length, webhooks: webhooks.length };
        const info = { name, savedAt: new Date().toISOString(), ...counts };
        await snapshots.put({ info, contents, settings });
        return toOk(info);
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

function createSessionHandlers({
  core: { store, forget },
}: ControlContext): ControlHandlers<'listSessions' | 'deleteSession'> {
  return {
    listSessions: async () => {
      const sessions = await store.listSessions();
      const data = sessions.map(({ name, createdAt }) => {
        return { name, createdAt: new Date(createdAt).toISOString() };
      });
      return toOk({ data });
    },
    deleteSession: async ({ parameters: { name } }) => {
      const detail = 'The default session cannot be deleted. Reset it instead.';
      return name === defaultSession
        ? new ControlRefusal('conflict', detail)
        : toFound(await forget(name), `Session ${name} not found.`);
    },
  };
}

/** Maximum number of simultaneous event streams. */
const mostStreams = 100;

function createJournalHandlers({
  core: { store, events },
}: ControlContext): ControlHandlers<
  'listRequests' | 'clearRequests' | 'exportRequests' | 'streamRequests'
> {
  const { journal } = store;
  const feed = new EventFeed(journal, events);
  return {
    listRequests: async ({ parameters }) => {
      assertOperation(parameters);
      return toOk({ data: await journal.list(parameters) });
    },
    exportRequests: async ({ baseUrl, parameters }) => {
      assertOperation(parameters);
      return toOk({ ...toHar(await journal.list(parameters), baseUrl) });
    },
    clearRequests: async ({ parameters: { session } }) => {
      await journal.clear(session);
      return { status: 204 };
    },
    streamRequests: async ({ request, parameters }) => {
      assertOperation(parameters);
      if (feed.size >= mostStreams) {
        const detail = `${mostStreams} clients already follow events, which is the maximum. Close one.`;
        return new ControlRefusal('conflict', detail);
      }
      const after = readLastId(request.header('last-event-id'), await journal.readLastId());
      return {
        status: 200,
        mediaType: 'text/event-stream',
        // Nginx and compatible proxies would otherwise buffer events.
        headers: ['X-Accel-Buffering', 'no'],
        body: (sink) => feed.add(sink, parameters, after),
      };
    },
  };
}

/** Returns the id of the last request that a client knows; undefined for a new client. */
function readLastId(lastEventId: string | undefined, newest: number): number | undefined {
  const last = Number(lastEventId || Number.NaN);
  if (!Number.isSafeInteger(last) || last < 0) return undefined;
  // The id comes from another mock at this address, so all requests of this mock are newer.
  return last > newest ? 0 : last;
}

/**
 * A misspelled name would match nothing, and a test that expects no request would pass.
 * @throws ControlRefusal when the operation is unknown
 */
function assertOperation<Parameters extends { operation?: string | undefined }>(
  parameters: Parameters,
): asserts parameters is Parameters & Pick<JournalFilter, 'operation'> {
  const { operation } = parameters;
  if (operation === undefined || operationIds.some((id) => id === operation)) return;
  const fault = `must be one of ${operationIds.join(', ')}`;
  throw new ControlRefusal('invalid-parameter', `The parameter operation ${fault}.`, {
    faults: [{ parameter: 'operation', detail: fault }],
  });
}

function createFaultHandlers({
  core: { faults },
}: ControlContext): ControlHandlers<'listFaults' | 'addFault' | 'removeFaults' | 'removeFault'> {
  return {
    listFaults: async () => toOk({ data: await faults.list() }),
    addFault: async ({ body }) => {
      const rule = checkRule(body);
      if ('faults' in rule) return refuseBody(rule.faults);
      return { status: 201, body: await faults.add(rule) };
    },
    removeFaults: async () => {
      await faults.clear();
      return { status: 204 };
    },
    removeFault: async ({ parameters: { id } }) =>
      toFound(await faults.remove(id), `Rule ${id} not found. It may have expired.`),
  };
}

function createClockHandlers({
  core,
}: ControlContext): ControlHandlers<'readClock' | 'freezeClock' | 'resumeClock' | 'advanceClock'> {
  const read = async (session: string) => {
    const clock = core.clockOf(session);
    const now = new Date(await clock.read()).toISOString();
    return toOk({ now, frozen: await clock.frozen });
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

function createWebhookHandlers({
  webhooks,
}: ControlContext): ControlHandlers<
  'listWebhooks' | 'listDeliveries' | 'replayDelivery' | 'triggerEvent'
> {
  return {
    listWebhooks: async ({ session }) => toOk({ data: await webhooks.list(session) }),
    listDeliveries: async ({ session }) => toOk({ data: await webhooks.listDeliveries(session) }),
    replayDelivery: async ({ session, parameters: { id } }) => {
      const replayed = await webhooks.replay(session, id);
      if (typeof replayed === 'object') return { status: 202, body: replayed };
      const missing = `Delivery ${id} not found in session ${session}. It may have been removed.`;
      return replayed === undefined
        ? new ControlRefusal('not-found', missing)
        : new ControlRefusal('conflict', replayed);
    },
    triggerEvent: async ({ request, session, body }) => {
      const trace = readTrace((name) => request.header(name));
      const data = await webhooks.trigger(session, body, trace);
      return typeof data === 'string'
        ? new ControlRefusal('conflict', data)
        : { status: 202, body: { data } };
    },
  };
}
