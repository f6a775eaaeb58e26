import type { Contract } from '../contract/index.ts';
import type { Faults, SessionFaults } from './features/faults/create-faults.ts';
import type { Journal, SessionJournal } from './features/journal/create-journal.ts';
import type { MockReply, WholeRequest } from './handler.ts';
import type { MockClock } from './sessions/clock.ts';
import type { MockSnapshot } from './sessions/sessions.ts';
import type { StoreContents } from './store/contents.ts';
import type { Either, Promised } from './store/settings-access.ts';

/** The parts of a mock and of a session that are the same for every store. */
interface Common {
  /** The seed that repeats this session's ids. */
  readonly seed: number;
  /** Handles one request in this session. */
  handle(request: WholeRequest): Promise<MockReply>;
  /** Handles a request of the Fetch API in this session. */
  fetch(request: Request): Promise<Response>;
  /** The same with the arguments of `fetch`. A path is enough as URL. */
  fetch(input: URL | string, init?: RequestInit): Promise<Response>;
  /** Restores the initial data. With a seed, ids also start from the beginning. */
  reset(): Promise<void>;
  /** Saves the current state. */
  snapshot(): Promise<MockSnapshot>;
  /** Restores a saved state. */
  restore(snapshot: MockSnapshot): Promise<void>;
}

/** One session of a mock, with its own state, ids and clock, and its part of the journal and the fault rules. */
export interface CoreSession extends Common {
  /** The value of `X-Mock-Session` that selects the session. */
  readonly name: string;
  /** The clock of the session. */
  readonly clock: MockClock;
  /** The latest requests of the session, and their responses. */
  readonly journal: SessionJournal;
  /** Rules that make requests of the session fail. */
  readonly faults: SessionFaults;
}

/** A stateful mock of the service, without a socket. The members of a session work on the default session. */
export interface MockCore extends Common {
  /** The served contract. */
  readonly contract: Contract;
  /** The accepted API keys. */
  readonly apiKeys: readonly string[];
  /** The existing workspaces. */
  readonly workspaces: readonly string[];
  /** The maximum size of a request body, in bytes. */
  readonly bodyLimit: number;
  /** The clock of the default session. */
  readonly clock: MockClock;
  /** The latest requests of every session, and their responses. */
  readonly journal: Journal;
  /** Rules that make requests fail. A rule applies to every session unless it names one. */
  readonly faults: Faults;
  /**
   * Serves another contract from now on, with the same state.
   * @throws Error when the mock cannot serve it; the previous contract then stays in use
   */
  useContract(contract: Contract): void;
  /** Replaces the initial data, and applies the differences from the previous initial data to the current state. */
  useContents(contents: StoreContents): Promise<void>;
  /** Reports itself as not ready, so that a load balancer stops sending requests. Requests that still arrive are served. */
  drain(): void;
  /**
   * Returns a session with a separate state, for requests that name it in the header `X-Mock-Session` or are made with it.
   * The first call with a name creates the session, with the initial data of the mock.
   * @throws RangeError when the name is not valid
   */
  session(name: string): CoreSession;
}

/** The members that read and change the state. */
type Stateful = 'clock' | 'journal' | 'faults';

/** One session of a mock with its state in a store. */
export interface StoredSession extends Omit<CoreSession, Stateful> {
  /** The clock of the session. */
  readonly clock: Promised<MockClock>;
  /** The latest requests of the session, and their responses. */
  readonly journal: Promised<SessionJournal>;
  /** Rules that make requests of the session fail. */
  readonly faults: Promised<SessionFaults>;
}

/** A mock with its state in a store, such as a database: its clock, journal and fault rules return promises. */
export interface StoredCore extends Omit<MockCore, Stateful | 'session'> {
  /** The clock of the default session. */
  readonly clock: Promised<MockClock>;
  /** The latest requests of every session, and their responses. */
  readonly journal: Promised<Journal>;
  /** Rules that make requests fail. A rule applies to every session unless it names one. */
  readonly faults: Promised<Faults>;
  /** Returns a session with a separate state. @throws RangeError when the name is not valid */
  session(name: string): StoredSession;
}

/** A mock with any store. */
export interface EitherCore extends Omit<MockCore, Stateful | 'session'> {
  clock: Either<MockClock>;
  journal: Either<Journal>;
  faults: Either<Faults>;
  session(name: string): Omit<CoreSession, Stateful> & {
    clock: Either<MockClock>;
    journal: Either<SessionJournal>;
    faults: Either<SessionFaults>;
  };
}
