import type { Contract } from '../contract/index.ts';
import { matchNearest } from '../contract/match-nearest.ts';
import type { OwnBehaviours } from './behaviours/own-behaviours.ts';
import type {
  Faults,
  SessionFaults,
  StoredFaults,
  StoredSessionFaults,
} from './features/faults/create-faults.ts';
import type { FaultRuleOptions } from './features/faults/fault-rule.ts';
import type { Journal, StoredJournal } from './features/journal/create-journal.ts';
import type { MockReply, WholeRequest } from './handler.ts';
import {
  type KnownBehaviours,
  type KnownFacts,
  type KnownOptions,
  knownOptionNames,
} from './known-services.ts';
import type { MockMiddleware } from './middleware.ts';
import type { MockClock, StoredClock } from './sessions/clock.ts';
import type { MockSnapshot } from './sessions/sessions.ts';
import type { JournalEntry, JournalSummary } from './store/journal.ts';
import type { StoreContents } from './store/records.ts';

/** The parts of a mock and of a session that are the same for every store. */
interface Common {
  /** The seed that repeats this session's ids. */
  readonly seed: number;
  /** Handles one request in this session. */
  handle(request: WholeRequest): Promise<MockReply>;
  /** Handles a request of the Fetch API in this session. */
  fetch(request: Request): Promise<Response>;
  /** The same with the arguments of `fetch`: a path is enough as URL, and options take precedence over those of a request. */
  fetch(input: Request | URL | string, init?: RequestInit): Promise<Response>;
  /** Restores the initial data. With a seed, ids also start from the beginning. */
  reset(): Promise<void>;
  /** Saves the current state. */
  snapshot(): Promise<MockSnapshot>;
  /** Restores a snapshot. */
  restore(snapshot: MockSnapshot): Promise<void>;
}

/** The parts of a mock, or of one of its sessions, that read and change its state. */
export interface StateParts {
  readonly clock: object;
  readonly journal: object;
  readonly faults: object;
  readonly sessionFaults: object;
}

/** Those of a mock in memory, which return values. */
export interface MemoryParts extends StateParts {
  readonly clock: MockClock;
  readonly journal: Journal;
  readonly faults: Faults;
  readonly sessionFaults: SessionFaults;
}

/** Those of a mock with its state in a store, such as a database, which return promises. */
export interface StoredParts extends StateParts {
  readonly clock: StoredClock;
  readonly journal: StoredJournal;
  readonly faults: StoredFaults;
  readonly sessionFaults: StoredSessionFaults;
}

/** One session of a mock, with its own state, ids and clock, and its part of the journal and the fault rules. */
export interface CoreSession<Parts extends StateParts = MemoryParts> extends Common {
  /** The value of `X-Mock-Session` that selects the session. */
  readonly name: string;
  /** The clock of the session. */
  readonly clock: Parts['clock'];
  /** The latest requests of the session, and their responses. */
  readonly journal: Parts['journal'];
  /** Rules that make requests of the session fail. */
  readonly faults: Parts['sessionFaults'];
}

/** A stateful mock of the service, without a socket. The members of a session work on the default session. */
export interface MockCore<Parts extends StateParts = MemoryParts> extends Common, KnownFacts {
  /** The served contract. */
  readonly contract: Contract;
  /** The accepted API keys. */
  readonly apiKeys: readonly string[];
  /** The maximum size of a request body, in bytes. */
  readonly bodyLimit: number;
  /** The clock of the default session. */
  readonly clock: Parts['clock'];
  /** The latest requests of every session, and their responses. */
  readonly journal: Parts['journal'];
  /** Rules that make requests fail. A rule applies to every session unless it names one. */
  readonly faults: Parts['faults'];
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
  session(name: string): CoreSession<Parts>;
}

/** The options of a mock. All are optional. */
export interface CoreOptions extends KnownOptions {
  /** The contract to implement. Default: the included one. */
  contract?: Contract;
  /** A whole number that makes ids and times repeatable: the same requests get the same responses. Default: random. */
  seed?: number;
  /** The accepted API keys. Default: `site-contract-key`. */
  apiKeys?: readonly string[];
  /** The maximum size of a request body, in bytes. Default: the assumption `body-size-limit`. */
  bodyLimit?: number;
  /**
   * The origins of web pages that may use the mock, for example `http://localhost:5173`; `*` allows all others. Default:
   * every page can read responses, and only pages on this machine can send credentials.
   */
  cors?: readonly string[];
  /** The initial data, which `reset()` restores. Default: none. */
  contents?: StoreContents;
  /**
   * Returns the time in milliseconds since 1970, once for each request. Default: the system time; with a seed, a fixed
   * start that advances by a second with each request.
   */
  clock?: () => number;
  /** Creates ids and keys. Default: UUIDs derived from the seed. */
  createId?: () => string;
  /**
   * Behaviours of single operations. For a known service, they replace those of the mock; for any other one, each is a
   * function of the behaviour of the mock that returns the one to use. Default: none.
   */
  behaviours?: KnownBehaviours | OwnBehaviours;
  /**
   * Features around all operations, from the outermost to the innermost: functions `(request, next) => reply`. Default: none.
   */
  middleware?: readonly MockMiddleware[];
  /** Initial fault rules, which a reset restores. Default: none. */
  faults?: readonly FaultRuleOptions[];
  /** How many requests the journal keeps. Default: 250. 0 turns it off. */
  journal?: number;
  /**
   * Called after each response of this mock. Default: no listener.
   * @param readEntry returns the same with headers and bodies
   */
  onRequest?: ((summary: JournalSummary, readEntry: () => JournalEntry) => void) | undefined;
  /** Called with one line for each bug that caused a status 500. Default: writes it to standard error. */
  onError?: (line: string) => void;
}

/**
 * Options with own behaviours that are typed by the `operations` and `paths` that openapi-typescript generates for the contract.
 */
export type TypedOptions<Options extends CoreOptions, Operations, Paths> = Omit<
  Options,
  'contract' | 'behaviours'
> & {
  /** The contract to implement. */
  contract: Contract;
  /** Own behaviours by `operationId`, or by method and path. */
  behaviours: OwnBehaviours<Operations, Paths>;
};

const optionNames = Object.keys({
  contract: true,
  seed: true,
  apiKeys: true,
  bodyLimit: true,
  cors: true,
  contents: true,
  clock: true,
  createId: true,
  behaviours: true,
  middleware: true,
  faults: true,
  journal: true,
  onRequest: true,
  onError: true,
} satisfies Record<Exclude<keyof CoreOptions, keyof KnownOptions>, true>);

/**
 * A misspelled option would have no effect.
 * @param furtherNames names of further options
 * @throws TypeError naming the nearest option
 */
export function assertOptions(options: object, ...furtherNames: readonly string[]): void {
  const names = [...optionNames, ...knownOptionNames, ...furtherNames];
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const nearest = matchNearest(unknown, names);
  const hint = nearest === undefined ? `use ${names.join(', ')}` : `did you mean ${nearest}?`;
  throw new TypeError(`createMock has no option ${unknown}; ${hint}`);
}
