import { type Contract, contract as defaultContract } from '../contract/index.ts';
import { createRedactor } from '../writers/redact.ts';
import { createFetch } from './adapters/fetch.ts';
import { joinHalves } from './adapters/join-halves.ts';
import type { AnyKind, Core, CoreSession, MockCore } from './core.ts';
import { createFaults, toSessionFaults } from './features/faults/create-faults.ts';
import { createJournal, toSessionJournal } from './features/journal/create-journal.ts';
import { createPreferences } from './features/prefer/prefer.ts';
import { listWorkspaces } from './http/check-head.ts';
import { handleWhole } from './http/handle-request.ts';
import { createPipeline, type Middleware } from './middleware.ts';
import { createMockEvents, guardListener } from './mock-events.ts';
import { type CoreOptions, defaultApiKey, type RequestLogEntry } from './mock-options.ts';
import { defaultSession } from './mock-request.ts';
import { Refusal } from './refusal.ts';
import { createSession, type Session } from './sessions/create-session.ts';
import { deriveSeed } from './sessions/seeded.ts';
import { Sessions } from './sessions/sessions.ts';
import { isShared, shareClock, shareFaults } from './sharing.ts';
import { type Answer, emptyContents, whenAnswered } from './store/store.ts';

const redactor = createRedactor({ keepsStart: true });

/**
 * Creates a mock, and the request handler for its adapters.
 * @param now returns milliseconds since an arbitrary moment, to measure durations
 */
export function createCore(options: CoreOptions, now: () => number): Core {
  const {
    apiKeys = [defaultApiKey],
    journal: journalSize = 250,
    onRequest,
    onError = (line) => console.error(`site-contract mock: ${line}`),
  } = options;
  let { contract = defaultContract, contents = emptyContents } = options;
  const { bodyLimit = contract.assumptions['body-size-limit'] } = options;
  const settingsOf = (name: string) => ({ name, contract, bodyLimit, onError });
  // Only the default session uses the given store, records and seed. The others start with the same initial data.
  const { store: _, records: __, seed: given, ...others } = options;
  const sharing = isShared(options.store)
    ? options.store.join({ seed: given, journalSize, readStart: () => contents, onError })
    : undefined;
  const toOwnSeed = (name: string) =>
    given === undefined ? {} : { seed: deriveSeed(given, name) };
  const sessions = new Sessions({
    create: (name) => {
      const settings = { ...settingsOf(name), shared: sharing?.openPart(name) };
      return name === defaultSession
        ? createSession(options, settings)
        : createSession({ ...others, ...toOwnSeed(name), contents }, settings);
    },
    createStandIn: () =>
      createSession({ ...others, ...toOwnSeed(''), contents: emptyContents }, settingsOf('')),
    // Shared state continues to exist without this mock.
    onRemove: (name) => (sharing === undefined ? tell(name) : undefined),
  });
  const pipeline = createPipeline(sessions, now, onError, sharing);
  const readContract = (): Contract => contract;
  const journal = sharing?.journal ?? createJournal(journalSize, onError);
  if (journalSize > 0) pipeline.use('journal', journal.middleware);
  if (onRequest !== undefined) pipeline.use('log', createLog(onRequest, onError));
  pipeline.use('prefer', createPreferences(readContract));
  const { seed, clock, snapshot, restore } = sessions.default;
  const ownFaults = createFaults(pipeline, { seed, readContract, initial: options.faults ?? [] });
  sharing?.connectFaults(ownFaults);
  const faults = sharing === undefined ? ownFaults : shareFaults(ownFaults, sharing);
  const events = createMockEvents();
  // Other mocks also change sessions without requests. The pages of this mock show that.
  sharing?.watch(
    () => (events.hasListeners ? sessions.list().map(({ name }) => name) : []),
    (session) => events.emit({ type: 'changed', data: { session } }),
  );
  let isDraining = false;
  const listeners: ((session: string) => Answer<void>)[] = [
    (session) => journal.clear(session),
    (session) => faults.reset(session),
    (session) => events.emit({ type: 'changed', data: { session } }),
  ];
  const tell = (session: string): Answer<void> =>
    listeners.reduce<Answer<void>>(
      (done, listener) => whenAnswered(done, () => listener(session)),
      undefined,
    );
  const reset = (session: Session): Answer<void> =>
    whenAnswered(session.reset(), () => tell(session.name));
  const forget = (name: string): Answer<boolean> => {
    const isGone = sessions.delete(name);
    return whenAnswered(sharing?.deleteSession(name) ?? isGone, (existed) =>
      existed ? whenAnswered(tell(name), () => true) : false,
    );
  };
  const toClock = (find: () => Session) => sharing && shareClock(find, sharing);
  const core: MockCore<AnyKind> = {
    handle: (request) => handleWhole(pipeline, request, bodyLimit),
    fetch: createFetch(joinHalves({ handler: pipeline, bodyLimit }), bodyLimit),
    get contract() {
      return contract;
    },
    seed,
    apiKeys,
    workspaces: listWorkspaces(contract, options.workspaces),
    bodyLimit,
    journal,
    faults,
    clock: toClock(() => sessions.default) ?? clock,
    reset: () => reset(sessions.default),
    snapshot,
    restore,
    session: (name) =>
      createCoreSession(name, { sessions, pipeline, journal, faults, bodyLimit, toClock, reset }),
    useContract: (other) => {
      sessions.useContract(other, contract);
      contract = other;
    },
    drain: () => {
      isDraining = true;
    },
    useContents: async (other) => {
      contents = other;
      for (const session of sessions.list()) {
        await session.useContents(other);
        events.emit({ type: 'changed', data: { session: session.name } });
      }
    },
  };
  return {
    core,
    pipeline,
    sessions,
    journal,
    faults,
    sharing,
    isDraining: () => isDraining,
    listSessions: () => sharing?.listSessions() ?? sessions.list(),
    events,
    reset,
    forget,
    onError,
    onReset: (listener) => listeners.push(listener),
  };
}

interface SessionParts
  extends Pick<Core, 'sessions' | 'pipeline' | 'journal' | 'faults' | 'reset'> {
  bodyLimit: number;
  /** The clock of a session, if it is shared with other mocks. */
  toClock(find: () => Session): AnyKind['clock'] | undefined;
}

/**
 * One session with its clock, journal and fault rules. Each call looks the session up again: it may have been removed
 * meanwhile, and then starts from the initial data.
 * @throws RangeError when the name is not valid
 */
function createCoreSession(
  name: string,
  { sessions, pipeline, journal, faults, bodyLimit, toClock, reset }: SessionParts,
): CoreSession<AnyKind> {
  const find = (): Session => {
    const session = sessions.open(name);
    if (session instanceof Refusal) throw new RangeError(session.detail);
    return session;
  };
  const handler = pipeline.of(find);
  const opened = find();
  return {
    name: opened.name,
    seed: opened.seed,
    get clock() {
      return toClock(find) ?? find().clock;
    },
    journal: toSessionJournal(journal, opened.name),
    faults: toSessionFaults(faults, opened.name),
    handle: (request) => handleWhole(handler, request, bodyLimit),
    fetch: createFetch(joinHalves({ handler, bodyLimit }), bodyLimit),
    reset: () => reset(find()),
    snapshot: () => find().snapshot(),
    restore: (saved) => find().restore(saved),
  };
}

/** Calls a listener after each reply. */
function createLog(
  onRequest: (entry: RequestLogEntry) => void,
  onError: (line: string) => void,
): Middleware {
  const tell = guardListener(onRequest, 'onRequest', onError);
  return {
    onSent: ({ head, reply, durationMs }) => {
      const { method, path } = head;
      const { status, operation, faults, delayMs = 0 } = reply;
      const query = redactor.text(head.query);
      const entry = { method, path, query, status, operation, faults };
      tell({ ...entry, durationMs: durationMs + delayMs });
    },
  };
}
