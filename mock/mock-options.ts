import type { Contract, Fault, OperationId } from '../contract/index.ts';
import type { FaultRuleOptions } from './features/faults/fault-rule.ts';
import type { Behaviours } from './operations/index.ts';
import type { Records } from './store/records.ts';
import type { SharedStore } from './store/shared-store.ts';
import type { Store, StoreContents } from './store/store.ts';

/** The key that a mock accepts by default. It is not a secret. */
export const defaultApiKey = 'site-contract-key';

/** One request and what became of it. */
export interface RequestLogEntry {
  method: string;
  /** As it was sent, without the query. */
  path: string;
  /** Without the values of parameters that are named as a secret is. */
  query: string;
  status: number;
  /** From the head of the request to its reply, without the time on the wire. */
  durationMs: number;
  operation: OperationId | undefined;
  /** What was wrong with the request. */
  faults: readonly Fault[];
}

/** Options of a mock that keeps its state in its own memory. */
export type OwnOptions<Options extends MockOptions = MockOptions> = Omit<Options, 'store'> & {
  /** Left out: the mock makes a store of its own. */
  store?: never;
};

/** Options of a mock that keeps its state in a store of one's own. */
export type StoreOptions<Options extends MockOptions = MockOptions> = Omit<Options, 'store'> & {
  /** Where the state is kept. Default: in memory. */
  store?: Store;
};

/** Options of a mock that shares its state with other mocks. */
export type SharedOptions<Options extends MockOptions = MockOptions> = Options & {
  store: SharedStore;
};

/** What a mock can be told. Every field may be left out. */
export interface MockOptions {
  /** What the mock keeps to. Default: the contract that ships with this package. */
  contract?: Contract;
  /** Makes ids and clock repeatable: same seed, same requests, same bytes. A whole number. Default: a random one. */
  seed?: number;
  /** The API keys that are accepted. Default: `site-contract-key`. */
  apiKeys?: readonly string[];
  /** The only workspaces that exist. Default: what the assumption `unknown-workspace` says. */
  workspaces?: readonly string[];
  /** The largest request body that is read, in bytes. Default: what the assumption `body-size-limit` says. */
  bodyLimit?: number;
  /**
   * The origins of the web pages that may use the mock, for example `http://localhost:5173`; `*` stands for every other
   * one. Default: every page may read replies, and only those of this machine may send credentials.
   */
  cors?: readonly string[];
  /**
   * Where the state is kept. Default: in memory. A store that mocks share, such as that of `site-contract/postgres`, keeps
   * all that a mock has: sessions, journal, rules for faults and deliveries as well.
   */
  store?: Store | SharedStore;
  /** Where deliveries and the secrets of webhooks are kept. Default: in memory. */
  records?: Records;
  /** The state to start with, and to come back to on `reset()`. Default: nothing. A store that is given is left as it is at first. */
  contents?: StoreContents;
  /** The time in milliseconds since 1970, read once for each request. Default: a fixed start that goes on by a second with each request when a seed is given, else the system's time. */
  clock?: () => number;
  /** Makes ids and keys. Default: UUIDs that follow from the seed. */
  createId?: () => string;
  /** Behaviours that take the place of the mock's own. Default: none. */
  behaviours?: Partial<Behaviours>;
  /** Rules for faults, at first and again after a reset. Default: none. */
  faults?: readonly FaultRuleOptions[];
  /** How many requests the journal keeps. Default: 250. 0 turns it off. */
  journal?: number;
  /** Called after each response. Default: no listener. */
  onRequest?: (entry: RequestLogEntry) => void;
  /** Is told, in one line, of each bug that was answered with 500. Default: standard error. */
  onError?: (line: string) => void;
}
