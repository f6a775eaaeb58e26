import { type Contract, contract as defaultContract } from '../contract/index.ts';
import { assertSeed, createSeed } from '../contract/random.ts';
import { toVisibleLine } from '../writers/terminal-text.ts';
import { createMockEvents, guardListener } from './events.ts';
import type { ControlledMock } from './features/control/controlled-mock.ts';
import {
  createStoredFaults,
  type FirstRules,
  faultsSlot,
  resetRules,
  toFaultsState,
} from './features/faults/create-faults.ts';
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
import { defaultSession, type Store } from './store/store.ts';

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

/**
 * Creates a mock, and the request handler for its adapters.
 * @param readTime the source of its clock; undefined for a fixed start, and a second more with each request
 */
function createCore(
  options: CoreOptions,
  store: Store,
  readTime: (() => number) | undefined,
): Core {
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
    createId,
  } = options;
  assertSeed(seed);
  const time = new Time(readTime);
  const features = [webhookData];
  const sessions = new Sessions({ store, time, contract, contents, createId, features });
  const events = createMockEvents();
  const firstFaults = toFaultsState(initialRules, undefined, listIds(contract));
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
      known: options,
      bodyLimit,
      onError,
    });
  let service = serve(contract);
  const readService = (): Service => service;
  const listOperationIds = (): string[] => listIds(service.contract);
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
  const firstRules = { state: firstFaults, listOperationIds };
  return {
    handler,
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
      service = serve(next);
      sessions.useContract(next);
    },
    drain: () => {
      isDraining = true;
    },
    isDraining: () => isDraining,
    startedAt: Date.now(),
    events,
    reset,
    forget,
    onError,
  };

  async function resetFaults(session: string): Promise<void> {
    const { shared } = await store.readSettings(defaultSession);
    // Without changes since the start, there is nothing to reset.
    if (faultsSlot.read(shared) === undefined) return;
    await store.changeShared((settings) => {
      const before = faultsSlot.read(settings) ?? firstFaults;
      const after = resetRules(before, session, initialRules);
      return { settings: faultsSlot.write(settings, after), result: undefined };
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
}

const listIds = ({ operations }: Contract): string[] => operations.map(({ id }) => id);

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
