/** The results of a run, as data for the reporters. It contains no API key. */
export interface RunResult {
  tool: { name: string; version: string };
  contract: { title: string; version: string };
  target: { baseUrl: string; workspace: string; otherWorkspace?: string };
  /** The command that repeats the run, if it is not `site-contract conformance`. */
  command?: string;
  /** Repeats the run: `--seed <seed>`. */
  seed: number;
  /** ISO 8601, UTC. */
  startedAt: string;
  durationMs: number;
  /** The number of requests, including retries. */
  requests: number;
  options: { thorough: boolean; strict: boolean; allowWrites: boolean; only: readonly string[] };
  verdict: Verdict;
  checks: readonly CheckResult[];
  observations: readonly Observation[];
  /** The created records, in the order of creation. The interface has no operation to delete them. */
  inventory: readonly CreatedResource[];
  /** What to know even if the run passed, for example that all checks of an operation were inconclusive. */
  warnings: readonly string[];
}

/** Exit codes: `conforms` 0, `broken` 1, `not-run` 2, with the reason in `reason`. */
export type Verdict =
  | { kind: 'conforms' }
  | { kind: 'broken'; failed: number }
  | { kind: 'not-run'; reason: string };

export type Level = 'MUST' | 'SHOULD' | 'OBSERVE';

export interface CheckResult {
  /** Permanent, for example `listSites/after-is-exclusive`. */
  id: string;
  title: string;
  /** An operationId, or `service` for expectations of all operations. */
  operation: string;
  level: Level;
  requirements: readonly RequirementReference[];
  outcome: Outcome;
  durationMs: number;
  requests: number;
}

export interface RequirementReference {
  id: string;
  statement: string;
  /** The section of the interface that states it. */
  section: string;
}

export type Outcome =
  | { status: 'passed' }
  /** A broken expectation. MUST fails the run; SHOULD fails it under `--strict`. */
  | {
      status: 'failed';
      failures: readonly Failure[];
      known?: KnownFailure;
      /** Where the check was run again: how often in all, and how often it failed. */
      attempts?: { failed: number; of: number };
    }
  /** The target lawfully kept the check from getting what it needs. */
  | { status: 'inconclusive'; reason: string }
  /** Not selected, or not allowed to write. */
  | { status: 'skipped'; reason: string }
  /** The run ended before the check did: the target stopped responding, or the time was up. */
  | { status: 'not-run'; reason: string }
  | { status: 'observed'; statement: string }
  /** The suite itself failed. */
  | { status: 'error'; reason: string };

/** A failure that a baseline file declares. */
export interface KnownFailure {
  reason: string;
  /** ISO 8601 date. */
  expires: string;
}

export interface Failure {
  /** The broken expectation, in one line. */
  message: string;
  /** What the target does wrong, in one line that can be understood without the check. Reports lead with it. */
  finding?: string;
  expected: string;
  received: string;
  /** JSON Pointer into the response body, if it applies. */
  pointer?: string;
  /** The exchange that shows the failure, with a command that repeats its request. */
  exchange?: Exchange;
  /** If the exchange only reads: the last request that wrote what it shows. */
  write?: Exchange;
  /** If the exchange only shows the damage: the request that caused it, for example an update of another record. */
  cause?: Exchange;
  /** Lines for bash and curl that show the failure again, with the key as `$SITE_CONTRACT_API_KEY`. */
  reproduce?: string;
  /** Identifies the cause; reports group failures with the same one. Default: the message. */
  about?: FailureSubject;
}

export interface FailureSubject {
  /** For example `the name of a site`. */
  what: string;
  /**
   * How far from its cause the failure shows: 0 is the answer to the very request, a list comes last. Below 0 is a cause that
   * the whole run has shown.
   */
  distance: number;
}

export interface Exchange {
  request: {
    method: string;
    url: string;
    headers: Readonly<Record<string, string>>;
    /** As text; bytes that are not UTF-8 are shown as base64 with `base64:` in front. */
    body?: string;
  };
  /** Undefined if no response arrived. `error` then contains the reason. */
  reply?: { status: number; headers: Readonly<Record<string, string>>; body: string };
  error?: string;
  /** Reproduces the request, with the key as `$SITE_CONTRACT_API_KEY`. */
  curl: string;
  durationMs: number;
}

/** What the target does where the interface says nothing. */
export interface Observation {
  /** Id of the check that observed it. */
  check: string;
  /** A sentence for people, for example `updating a site answers 200`. */
  statement: string;
  /** The assumption that it answers, and the value with which the mock behaves the same way. */
  assumption?: { id: string; value: string | number | boolean | null };
}

export interface CreatedResource {
  kind: 'site' | 'route' | 'webhook';
  id: string;
  /** Name, pathname or address, for people. */
  label: string;
  /** Id of the workspace or the site that it belongs to. */
  parent: string;
}

/** Whether a failure of the check fails the run. */
export function doesCount({ level }: Pick<CheckResult, 'level'>, strict: boolean): boolean {
  return level === 'MUST' || (strict && level === 'SHOULD');
}
