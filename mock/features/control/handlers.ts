import { createHash } from 'node:crypto';
import {
  type Contract,
  listAssumptions,
  type OpenApiDocument,
  contract as shipped,
} from '../../../contract/index.ts';
import type { FilledParameters, Json, JsonBody } from '../../../contract/operation-types.ts';
import { readAt } from '../../../contract/resolve-reference.ts';
import { toModelJson } from '../../../contract/resources/model-json.ts';
import { readModel } from '../../../contract/resources/read-model.ts';
import type {
  ControlOperationDefaults,
  ControlOperationId,
} from '../../../generated/control-names.ts';
import type { components, operations } from '../../../generated/control-types.ts';
import { version } from '../../../generated/version.js';
import type { MockRequest, StreamBody } from '../../handler.ts';
import { defaultApiKey } from '../../http/security.ts';
import { refuseInvalidBody, refuseInvalidParameters } from '../../http/steps.ts';
import { findService, toKnownInfo } from '../../known-services.ts';
import { Refusal } from '../../refusal.ts';
import { toNameable } from '../../sessions/clock.ts';
import { readContractState } from '../../sessions/contract-state.ts';
import { addRest, mustBeRecords, toReadableState } from '../../sessions/saved-state.ts';
import type { SessionState } from '../../store/store.ts';
import { defaultSession } from '../../store/store.ts';
import { readTrace } from '../../trace.ts';
import { findRuleFaults } from '../faults/fault-rule.ts';
import { toHar } from '../journal/to-har.ts';
import { explainUnknownOperation } from '../known-operations.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import type { ControlledMock } from './controlled-mock.ts';
import { applyRecordEdits, listRecords } from './edit-records.ts';
import { findSnapshot, listSnapshots, removeSnapshot, saveSnapshot } from './snapshots.ts';
import { EventFeed } from './stream-events.ts';

/** The path and query parameters of an operation by name, with defaults filled in. */
export type ControlParameters<Id extends ControlOperationId> = FilledParameters<
  operations[Id],
  ControlOperationDefaults[Id]['parameters']
>;

/** The JSON body of an operation; undefined where it is optional. */
export type ControlBody<Id extends ControlOperationId> = JsonBody<operations[Id]>;

type Responses<Id extends ControlOperationId> = operations[Id]['responses'];
/** The state of another contract than the built-in one has another form. */
type JsonResult<Id extends ControlOperationId> = Id extends 'readState' | 'replaceState'
  ? object
  : Json<Responses<Id>[keyof Responses<Id>]>;

/** Runs an operation. Its status and media type are those in the description of the control surface. */
export type ControlHandler<Id extends ControlOperationId> = (
  call: ControlCall<Id>,
) => Promise<
  [JsonResult<Id>] extends [never] ? string | StreamBody | undefined : JsonResult<Id> & object
>;

/** A request that matches the description of the control surface. */
interface ControlCall<Id extends ControlOperationId> {
  request: MockRequest;
  baseUrl: string;
  parameters: ControlParameters<Id>;
  body: ControlBody<Id>;
  /** The name of the session to control. */
  session: string;
}

/** The handlers of all operations. A new operation does not compile until it has one. */
export type ControlHandlers = { readonly [Id in ControlOperationId]: ControlHandler<Id> };

/** Maximum number of simultaneous event streams. */
const mostStreams = 100;

/** Creates the handlers of all operations of the control surface. */
export function createControlHandlers(mock: ControlledMock, webhooks: Webhooks): ControlHandlers {
  const { store, sessions, faults, metrics } = mock;
  const feed = new EventFeed(store.journal, mock.events);
  const readOnly = { readOnly: true };
  const { listOperationIds } = mock;
  const assertOperation = (name: string | undefined): void => {
    const detail = explainUnknownOperation(name, listOperationIds());
    if (detail !== undefined) throw refuseInvalidParameters([{ parameter: 'operation', detail }]);
  };
  const readClock = async (session: string) => {
    const clock = mock.clockOf(session);
    return { now: new Date(await clock.read()).toISOString(), frozen: await clock.frozen };
  };
  return {
    getHealth: async () => ({ status: 'ok' }),
    getReadiness: async () => {
      const fault = mock.isDraining() ? 'the mock is stopping' : store.fault;
      if (fault !== undefined)
        throw new Refusal('unavailable', `Do not send requests: ${fault}.`, {
          headers: ['Retry-After', '1'],
        });
      return { status: 'ok' };
    },
    readMetrics: async () => metrics.toText(store.fault === undefined),
    getInfo: async ({ baseUrl, session }) => {
      const { apiKeys, facts } = mock;
      const contract = mock.readContract();
      return {
        name: 'site-contract',
        version,
        contractTitle: contract.document.info.title,
        contractVersion: contract.version,
        contractHash: hash(contract),
        seed: sessions.seedOf(session),
        uptimeMs: Date.now() - mock.startedAt,
        startedAt: new Date(mock.startedAt).toISOString(),
        baseUrl,
        apiKeys: [...apiKeys],
        // A custom key is a secret: it must not appear in a command that users share.
        shownApiKey: apiKeys[0] === defaultApiKey ? defaultApiKey : '$API_KEY',
        ...toKnownInfo(facts),
        isBuiltIn: findService(contract) !== undefined,
        sessions: (await store.listSessions()).map(({ name }) => name),
        operations: contract.operations.map(({ id, method, path, summary }) => {
          return { id, method, path, summary };
        }),
        eventTypes: Object.keys(contract.document.webhooks ?? {}),
      };
    },
    listAssumptions: async () => {
      const contract = mock.readContract();
      const requirements = findService(contract)?.requirements ?? {};
      const documented = Object.entries(requirements).map(([id, { level, statement, section }]) => {
        return { id, level, statement, section };
      });
      return { data: toAssumptions(contract.document), documented };
    },
    readContract: async () => ({ ...mock.readContract().document }),

    readResources: async () => ({ ...toModelJson(readModel(mock.readContract())) }),
    listRecords: ({ session }) =>
      sessions.transact(
        session,
        async (_, { records }) => ({
          data: listRecords(mock.readContract(), await records.readAll()),
        }),
        readOnly,
      ),

    readState: ({ session }) =>
      sessions.transact(
        session,
        async (_, { records }) => toReadableState(mock.readContract(), await records.readAll()),
        readOnly,
      ),
    replaceState: ({ session, body }) =>
      sessions.transact(session, async (context, state) => {
        const contract = mock.readContract();
        const read = readContractState(contract, body, context.createUuid);
        if (read.faults !== undefined) throw refuseInvalidBody(read.faults);
        const records =
          findService(contract) === undefined ? readAt(body, ['records', 'rest']) : [];
        const contents = addRest(read.contents, records);
        if (contents === undefined)
          throw refuseInvalidBody([{ pointer: '/records/rest', detail: mustBeRecords }]);
        await sessions.replace(state, contents);
        return toReadableState(contract, contents);
      }),
    editState: ({ session, body: { edits } }) =>
      sessions.transact(session, async (context, state) => {
        const contract = mock.readContract();
        const stored = await state.records.readAll();
        const apply = findService(contract)?.applyEdits ?? applyRecordEdits;
        const { contents, undo } = await apply(contract, stored, edits, context.createUuid);
        await sessions.replace(state, contents);
        return { undo };
      }),
    reset: async ({ session }) => void (await mock.reset(session)),

    listSnapshots: ({ session }) =>
      store.transaction(
        session,
        async ({ ownRecords }) => ({ data: await listSnapshots(ownRecords) }),
        readOnly,
      ),
    saveSnapshot: ({ session, parameters: { name } }) =>
      store.transaction(session, (state) => saveSnapshot(mock.readContract(), state, name)),
    restoreSnapshot: async ({ session, parameters: { name } }) => {
      const find = ({ ownRecords }: SessionState) => findSnapshot(ownRecords, name);
      const saved = store.transaction(session, find, readOnly);
      return void (await sessions.restore(session, found(await saved, `Snapshot ${name}`)));
    },
    deleteSnapshot: async ({ session, parameters: { name } }) => {
      const remove = ({ ownRecords }: SessionState) => removeSnapshot(ownRecords, name);
      const existed = store.transaction(session, remove);
      return void found(await existed, `Snapshot ${name}`);
    },

    listSessions: async () => ({
      data: (await store.listSessions()).map(({ name, createdAt }) => {
        return { name, createdAt: new Date(createdAt).toISOString() };
      }),
    }),
    deleteSession: async ({ parameters: { name } }) => {
      if (name === defaultSession)
        throw new Refusal('conflict', 'The default session can only be reset, not deleted.');
      return void found(await mock.forget(name), `Session ${name}`);
    },

    listRequests: async ({ parameters }) => {
      assertOperation(parameters.operation);
      return { data: await store.journal.list(parameters) };
    },
    exportRequests: async ({ baseUrl, parameters }) => {
      assertOperation(parameters.operation);
      return { ...toHar(await store.journal.list(parameters), baseUrl) };
    },
    clearRequests: async ({ parameters }) => void (await store.journal.clear(parameters.session)),
    streamRequests: async ({ request, parameters }) => {
      assertOperation(parameters.operation);
      if (feed.size >= mostStreams)
        throw new Refusal('conflict', `${mostStreams} clients already follow events. Close one.`);
      const after = readLastId(request.header('last-event-id'), await store.journal.readLastId());
      return (sink) => feed.add(sink, parameters, after);
    },

    listFaults: async () => ({ data: await faults.list() }),
    addFault: async ({ body }) => {
      const wrong = findRuleFaults(body, listOperationIds());
      if (wrong.length > 0) throw refuseInvalidBody(wrong);
      return faults.add(body);
    },
    removeFaults: async () => void (await faults.clear()),
    removeFault: async ({ parameters: { id } }) =>
      void found(await faults.remove(id), `Rule ${id}`),

    readClock: ({ session }) => readClock(session),
    freezeClock: async ({ session, body }) => {
      const at = body?.at === undefined ? undefined : Date.parse(body.at);
      // Neither a leap second nor a year that differs in UTC can be written.
      const detail = 'must be a time in the years 0000 to 9999 in UTC';
      if (at !== undefined && at !== toNameable(at))
        throw refuseInvalidBody([{ pointer: '/at', detail }]);
      await mock.clockOf(session).freeze(at);
      return readClock(session);
    },
    resumeClock: async ({ session }) => {
      await mock.clockOf(session).resume();
      return readClock(session);
    },
    advanceClock: async ({ session, body: { milliseconds } }) => {
      await mock.clockOf(session).advance(milliseconds);
      return readClock(session);
    },

    listWebhooks: async ({ session }) => ({ data: await webhooks.list(session) }),
    listDeliveries: async ({ session }) => ({ data: await webhooks.listDeliveries(session) }),
    replayDelivery: ({ session, parameters: { id } }) => webhooks.replay(session, id),
    triggerEvent: async ({ request, session, body }) => {
      const trace = readTrace((name) => request.header(name));
      return { data: await webhooks.trigger(session, body, trace) };
    },
  };
}

/** @throws Refusal when the item did not exist */
function found<Item>(item: Item | undefined | false, name: string): Item {
  if (item === undefined || item === false) throw new Refusal('not-found', `${name} not found.`);
  return item;
}

function hash({ document }: Contract): string {
  return createHash('sha256').update(JSON.stringify(document)).digest('hex');
}

/** Values and reasons that differ from those of the included contract were observed. */
function toAssumptions(document: OpenApiDocument): components['schemas']['Assumption'][] {
  return listAssumptions(document).map((assumption) => {
    const { id, question, section, value, known, open, reason } = assumption;
    const ours = shipped.document['x-assumptions'][id];
    const source = ours?.value === value && ours.reason === reason ? 'assumed' : 'observed';
    const openness = open === undefined ? {} : { open };
    return { id, question, section, value, known, ...openness, reason, source };
  });
}

/** Returns the id of the last request that a client received; undefined for a new client. */
function readLastId(lastEventId: string | undefined, newest: number): number | undefined {
  const last = Number(lastEventId || Number.NaN);
  if (!Number.isSafeInteger(last) || last < 0) return undefined;
  // The id comes from another mock at this address, so all requests of this mock are newer.
  return last > newest ? 0 : last;
}
