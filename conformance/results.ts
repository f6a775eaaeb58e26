/**
 * What a run of the suite found, as data. Reporters read it and decide nothing. Everything here has been redacted: no
 * API key is left in it.
 */
export interface RunResult {
  tool: { name: string; version: string };
  contract: { title: string; version: string };
  target: { baseUrl: string; workspace: string; otherWorkspace?: string };
  /** The command that repeats the run, where it is not one of the suite. */
  command?: string;
  /** Repeats the run: `--seed <seed>`. */
  seed: number;
  /** ISO 8601, UTC. */
  startedAt: string;
  durationMs: number;
  /** Requests sent, retries included. */
  requests: number;
  options: { thorough: boolean; strict: boolean; allowWrites: boolean; only: readonly string[] };
  verdict: Verdict;
  checks: readonly CheckResult[];
  observations: readonly Observation[];
  /** What was created and cannot be deleted through the interface, in the order of creation. */
  inventory: readonly CreatedResource[];
  /** Sentences that a reader of a green result has to know, for example of a group that was inconclusive. */
  warnings: readonly string[];
}

/** `conforms` exits with 0, `broken` with 1, `not-run` with 2 (and says why in `reason`). */
export type Verdict =
  | { kind: 'conforms' }
  | { kind: 'broken'; failed: number }
  | { kind: 'not-run'; reason: string };

export type Level = 'MUST' | 'SHOULD' | 'OBSERVE';

export interface CheckResult {
  /** Permanent, for example `listSites/after-is-exclusive`. */
  id: string;
  title: string;
  /** operationId, or `service` for what concerns all operations. */
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
  /** The section of the interface that says so. */
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
  /** One line: which expectation of the check is broken. */
  message: string;
  /** One line that needs no knowledge of the check: what the target does wrong. Reports lead with it. */
  finding?: string;
  expected: string;
  received: string;
  /** JSON Pointer into the reply body, where there is one. */
  pointer?: string;
  /** The exchange that shows it, and the line that sends its request again. */
  exchange?: Exchange;
  /** Where that one only reads, the last request that wrote what it shows: both are needed to see it again. */
  write?: Exchange;
  /** The request that did the damage, where the exchange only shows it: for example an update of another record. */
  cause?: Exchange;
  /** Lines for bash and curl that show the failure again, with the key as `$SITE_CONTRACT_API_KEY`. */
  reproduce?: string;
  /** Failures of one cause share this; reports put them together. Where it is left out, the message stands for it. */
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
  /** Undefined when no answer arrived; then `error` says why. */
  reply?: { status: number; headers: Readonly<Record<string, string>>; body: string };
  error?: string;
  /** Reproduces the request, with the key as `$SITE_CONTRACT_API_KEY`. */
  curl: string;
  durationMs: number;
}

/** What the target does where the interface does not say. */
export interface Observation {
  /** Id of the check that saw it. */
  check: string;
  /** A sentence for people, for example `updating a site answers 200`. */
  statement: string;
  /** The assumption of the contract that it answers, and the value that makes the mock do the same. */
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
