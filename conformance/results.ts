/** Where a run worked: at a base URL, and where the suite of a service needs to be told, in which part of its data. */
export interface RunTarget {
  /** The URL of the service. */
  baseUrl: string;
  readonly [option: string]: string | undefined;
}

/** The results of a run as data for the reporters. They do not contain the API key. */
export interface RunResult {
  /** The program that ran. */
  tool: { name: string; version: string };
  /** The contract that the target was checked against. */
  contract: { title: string; version: string };
  /** The target. */
  target: RunTarget;
  /** Whether others sent the requests, so the results come from a recording, without a seed or checks of the suite. */
  recorded?: true;
  /** The command that repeats the run, if a command started it. */
  command?: string;
  /** Repeats the run: `--seed <seed>`. */
  seed: number;
  /** ISO 8601, UTC. */
  startedAt: string;
  /** The duration of the run. */
  durationMs: number;
  /** The number of requests, including retries. */
  requests: number;
  /** The options of the run. */
  options: { thorough: boolean; strict: boolean; allowWrites: boolean; only: readonly string[] };
  /** Whether the target conforms. */
  verdict: Verdict;
  /** The number of checks for each outcome. All reports take their numbers from here. */
  counts: Counts;
  /** All failures, grouped by requirement. */
  groups: readonly FailureGroup[];
  /** The results of all selected checks. */
  checks: readonly CheckResult[];
  /** What the target does where the interface is undocumented. */
  observations: readonly Observation[];
  /** The created records in the order of creation. The interface has no operation to delete them. */
  inventory: readonly CreatedResource[];
  /** Warnings that matter even if the run passed, for example that all checks of an operation were inconclusive. */
  warnings: readonly string[];
  /** With `--since`: what changed since the earlier run, in lines of text. */
  since?: readonly string[];
}

/** Whether the target conforms. A run without a verdict has a reason. */
export type Verdict =
  | { kind: 'conforms' }
  | { kind: 'broken'; failed: number }
  | { kind: 'not-run'; reason: string };

export const exitCodes = { conforms: 0, broken: 1, 'not-run': 2 } as const;

export interface Counts {
  /** All selected checks: the sum of the other numbers. */
  total: number;
  /** Passed checks. */
  passed: number;
  /** Failed MUST checks, without known failures. */
  must: number;
  /** Failed SHOULD checks, without known failures. */
  should: number;
  /** Failed checks that the baseline declares. */
  known: number;
  /** Checks without a verdict, because the target did not provide what they need. */
  inconclusive: number;
  /** Checks that were not allowed to write. */
  skipped: number;
  /** Checks that the end of the run prevented. */
  notRun: number;
}

/** The failures that break one requirement. */
export interface FailureGroup {
  /** The broken requirement. */
  requirement: RequirementReference;
  /** The level of the failed checks. */
  level: Level;
  /** Whether the baseline declares these failures. */
  known: boolean;
  /** The operations that fail, in the order of their checks. */
  operations: readonly string[];
  /** The ids of the failed checks. */
  checks: readonly string[];
  /** The one with the shortest exchange first. */
  failures: readonly GroupedFailure[];
}

/** A failure with its check. */
export interface GroupedFailure extends Failure {
  /** The id of the check. */
  check: string;
  /** An operationId, or `service`. */
  operation: string;
}

/** A broken MUST fails the run; a broken SHOULD fails it with `--strict`; an OBSERVE is only recorded. */
export const levels = ['MUST', 'SHOULD', 'OBSERVE'] as const;
export type Level = (typeof levels)[number];

/** The result of one check. */
export interface CheckResult {
  /** Permanent, for example `listNotes/is-listed`. */
  id: string;
  /** A plain sentence in the present tense. */
  title: string;
  /** An operationId, or `service` for expectations of all operations. */
  operation: string;
  /** How a failure counts. */
  level: Level;
  /** The requirements that it proves. */
  requirements: readonly RequirementReference[];
  /** How it ended. */
  outcome: Outcome;
  /** Its duration, with all waits. */
  durationMs: number;
  /** The number of requests that it sent. */
  requests: number;
}

/** A requirement of the interface that a check proves. */
export interface RequirementReference {
  /** Permanent; docs/coverage.md lists them all. */
  id: string;
  /** The requirement in one sentence. */
  statement: string;
  /** The section of the interface that states it. */
  section: string;
}

/** How a check ended. */
export type Outcome =
  | { status: 'passed' }
  /** A broken expectation. MUST fails the run; SHOULD fails it under `--strict`. `known` if a baseline declares all failures. */
  | { status: 'failed'; failures: readonly Failure[]; known?: KnownFailure }
  /** The target did not provide what the check needs, for a reason that the interface allows. */
  | { status: 'inconclusive'; reason: string }
  /** Not allowed to write. */
  | { status: 'skipped'; reason: string }
  /** The run ended before the check did, or the code of the check threw an error, which `threw` then says. */
  | { status: 'not-run'; reason: string; threw?: true };

/** A failure that a baseline file declares. */
export interface KnownFailure {
  /** Why it fails, and who will fix it. */
  reason: string;
  /** ISO 8601 date: the last day on which it is accepted. */
  expires: string;
}

/** One broken expectation. */
export interface Failure {
  /** The broken expectation, in one line. */
  message: string;
  /** What a correct target returns. */
  expected: string;
  /** What this target returned. */
  received: string;
  /** JSON Pointer into the response body, if applicable. */
  pointer?: string;
  /** The exchange that shows the failure, with a command that repeats its request. */
  exchange?: Exchange;
  /** If the exchange only reads: the last request that wrote the value. */
  write?: Exchange;
  /** Id of the broken requirement. Default: the first one of the check. */
  requirement?: string;
  /** The entry of the baseline that declares it. */
  known?: KnownFailure;
}

/** A request and its response, as shown in reports. */
export interface Exchange {
  /** The request as sent, with secrets redacted. */
  request: {
    method: string;
    url: string;
    headers: Readonly<Record<string, string>>;
    /** The body as text, or `base64:` and its bytes in base64 if it is not UTF-8. */
    body?: string;
  };
  /** Undefined if no response arrived. `error` then contains the reason. */
  reply?: { status: number; headers: Readonly<Record<string, string>>; body: string };
  /** Why no response arrived. */
  error?: string;
  /** Reproduces the request, with the key as `$SITE_CONTRACT_API_KEY`. */
  curl: string;
  /** The time to the end of the response. */
  durationMs: number;
}

/** What the target does where the interface is undocumented. */
export interface Observation {
  /** Id of the check that observed it. */
  check: string;
  /** A readable sentence, for example `updating a site returns 200`. */
  statement: string;
  /** The assumption that it concerns, and the value for which the mock behaves in the same way. */
  assumption?: { id: string; value: string | number | boolean | null };
}

/** A record that the run created. */
export interface CreatedResource {
  /** The name of its resource. */
  kind: string;
  /** Its id on the target. */
  id: string;
  /** Name, pathname or URL, for readers. */
  label: string;
  /** Id of the record that contains it. */
  parent: string;
}

/** Explains why a run has no verdict if the code of checks threw errors. */
export function explainErrors(checks: readonly CheckResult[]): string {
  return `the code of ${checks.map(({ id }) => id).join(', ')} threw an error, which the report shows`;
}

export function hasThrown({ outcome }: CheckResult): boolean {
  return outcome.status === 'not-run' && outcome.threw === true;
}

/** Whether a failure of the check fails the run. */
export function doesCount({ level }: Pick<CheckResult, 'level'>, strict: boolean): boolean {
  return level === 'MUST' || (strict && level === 'SHOULD');
}

/** Whether the check fails the run. */
export function failsRun({ level, outcome }: CheckResult, strict: boolean): boolean {
  return outcome.status === 'failed' && outcome.known === undefined && doesCount({ level }, strict);
}
