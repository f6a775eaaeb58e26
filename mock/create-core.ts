import { type Contract, contract as defaultContract } from '../contract/index.ts';
import { assertSeed, createSeed } from '../contract/random.ts';
import { toVisibleLine } from '../writers/terminal-text.ts';
import { createFetch } from './adapters/fetch.ts';
import { createMockEvents, guardListener, type MockEvents } from './events.ts';
import {
  createFaults,
  type Faults,
  resetRules,
  toFaultsState,
} from './features/faults/create-faults.ts';
import { injectFaults } from './features/faults/inject-faults.ts';
import {
  createJournal,
  type Journal,
  RequestRecord,
  toSessionJournal,
} from './features/journal/create-journal.ts';
import { Metrics } from './features/metrics.ts';
import { preferReplies } from './features/prefer/prefer.ts';
import { deliveryKind } from './features/webhooks/delivery.ts';
import {
  compose,
  createWholeRequest,
  defaultSession,
  type Handler,
  type Middleware,
  type WholeRequest,
} from './handler.ts';
import { createService, refuseBug, type Service } from './http/handle-request.ts';
import { createCors } from './http/respond.ts';
import { listWorkspaces } from './http/steps.ts';
import { toMiddleware } from './middleware.ts';
import { type CoreOptions, defaultApiKey, type MockCore, type Stored } from './mock-types.ts';
import {
  assertSessionName,
  createClock,
  type MockClock,
  type MockSnapshot,
  Sessions,
  Time,
} from './sessions/sessions.ts';
import { accessMemory, MemoryStore } from './store/memory-store.ts';
import { accessStore, type Either, everySession, type Store } from './store/store.ts';

/** A mock with the internals that its features need. */
export interface Core {
  core: Stored<MockCore, true>;
  /** Handles the requests that adapters receive. */
  handler: Handler;
  store: Store;
  sessions: Sessions;
  faults: Either<Faults>;
  clockOf(session: string): Either<MockClock>;
  metrics: Metrics;
  readService(): Service;
  /** Whether `drain` was called. */
  isDraining(): boolean;
  /** The time of the start, in milliseconds since 1970. */
  startedAt: number;
  /** Events besides requests. */
  events: MockEvents;
  /** Resets a session to the initial data, with its journal, deliveries and fault rules. */
  reset(session: string): Promise<void>;
  /** Deletes a session. @returns whether it existed and could be deleted */
  forget(session: string): Promise<boolean>;
  /** Called with one line for each bug. */
  onError(line: string): void;
}

/**
 * Returns milliseconds since an arbitrary moment. `performance` would load nine modules of Node with the first request;
 * browsers have nothing else.
 */
function readTimer(): number {
  if (typeof process !== 'object' || process.hrtime === undefined) return performance.now();
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}

/**
 * Creates a mock, and the request handler for its adapters.
 * @param given stores the state. Default: the memory of this process
 */
export function createCore(options: CoreOptions, given?: Store): Core {
  const {
    contract = defaultContract,
    contents = [],
    apiKeys = [defaultApiKey],
    faults: initialRules = [],
    journal: journalSize = 250,
    seed = createSeed(),
    bodyLimit = contract.assumptions['body-size-limit'],
    onRequest,
    onError = (line) => console.error(`site-contract mock: ${toVisibleLine(line)}`),
    workspaces,
    createId,
  } = options;
  assertSeed(seed);
  const memory = new MemoryStore();
  const store = given ?? memory;
  // A clock that steps would advance separately on each of several mocks.
  const isStepping = options.seed !== undefined && given === undefined;
  const time = new Time(options.clock ?? (isStepping ? undefined : Date.now));
  const sessions = new Sessions({
    store,
    time,
    contract,
    contents,
    createId,
    resetKinds: [deliveryKind.name],
  });
  const events = createMockEvents();
  const firstFaults = toFaultsState(initialRules, undefined, listOperationIds(contract));
  store.attach({
    seed,
    journalSize,
    readContents: () => sessions.contents,
    onError,
    onChange: (session) => events.emit({ type: 'changed', data: { session } }),
    watchedKinds: [deliveryKind.name],
    onOwnRecord: (record) => {
      if (deliveryKind.has(record)) events.emit({ type: 'delivery', data: record.value });
    },
  });

  const serve = (served: Contract): Service =>
    createService({
      contract: served,
      behaviours: options.behaviours ?? {},
      sessions,
      apiKeys,
      workspaces,
      bodyLimit,
      onError,
    });
  let service = serve(contract);
  const readService = (): Service => service;
  const listCurrentIds = (): string[] => listOperationIds(service.contract);
  const metrics = new Metrics();
  const log = onRequest && guardListener(onRequest, 'onRequest', onError);
  /** Opens the session of a request, and passes its reply to the journal, the metrics and the log. */
  const serveSession: Middleware = async (request, next) => {
    try {
      await sessions.open(request);
      const start = readTimer();
      const reply = await next(request);
      const durationMs = readTimer() - start;
      const record = new RequestRecord(request, reply, durationMs);
      if (journalSize > 0) await store.journal.append(record);
      metrics.count(reply, durationMs);
      log?.(record.toSummary(), () => record.toEntry());
      return reply;
    } catch (error) {
      // A bug in a feature must not end the connection, or the process.
      return refuseBug({ refuse: service.refuse, onError }, request, undefined, error);
    }
  };
  const handler = compose(
    [
      checkRequests(readService),
      serveSession,
      ...toMiddleware(options.middleware ?? []),
      createCors(options.cors),
      injectFaults(store, readService, firstFaults),
    ],
    preferReplies(readService),
  );
  let isDraining = false;
  const access = given === undefined ? accessMemory(memory) : accessStore(given);
  const faults = createFaults(access, firstFaults, listCurrentIds);
  const clockOf = (session: string) => createClock(session, access, time, events);
  return {
    core: createApi(createJournal(store.journal, given === undefined, listCurrentIds, onError)),
    handler,
    store,
    sessions,
    faults,
    clockOf,
    metrics,
    readService,
    isDraining: () => isDraining,
    startedAt: Date.now(),
    events,
    reset,
    forget,
    onError,
  };

  async function resetFaults(session: string): Promise<void> {
    const { shared } = await store.readSettings(everySession);
    // Without changes since the start, there is nothing to reset.
    if (shared.faults === undefined) return;
    await store.transaction(everySession, async (state) => {
      const { settings } = state;
      const faults = resetRules(settings.faults ?? firstFaults, session, initialRules);
      state.putSettings({ ...settings, faults });
    });
  }

  async function afterRemoval(session: string): Promise<void> {
    await resetFaults(session);
    events.emit({ type: 'changed', data: { session } });
  }

  async function reset(session: string): Promise<void> {
    await sessions.reset(session);
    await store.journal.clear(session);
    await afterRemoval(session);
  }

  async function forget(session: string): Promise<boolean> {
    const existed = await store.deleteSession(session);
    if (existed) await afterRemoval(session);
    return existed;
  }

  /** Returns the methods for one session; those of the mock leave the choice to each request. */
  function createMethods(name?: string) {
    const session = name ?? defaultSession;
    const handle: Handler = (request) =>
      handler(name === undefined ? request : Object.assign(request, { sessionName: name }));
    return {
      handle: async (request: WholeRequest) => {
        const reply = await handle(createWholeRequest(request));
        // The caller may change the headers, which the journal keeps.
        return { ...reply, headers: [...reply.headers] };
      },
      fetch: createFetch(handle, bodyLimit),
      reset: () => reset(session),
      snapshot: () => sessions.snapshot(session),
      restore: (snapshot: MockSnapshot) => sessions.restore(session, snapshot),
    };
  }

  /** Creates the public members of the mock, which return promises unless the state is in memory. */
  function createApi(journal: Either<Journal>): Stored<MockCore, true> {
    return {
      ...createMethods(),
      get seed() {
        return sessions.seedOf(defaultSession);
      },
      get contract() {
        return service.contract;
      },
      apiKeys,
      workspaces: listWorkspaces(contract, workspaces),
      bodyLimit,
      clock: clockOf(defaultSession),
      journal,
      faults,
      useContract: (next) => {
        service = serve(next);
        sessions.useContract(next);
      },
      useContents: async (next) => {
        for (const session of await sessions.useContents(next))
          events.emit({ type: 'changed', data: { session } });
      },
      drain: () => {
        isDraining = true;
      },
      session: (name) => {
        assertSessionName(name);
        if (given === undefined) memory.session(name);
        return {
          ...createMethods(name),
          name,
          seed: sessions.seedOf(name),
          clock: clockOf(name),
          journal: toSessionJournal(journal, name),
          faults: createFaults(access, firstFaults, listCurrentIds, name),
        };
      },
    };
  }
}

const listOperationIds = ({ operations }: Contract): string[] => operations.map(({ id }) => id);

/**
 * The middleware that validates a request with the header `X-Mock-Check` without running or recording it: it replies with
 * 204, or with the refusal. The page checks requests with it while they are typed.
 */
function checkRequests(readService: () => Service): Middleware {
  const valid = { status: 204, headers: [], body: undefined, operation: undefined, faults: [] };
  return (request, next) =>
    request.header('x-mock-check') === undefined
      ? next(request)
      : readService().handle(request, () => valid);
}
