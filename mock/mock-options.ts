import type { Contract, Fault, OperationId } from '../contract/index.ts';
import { matchNearest } from '../contract/match-nearest.ts';
import type { FaultRuleOptions } from './features/faults/fault-rule.ts';
import type { Behaviours } from './operations/index.ts';
import type { StoreContents } from './store/contents.ts';

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
  /** JSON Pointers to fields of the request body that the contract does not define, and that had no effect. */
  ignored: readonly string[];
}

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
  /** The initial data, which `reset()` restores. Default: none. */
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

const optionNames = Object.keys({
  contract: true,
  seed: true,
  apiKeys: true,
  workspaces: true,
  bodyLimit: true,
  cors: true,
  contents: true,
  clock: true,
  createId: true,
  behaviours: true,
  faults: true,
  journal: true,
  onRequest: true,
  onError: true,
} satisfies Record<keyof CoreOptions, true>);

/**
 * A misspelled option would have no effect.
 * @throws TypeError naming the nearest option
 */
export function assertOptions(options: object): void {
  const unknown = Object.keys(options).find((name) => !optionNames.includes(name));
  if (unknown === undefined) return;
  const nearest = matchNearest(unknown, optionNames);
  const hint = nearest === undefined ? `use ${optionNames.join(', ')}` : `did you mean ${nearest}?`;
  throw new TypeError(`createMock has no option ${unknown}; ${hint}`);
}
