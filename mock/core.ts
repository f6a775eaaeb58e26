import type { Contract } from '../contract/index.ts';
import type { AnyFaults, Faults, SessionFaults } from './features/faults/create-faults.ts';
import type { AnyJournal, Journal, SessionJournal } from './features/journal/create-journal.ts';
import type { Pipeline } from './middleware.ts';
import type { MockEvents } from './mock-events.ts';
import type { MockReply, MockRequest } from './mock-request.ts';
import type { MockClock } from './sessions/clock.ts';
import type { MockSnapshot, Session } from './sessions/create-session.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { Sharing } from './sharing.ts';
import type { Answer, Answered, Promised, StoreContents } from './store/store.ts';

/** A stateful mock of the service, without a socket. The members of a session work on the default session. */
export interface MockCore<Kind extends AnyKind = OwnKind>
  extends Omit<CoreSession<Kind>, 'name' | 'journal' | 'faults'> {
  /** The served contract. */
  readonly contract: Contract;
  /** The accepted API keys. */
  readonly apiKeys: readonly string[];
  /** The existing workspaces. */
  readonly workspaces: readonly string[];
  /** The maximum size of a request body, in bytes. */
  readonly bodyLimit: number;
  /** The latest requests of every session, and their responses. */
  readonly journal: Kind['journal'];
  /** Rules that make requests fail. A rule applies to every session unless it names one. */
  readonly faults: Kind['faults'];
  /**
   * Returns a session with a separate state, for requests that name it in the header `X-Mock-Session` or are made with it.
   * The first call with a name creates the session, with the initial data of the mock.
   * @throws RangeError when the name is not valid
   */
  session(name: string): CoreSession<Kind>;
  /**
   * Serves another contract from now on, with the same state.
   * @throws Error when the mock cannot serve it; the previous contract then stays in use
   */
  useContract(contract: Contract): void;
  /** Reports itself as not ready, so that a load balancer stops sending requests. Requests that still arrive are served. */
  drain(): void;
  /** Replaces the initial data, and applies the differences from the previous initial data to the current state. */
  useContents(contents: StoreContents): Promise<void>;
}

/** A mock with the internals that its features need. */
export interface Core {
  core: MockCore<AnyKind>;
  /** Handles the requests that adapters receive. */
  pipeline: Pipeline;
  sessions: Sessions;
  journal: AnyJournal;
  faults: AnyFaults;
  /** The connection to other mocks that use the same store, if any. */
  sharing: Sharing | undefined;
  /** Whether `drain` was called. */
  isDraining(): boolean;
  /** Events besides requests. */
  events: MockEvents;
  /** Resets a session to the initial data, and calls the listeners of `onReset`. */
  reset(session: Session): Answer<void>;
  /** Deletes a session, and calls the same listeners. @returns whether it existed and could be deleted */
  forget(name: string): Answer<boolean>;
  /** The existing sessions, the default one first. */
  listSessions(): Answer<{ name: string; createdAt: number }[]>;
  /** Called with one line for each bug. */
  onError(line: string): void;
  /** Adds a listener that is called with the name of each session that was reset or deleted. */
  onReset(listener: (session: string) => Answer<void>): void;
}

/** A mock with its own state: its methods return values. */
export interface OwnKind {
  reply: MockReply;
  journal: Journal;
  faults: Faults;
  clock: MockClock;
  sessionJournal: SessionJournal;
  sessionFaults: SessionFaults;
}

/** A mock with a custom store: only requests may return promises. */
export interface StoreKind extends Omit<OwnKind, 'reply'> {
  reply: Answer<MockReply>;
}

/** A mock that shares a store with other mocks: these methods return promises. */
export interface SharedKind {
  reply: Promise<MockReply>;
  journal: Promised<Journal>;
  faults: Promised<Faults>;
  clock: Promised<MockClock>;
  sessionJournal: Promised<SessionJournal>;
  sessionFaults: Promised<SessionFaults>;
}

/** Any mock. Its methods may return promises. */
export interface AnyKind {
  reply: Answer<MockReply>;
  journal: Answered<Journal>;
  faults: Answered<Faults>;
  clock: Answered<MockClock>;
  sessionJournal: Answered<SessionJournal>;
  sessionFaults: Answered<SessionFaults>;
}

/** One session of a mock, with its own state, ids and clock, and its part of the journal and the fault rules. */
export interface CoreSession<Kind extends AnyKind = OwnKind> {
  /** The value of `X-Mock-Session` that selects the session. */
  readonly name: string;
  /** The seed that repeats this session's ids. */
  readonly seed: number;
  /** The clock of the session. */
  readonly clock: Kind['clock'];
  /** The latest requests of the session, and their responses. */
  readonly journal: Kind['sessionJournal'];
  /** Rules that make requests of the session fail. */
  readonly faults: Kind['sessionFaults'];
  /** Handles one request in this session. */
  handle(request: MockRequest): Kind['reply'];
  /** Handles a request of the Fetch API in this session. */
  fetch(request: Request): Promise<Response>;
  /** The same with the arguments of `fetch`. A path is enough as URL. */
  fetch(input: URL | string, init?: RequestInit): Promise<Response>;
  /** Restores the initial data. With a seed, ids also start from the beginning. */
  reset(): Answer<void>;
  /** Saves the current state. */
  snapshot(): Answer<MockSnapshot>;
  /** Restores a saved state. */
  restore(snapshot: MockSnapshot): Answer<void>;
}
