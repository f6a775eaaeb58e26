import { type Contract, contract as defaultContract } from '../contract/index.ts';
import { createRedactor } from '../writers/redact.ts';
import { accessMemory, accessStore } from './access-settings.ts';
import { createFetch } from './adapters/fetch.ts';
import { checkRequest } from './features/check-request.ts';
import {
  createFaults,
  type Faults,
  hasResettable,
  resetRules,
  toFaultsState,
} from './features/faults/create-faults.ts';
import { injectFaults } from './features/faults/inject-faults.ts';
import {
  createOwnJournal,
  createStoredJournal,
  createSubscriptions,
  recordRequests,
  toSessionJournal,
} from './features/journal/create-journal.ts';
import { Metrics } from './features/metrics.ts';
import { preferReplies } from './features/prefer/prefer.ts';
import {
  compose,
  createWholeRequest,
  type Handler,
  type Middleware,
  type MockReply,
  type WholeRequest,
} from './handler.ts';
import { listWorkspaces } from './http/check-head.ts';
import { createCors } from './http/cors.ts';
import { explainError } from './http/problems.ts';
import { createMockEvents, guardListener, type MockEvents } from './mock-events.ts';
import { type CoreOptions, defaultApiKey, type RequestLogEntry } from './mock-options.ts';
import type { MockClock, MockCore, StoredCore } from './mock-types.ts';
import { behaviours as ownBehaviours } from './operations/index.ts';
import type { Either } from './promised.ts';
import { Refusal } from './refusal.ts';
import { createService, type Service } from './service.ts';
import { defaultSession } from './session-name.ts';
import { Time } from './sessions/clock.ts';
import { createClock } from './sessions/create-clock.ts';
import { assertSeed, createSeed } from './sessions/random-ids.ts';
import { assertSessionName, type MockSnapshot, Sessions } from './sessions/sessions.ts';
import { emptyContents } from './store/contents.ts';
import { MemoryStore } from './store/memory-store.ts';
import { everySession, type Store } from './store/store.ts';

const redactor = createRedactor({ keepsStart: true });

/** A mock with the internals that its features need. */
export interface Core<Api extends MockCore | StoredCore = MockCore | StoredCore> {
  core: Api;
  /** Handles the requests that adapters receive. */
  handler: Handler;
  store: Store;
  /** Whether the state is only in the memory of this process. */
  isOwn: boolean;
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
 * Creates a mock, and the request handler for its adapters.
 * @param now returns milliseconds since an arbitrary moment, to measure durations
 * @param given stores the state. Default: the memory of this process
 */
export function createCore(options: CoreOptions, now: () => number): Core<MockCore>;
export function createCore(options: CoreOptions, now: () => number, given: Store): Core<StoredCore>;
export function createCore(options: CoreOptions, now: () => number, given?: Store): Core {
  const {
    contract: firstContract = defaultContract,
    contents = emptyContents,
    apiKeys = [defaultApiKey],
    faults: initialRules = [],
    journal: journalSize = 250,
    onRequest,
    onError = (line) => console.error(`site-contract mock: ${line}`),
    workspaces,
    createId,
  } = options;
  const { bodyLimit = firstContract.assumptions['body-size-limit'], seed = createSeed() } = options;
  assertSeed(seed);
  const memory = new MemoryStore();
  const store = given ?? memory;
  const access = given === undefined ? accessMemory(memory) : accessStore(given);
  // A clock that steps would advance separately on each of several mocks.
  const isStepping = options.seed !== undefined && given === undefined;
  const time = new Time(options.clock ?? (isStepping ? undefined : Date.now));
  const sessions = new Sessions({ store, time, contract: firstContract, contents, createId });
  const events = createMockEvents();
  const firstFaults = toFaultsState(initialRules);
  store.attach({
    seed,
    journalSize,
    readContents: () => sessions.contents,
    onError,
    onRemove: (session) => void afterRemoval(session),
  });
  store.watch((change) => {
    if (change.type === 'delivery') events.emit({ type: 'delivery', data: change.delivery });
    else events.emit({ type: 'changed', data: { session: change.session } });
  });

  const cors = createCors(options.cors);
  const behaviours = { ...ownBehaviours, ...options.behaviours };
  const shared = { behaviours, sessions, apiKeys, workspaces, cors, bodyLimit, onError };
  let service = createService({ contract: firstContract, ...shared });
  const readService = (): Service => service;
  const metrics = new Metrics(now);
  const features: Middleware[] = [
    metrics.middleware,
    ...(onRequest === undefined ? [] : [logRequests(onRequest, onError, now)]),
    ...(journalSize === 0 ? [] : [recordRequests(store.journal, now)]),
    injectFaults(store, readService, firstFaults),
    preferReplies(readService),
  ];
  const inner = compose(features, (request) => service.handle(request));
  const handler: Handler = async (request) => {
    try {
      const checked = await checkRequest(request, service);
      if (checked !== undefined) return checked;
      await sessions.open(request);
      return await inner(request);
    } catch (error) {
      // A bug in a feature must not end the connection, or the process.
      const { detail, line } = explainError(error, undefined);
      onError(`500 ${request.method} ${request.path}: ${line}`);
      return service.refuse(request, undefined, new Refusal('internal-error', detail));
    }
  };

  const resetFaults = async (session: string): Promise<void> => {
    const { shared } = await store.readSettings(everySession);
    if (!hasResettable(shared.faults ?? firstFaults, session, initialRules)) return;
    await store.transaction(everySession, async (state) => {
      const { settings } = state;
      const faults = resetRules(settings.faults ?? firstFaults, session, initialRules);
      state.putSettings({ ...settings, faults });
    });
  };
  const afterRemoval = async (session: string): Promise<void> => {
    await resetFaults(session);
    events.emit({ type: 'changed', data: { session } });
  };
  const reset = async (session: string): Promise<void> => {
    await sessions.reset(session);
    await store.journal.clear(session);
    await afterRemoval(session);
  };
  const forget = async (session: string): Promise<boolean> => {
    const existed = await store.deleteSession(session);
    if (existed) await afterRemoval(session);
    return existed;
  };

  /** The caller may change the headers of the reply, which the journal keeps. */
  const handleWhole = async (request: WholeRequest): Promise<MockReply> => {
    const reply = await handler(createWholeRequest(request));
    return { ...reply, headers: [...reply.headers] };
  };
  let isDraining = false;
  const toAnySession = (name: string) => ({
    handle: (request: WholeRequest) => handleWhole({ ...request, sessionName: name }),
    fetch: createFetch(
      (request) => handler(Object.assign(request, { sessionName: name })),
      bodyLimit,
    ),
    reset: () => reset(name),
    snapshot: () => sessions.snapshot(name),
    restore: (snapshot: MockSnapshot) => sessions.restore(name, snapshot),
  });
  const common = {
    handle: handleWhole,
    fetch: createFetch(handler, bodyLimit),
    reset: () => reset(defaultSession),
    snapshot: () => sessions.snapshot(defaultSession),
    restore: (snapshot: MockSnapshot) => sessions.restore(defaultSession, snapshot),
    get contract() {
      return service.contract;
    },
    get seed() {
      return sessions.seedOf(defaultSession);
    },
    apiKeys,
    workspaces: listWorkspaces(firstContract, workspaces),
    bodyLimit,
    useContract: (contract: Contract) => {
      service = createService({ contract, ...shared });
      sessions.useContract(contract);
    },
    useContents: async (other: typeof contents) => {
      for (const session of await sessions.useContents(other))
        events.emit({ type: 'changed', data: { session } });
    },
    drain: () => {
      isDraining = true;
    },
  };
  const openSession = (name: string) => {
    assertSessionName(name);
    return Object.assign(toAnySession(name), { name, seed: sessions.seedOf(name) });
  };
  const subscriptions = createSubscriptions(store.journal, onError);
  const clockOf = (session: string) => createClock(session, access, time, events);
  const faults = createFaults(access, firstFaults);
  const createOwn = (): MockCore => {
    const own = accessMemory(memory);
    const journal = { ...createOwnJournal(memory.ownJournal), ...subscriptions };
    return Object.assign(common, {
      clock: createClock(defaultSession, own, time, events),
      journal,
      faults: createFaults(own, firstFaults),
      session: (name: string) => {
        const session = openSession(name);
        memory.session(name);
        return Object.assign(session, {
          clock: createClock(name, own, time, events),
          journal: toSessionJournal(journal, name),
          faults: createFaults(own, firstFaults, name),
        });
      },
    });
  };
  const createStored = (): StoredCore => {
    const journal = { ...createStoredJournal(store.journal), ...subscriptions };
    return Object.assign(common, {
      clock: createClock(defaultSession, access, time, events),
      journal,
      faults: createFaults(access, firstFaults),
      session: (name: string) =>
        Object.assign(openSession(name), {
          clock: createClock(name, access, time, events),
          journal: toSessionJournal(journal, name),
          faults: createFaults(access, firstFaults, name),
        }),
    });
  };
  return {
    core: given === undefined ? createOwn() : createStored(),
    handler,
    store,
    isOwn: given === undefined,
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
}

/** Calls a listener after each reply. */
function logRequests(
  onRequest: (entry: RequestLogEntry) => void,
  onError: (line: string) => void,
  now: () => number,
): Middleware {
  const tell = guardListener(onRequest, 'onRequest', onError);
  return async (request, next) => {
    const start = now();
    const reply = await next(request);
    const { method, path, query } = request;
    const { status, operation, faults, ignored = [], delayMs = 0 } = reply;
    const durationMs = now() - start + delayMs;
    const outcome = { status, operation, faults, ignored, durationMs };
    tell({ method, path, query: redactor.text(query), ...outcome });
    return reply;
  };
}
