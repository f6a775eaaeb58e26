import type { Contract, Fault, OperationId } from '../contract/index.ts';
import type { FaultRuleOptions } from './features/faults/fault-rule.ts';
import type { Behaviours } from './operations/index.ts';
import type { SharedStore } from './store/shared-store.ts';
import type { Records, Store, StoreContents } from './store/store.ts';

/** The API key that a mock accepts by default. It is not a secret. */
export const defaultApiKey = 'site-contract-key';

/** One request and its outcome, for `onRequest`. */
export interface RequestLogEntry {
  /** The HTTP method. */
  method: string;
  /** The path as sent, without the query. */
  path: string;
  /** The query, without the values of parameters whose names suggest a secret. */
  query: string;
  /** The status of the response. */
  status: number;
  /** The time from the request head to the response, without network time. */
  durationMs: number;
  /** The matched operation, if any. */
  operation: OperationId | undefined;
  /** What was wrong with the request. */
  faults: readonly Fault[];
}

/** Options of a mock with its state in memory. */
export type OwnOptions<Options extends CoreOptions = CoreOptions> = Omit<Options, 'store'> & {
  /** Omitted: the mock creates its own store. */
  store?: never;
};

/** Options of a mock with its state in your own store. */
export type StoreOptions<Options extends CoreOptions = CoreOptions> = Omit<Options, 'store'> & {
  /** Stores the state. Default: in memory. */
  store?: Store;
};

/** Options of a mock that shares its state with other mocks. */
export type SharedOptions<Options extends CoreOptions = CoreOptions> = Options & {
  /** Stores the state of all mocks that share it. */
  store: SharedStore;
};

/** The options of a mock. All are optional. */
export interface CoreOptions {
  /** The contract to implement. Default: the included one. */
  contract?: Contract;
  /** A whole number that makes ids and times repeatable: the same requests get the same responses. Default: random. */
  seed?: number;
  /** The accepted API keys. Default: `site-contract-key`. */
  apiKeys?: readonly string[];
  /** The existing workspaces. Default: as in the assumption `unknown-workspace`. */
  workspaces?: readonly string[];
  /** The maximum size of a request body, in bytes. Default: the assumption `body-size-limit`. */
  bodyLimit?: number;
  /**
   * The origins of web pages that may use the mock, for example `http://localhost:5173`; `*` allows all others. Default:
   * every page can read responses, and only pages on this machine can send credentials.
   */
  cors?: readonly string[];
  /**
   * Stores the state. Default: in memory. A store that several mocks share, such as that of `site-contract/postgres`, also
   * stores sessions, the journal, fault rules and deliveries.
   */
  store?: Store | SharedStore;
  /** Stores deliveries and webhook secrets. Default: in memory. */
  records?: Records;
  /** The initial data, which `reset()` restores. Default: none. Your own store keeps its data at the start. */
  contents?: StoreContents;
  /**
   * Returns the time in milliseconds since 1970, once for each request. Default: the system time; with a seed, a fixed
   * start that advances by a second with each request.
   */
  clock?: () => number;
  /** Creates ids and keys. Default: UUIDs derived from the seed. */
  createId?: () => string;
  /** Behaviours that replace those of the mock. Default: none. */
  behaviours?: Partial<Behaviours>;
  /** Initial fault rules, which a reset restores. Default: none. */
  faults?: readonly FaultRuleOptions[];
  /** How many requests the journal keeps. Default: 250. 0 turns it off. */
  journal?: number;
  /** Called after each response. Default: no listener. */
  onRequest?: (entry: RequestLogEntry) => void;
  /** Called with one line for each bug that caused a status 500. Default: writes it to standard error. */
  onError?: (line: string) => void;
}
