/** The conformance suite: checks as data, and the function that runs them against a base URL. */
export { listChecks } from './checks/index.ts';
export { type ObservedOverlay, toObservedOverlay } from './observed-overlay.ts';
export type {
  CheckResult,
  CreatedResource,
  Exchange,
  Failure,
  KnownFailure,
  Level,
  Observation,
  Outcome,
  RequirementReference,
  RunResult,
  Verdict,
} from './results.ts';
export { type Check, Failed, Inconclusive, type Scope, type Stage } from './runner/check.ts';
export { isLocal } from './runner/connect.ts';
export { isSuccess } from './runner/journal.ts';
export type { RunEvent, RunOptions, ToldExchange } from './runner/options.ts';
export { type Call, call, type Run } from './runner/run.ts';
export { runSuite } from './runner/run-suite.ts';
export type { Sent, TargetReply } from './runner/target.ts';
