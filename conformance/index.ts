/** The conformance suite: checks as data, and the function that runs them against a base URL. */
export { listChecks } from './checks/index.ts';
export type { Check, Run, Scope } from './model/scope.ts';
export type { RunEvent, RunOptions, ToldExchange } from './options.ts';
export { type ObservedOverlay, toObservedOverlay } from './reporters/json.ts';
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
export { runSuite } from './run-suite.ts';
export { Failed, Inconclusive, type Stage } from './runner/check.ts';
export { isLocal } from './runner/connect.ts';
export { isSuccess } from './runner/journal.ts';
export { type Call, call } from './runner/run.ts';
export type { Sent, TargetReply } from './runner/target.ts';
