import { type Contract, contract as defaultContract } from '../contract/index.ts';
import { assertSeed, createSeed } from '../contract/random.ts';
import { toVisibleLine } from '../writers/terminal-text.ts';
import { createMockEvents, guardListener, type MockEvents } from './events.ts';
import type { ControlledMock } from './features/control/controlled-mock.ts';
import {
  createStoredFaults,
  type FirstRules,
  faultsSlot,
  resetRules,
  toFaultsState,
} from './features/faults/create-faults.ts';
import type { FaultRuleOptions, FaultsState } from './features/faults/fault-rule.ts';
import { injectFaults } from './features/faults/inject-faults.ts';
import { RequestRecord } from './features/journal/create-journal.ts';
import { Metrics } from './features/metrics.ts';
import { preferReplies } from './features/prefer/prefer.ts';
import { deliveryKind, webhookData } from './features/webhooks/delivery.ts';
import { compose, type Handler, type Middleware, type MockReply, toPairs } from './handler.ts';
import { createService, refuseBug, type Service } from './http/handle-request.ts';
import { createCors } from './http/respond.ts';
import { defaultApiKey } from './http/security.ts';
import { readFacts } from './known-services.ts';
import { toMiddleware } from './middleware.ts';
import type { CoreOptions } from './mock-types.ts';
import { createStoredClock, Time } from './sessions/clock.ts';
import { Sessions } from './sessions/sessions.ts';
import { MemoryStore } from './store/memory-store.ts';
import { type AttachedMock, defaultSession, type Store } from './store/store.ts';

/** A mock with the internals that its features and its public members need. */
export interface Core extends ControlledMock {
  /** Handles the requests that adapters receive. */
  handler: Handler;
  time: Time;
  /** The maximum size of a request body, in bytes. */
  bodyLimit: number;
  /** The fault rules before any change. */
  firstRules: FirstRules;
  /** Serves another contract. @throws Error when the mock cannot serve it */
  useContract(contract: Contract): void;
  /** Makes the mock report itself as not ready. */
  drain(): void;
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

/** Creates a mock with its state in the memory of this process. */
export function createMemoryCore(options: CoreOptions): { core: Core; memory: MemoryStore } {
  const memory = new MemoryStore();
  const source = options.seed === undefined ? Date.now : undefined;
  const core = createCore(options, memory, options.clock ?? source);
  return { core, memory };
}

/** Creates a mock with its state in a store. A clock that steps would advance separately on each of several mocks. */
export function createStoredCore(options: CoreOptions, store: Store): Core {
  return createCore(options, store, options.clock ?? Date.now);
}

function withDefaults({
  contract = defaultContract,
  apiKeys = [defaultApiKey],
  faults: initialRules = [],
  journal: journalSize = 250,
  seed = createSeed(),
  bodyLimit = contract.assumptions['body-size-limit'],
  onError = (line) => console.error(`site-contract mock: ${toVisibleLine(line)}`),
}: CoreOptions) {
  return { contract, apiKeys, initialRules, journalSize, seed, bodyLimit, onError };
}

/** The source of the clock. Undefined for a fixed start, and a second more with each request. */
type TimeSource = (() => number) | undefined;

/** Creates a mock, and the request handler for its adapters. */
function createCore(options: CoreOptions, store: Store, readTime: TimeSource): Core {
  const { contract, apiKeys, initialRules, journalSize, seed, bodyLimit, onError } =
    withDefaults(options);
  assertSeed(seed);
  const time = new Time(readTime);
  const { contents = [], createId } = options;
  const records = { contract, contents, createId, features: [webhookData] };
  const sessions = new Sessions({ store, time, ...records });
  const events = createMockEvents();
  store.attach({ seed, journalSize, onError, ...toStoreListeners(sessions, events) });

  const behaviours = options.behaviours ?? {};
  const served = { behaviours, sessions, apiKeys, known: options, bodyLimit, onError };
  let service = createService({ ...served, contract });
  const readService = (): Service => service;
  const listOperationIds = (): string[] => listIds(service.contract);
  const firstFaults = toFaultsState(initialRules, undefined, listIds(contract));
  const firstRules = { state: firstFaults, listOperationIds };
  const metrics = new Metrics();
  const recording = {
    sessions,
    store,
    journalSize,
    metrics,
    onRequest: options.onRequest,
    onError,
  };
  const layers = [
    checkRequests(readService),
    serveSessions(readService, recording),
    ...toMiddleware(options.middleware ?? []),
    createCors(options.cors),
    injectFaults(store, readService, firstFaults),
  ];
  return {
    handler: compose(layers, preferReplies(readService)),
    store,
    sessions,
    time,
    bodyLimit,
    firstRules,
    faults: createStoredFaults(store, firstRules),
    clockOf: (session) => createStoredClock(session, store, time, events),
    metrics,
    apiKeys,
    facts: readFacts(contract, options),
    readContract: () => service.contract,
    listOperationIds,
    useContract: (next) => {
      service = createService({ ...served, contract: next });
      sessions.useContract(next);
    },
    startedAt: Date.now(),
    events,
    ...createDrain(),
    ...createRemoval({ store, sessions, events, initialRules, firstFaults }),
    onError,
  };
}

/** What the store asks for, and the events that follow from its changes. */
function toStoreListeners(
  sessions: Sessions,
  events: MockEvents,
): Pick<AttachedMock, 'readContents' | 'onChange' | 'watchedKinds' | 'onOwnRecord'> {
  return {
    readContents: () => sessions.contents,
    onChange: (session) => events.emit({ type: 'changed', data: { session } }),
    watchedKinds: [deliveryKind.name],
    onOwnRecord: (record) => {
      if (deliveryKind.has(record)) events.emit({ type: 'delivery', data: record.value });
    },
  };
}

function createDrain(): Pick<Core, 'drain' | 'isDraining'> {
  let isDraining = false;
  return {
    drain: () => {
      isDraining = true;
    },
    isDraining: () => isDraining,
  };
}

interface Recording {
  sessions: Sessions;
  store: Store;
  /** Number of entries of the journal; 0 turns it off. */
  journalSize: number;
  metrics: Metrics;
  onRequest: CoreOptions['onRequest'];
  onError(line: string): void;
}

/** Opens the session of a request, and passes its reply to the journal, the metrics and the log. */
function serveSessions(
  readService: () => Service,
  { sessions, store, journalSize, metrics, onRequest, onError }: Recording,
): Middleware {
  const log = onRequest && guardListener(onRequest, 'onRequest', onError);
  return async (request, next) => {
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
      return refuseBug({ refuse: readService().refuse, onError }, request, undefined, error);
    }
  };
}

interface RemovalOptions {
  store: Store;
  sessions: Sessions;
  events: MockEvents;
  initialRules: readonly FaultRuleOptions[];
  firstFaults: FaultsState;
}

/** Creates the functions that reset a session, and delete it, with its requests and fault rules. */
function createRemoval({
  store,
  sessions,
  events,
  initialRules,
  firstFaults,
}: RemovalOptions): Pick<Core, 'reset' | 'forget'> {
  const resetFaults = async (session: string): Promise<void> => {
    const { shared } = await store.readSettings(defaultSession);
    // Without changes since the start, there is nothing to reset.
    if (faultsSlot.read(shared) === undefined) return;
    await store.changeShared((settings) => {
      const before = faultsSlot.read(settings) ?? firstFaults;
      const after = resetRules(before, session, initialRules);
      return { settings: faultsSlot.write(settings, after), result: undefined };
    });
  };
  const afterRemoval = async (session: string): Promise<void> => {
    await resetFaults(session);
    events.emit({ type: 'changed', data: { session } });
  };
  return {
    reset: async (session) => {
      await sessions.reset(session);
      await store.journal.clear(session);
      await afterRemoval(session);
    },
    forget: async (session) => {
      const existed = await store.deleteSession(session);
      if (existed) await afterRemoval(session);
      return existed;
    },
  };
}

function listIds({ operations }: Contract): string[] {
  return operations.map(({ id }) => id);
}

/**
 * The middleware that validates a request with the header `X-Mock-Check` without running or recording it: it replies with
 * 204, or with the refusal. The page checks requests with it while they are typed.
 */
function checkRequests(readService: () => Service): Middleware {
  const valid = { status: 204, headers: [], body: undefined, operation: undefined, faults: [] };
  return async (request, next) => {
    if (request.header('x-mock-check') === undefined) return next(request);
    const reply = await readService().handle(request, () => valid);
    return reply.status === valid.status ? reply : toCheckProblem(reply);
  };
}

/** A refusal as problem details (RFC 9457): the contract may document errors in any other form. */
function toCheckProblem(reply: MockReply): MockReply {
  const problemType = 'application/problem+json';
  const type = toPairs(reply.headers).find(([name]) => name.toLowerCase() === 'content-type');
  if (type?.[1].startsWith(problemType)) return reply;
  const title = 'The request does not match the contract';
  const body = JSON.stringify({ title, status: reply.status, errors: reply.faults });
  const length = String(new TextEncoder().encode(body).length);
  const headers = ['Content-Type', problemType, 'Content-Length', length];
  return { ...reply, headers, body };
}
