import type { Contract } from '../../contract/index.ts';
import type { CheckResult, Exchange } from '../results.ts';
import type { Check } from './check.ts';
import type { Intent } from './journal.ts';
import type { ProbeChoice } from './probes.ts';

/** What holds when a run is not told otherwise. */
export const runDefaults = {
  concurrency: 16,
  timeoutMs: 10_000,
  settleMs: 3_000,
  maxTimeMs: 300_000,
};

export interface RunOptions {
  /** Where the service answers, with the base path if it has one. */
  baseUrl: string;
  /** The API key of the App. Never part of a result. */
  apiKey: string;
  /** Headers that a system in front of the target wants with each request. Their values are never part of a result. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Certificates of authorities to trust besides the usual ones, as PEM. */
  ca?: string | undefined;
  /** Accepts any certificate; others on the network can then read the API key. Default: false. */
  insecure?: boolean | undefined;
  /** URL of an HTTP proxy to reach the target through. Default: none. */
  proxy?: string | undefined;
  /** UUID of the workspace in which the run works. */
  workspace: string;
  /** UUID of a second workspace. Default: any UUID, where the target takes any. */
  otherWorkspace?: string | undefined;
  /** Repeats a run: what is sent, but for names, hosts and unknown ids, which are new each time. Default: a random one. */
  seed?: number | undefined;
  /** Ids of checks, or prefixes of ids that end at a slash or at the id's end. Default: all. */
  only?: readonly string[] | undefined;
  /** Checks of your own, which run beside those of the suite. Default: none. */
  checks?: readonly Check[] | undefined;
  /** Adds what needs volume: some 130 sites. Default: false. */
  thorough?: boolean | undefined;
  /** Whether all probes are sent that differ in a detail alone, or some. Default: all, unless a round trip takes 150 ms or more. */
  probes?: ProbeChoice | undefined;
  /** A broken SHOULD breaks the run, too. Default: false. */
  strict?: boolean | undefined;
  /** Allows writes to a target that is not on this machine. Default: false. */
  allowWrites?: boolean | undefined;
  /** Requests at once. Default: 16. */
  concurrency?: number | undefined;
  /** How long an answer may take, in milliseconds. Default: 10,000. */
  timeoutMs?: number | undefined;
  /** How long the whole run may take, in milliseconds; checks that have not ended then are not run. Default: 300,000. */
  maxTimeMs?: number | undefined;
  /** Stops the run once so many checks have failed that count for the verdict; the others are not run. Default: no limit. */
  maxFailures?: number | undefined;
  /** How long a list may lag behind writes, in milliseconds. Default: 3,000. */
  settleMs?: number | undefined;
  /** The contract to check against. Default: the one that ships. */
  contract?: Contract | undefined;
  /** Told how the run gets on. */
  onEvent?: ((event: RunEvent) => void) | undefined;
  /** Told of every exchange, redacted, with the reason for its request. Default: no listener. */
  onExchange?: ((exchange: ToldExchange) => void) | undefined;
}

export interface ToldExchange {
  operation: string;
  intent: Intent;
  /** Id of the check, or `preflight`. */
  by: string;
  exchange: Exchange;
}

export type RunEvent =
  /** Before the first request: how many checks are run, and how many sites they create at most. */
  | { type: 'planned'; checks: number; sites: number; seed: number; maxTimeMs: number }
  /** The target asked for a wait that a person would notice. */
  | { type: 'waiting'; reason: string; milliseconds: number }
  /** A check has ended. What it found may be taken back at the end: a refusal proves nothing where nothing is accepted. */
  | { type: 'checked'; result: CheckResult; done: number; of: number };
