import type { CheckResult, Exchange } from './results.ts';
import type { Intent } from './runner/journal.ts';

/** Defaults of the run options. */
export const runDefaults = {
  timeoutMs: 10_000,
  maxTimeMs: 300_000,
};

/** The options of a run. */
export interface RunOptions {
  /** The base URL of the service: what comes before the paths of the document. */
  baseUrl: string;
  /** The API key. Results never contain it. */
  apiKey: string;
  /** Credentials of single security schemes, by the name of the scheme. Default: the API key. */
  auth?: Readonly<Record<string, string>> | undefined;
  /** Values of path parameters that no operation creates. A name may occur twice. Default: none. */
  parameters?: readonly (readonly [name: string, value: string])[] | undefined;
  /** Operations that the run may call although their effect is unknown. Default: none. */
  include?: readonly string[] | undefined;
  /** Headers to send with each request, for example for a gateway. Results never contain their values. Default: none. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Additional certificate authorities to trust, as PEM. Default: none. */
  ca?: string | undefined;
  /** Accepts any certificate; others on the network can then read the API key. Default: false. */
  insecure?: boolean | undefined;
  /** URL of an HTTP proxy to reach the target through. Default: none. */
  proxy?: string | undefined;
  /** Makes a run repeatable, except for names, hosts and unknown ids, which are new each time. Default: random. */
  seed?: number | undefined;
  /** Ids of checks, or prefixes such as `createSite/`. Default: all checks. */
  only?: readonly string[] | undefined;
  /** Adds checks that need many records. Default: false. */
  thorough?: boolean | undefined;
  /** Whether a broken SHOULD also fails the run. Default: false. */
  strict?: boolean | undefined;
  /** Allows writes to a target that is not on this machine. Default: false. */
  allowWrites?: boolean | undefined;
  /** The timeout of a request, in milliseconds. Default: 10,000. */
  timeoutMs?: number | undefined;
  /** The timeout of the whole run, in milliseconds. Unfinished checks are then `not run`. Default: 300,000. */
  maxTimeMs?: number | undefined;
  /** The start of the time limit, as a value of `Date.now()`. Default: the time of the call. */
  startedAt?: number | undefined;
  /** Ends the run. What it created is deleted, where the contract allows that. Default: nothing ends it. */
  signal?: AbortSignal | undefined;
  /** Stops the run after this many failed checks that count for the verdict. Default: no limit. */
  maxFailures?: number | undefined;
  /** Called with the progress of the run. Default: no listener. */
  onEvent?: ((event: RunEvent) => void) | undefined;
  /** Called with every exchange, redacted, and the reason for its request. Default: no listener. */
  onExchange?: ((exchange: ToldExchange) => void) | undefined;
}

/** A request of the run, its response, and the reason for it. */
export interface ToldExchange {
  /** The operation that was called. */
  operation: string;
  /** Why the request was sent. */
  intent: Intent;
  /** Id of the check, or `preflight`. */
  by: string;
  /** The request and its response. */
  exchange: Exchange;
}

/** The progress of a run. */
export type RunEvent = PlannedEvent | WaitingEvent | CheckedEvent;

/** Sent before the first request. */
export interface PlannedEvent {
  type: 'planned';
  /** The number of checks to run. */
  checks: number;
  /** What the run creates at most, in words. */
  creates: string;
  seed: number;
  maxTimeMs: number;
}

/** The target requested a noticeable wait. */
export interface WaitingEvent {
  type: 'waiting';
  reason: string;
  milliseconds: number;
}

/** A check has ended. Its result can still change: refusals count only if the target accepts something. */
export interface CheckedEvent {
  type: 'checked';
  result: CheckResult;
  done: number;
  of: number;
}
