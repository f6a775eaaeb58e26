import type { Contract } from '../contract/index.ts';
import type { AnyFaults } from './features/faults/create-faults.ts';
import type { AnyJournal } from './features/journal/create-journal.ts';
import type { Pipeline } from './middleware.ts';
import type { MockEvents } from './mock-events.ts';
import type { AnyKind, MockSession, OwnKind } from './mock-session.ts';
import type { Session } from './sessions/create-session.ts';
import type { Sessions } from './sessions/create-sessions.ts';
import type { Sharing } from './sharing.ts';
import type { Answer } from './store/answer.ts';
import type { StoreContents } from './store/store.ts';

/** A stateful mock of the service, without a socket. The members of a session work on the default session. */
export interface MockCore<Kind extends AnyKind = OwnKind>
  extends Omit<MockSession<Kind>, 'name' | 'journal' | 'faults'> {
  /** The contract that it serves. */
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
  session(name: string): MockSession<Kind>;
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

/** A mock, and what its features need of it. */
export interface Core {
  core: MockCore<AnyKind>;
  /** Handles the requests that adapters receive. */
  pipeline: Pipeline;
  sessions: Sessions;
  journal: AnyJournal;
  faults: AnyFaults;
  /** What it shares with other mocks, if they use one store. */
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
