/** The conformance suite: checks as data, and the function that runs them against a base URL. */
export { listChecks } from './checks/index.ts';
export { type Call, call } from './model/call.ts';
export type { Check, Run, Scope, Stage } from './model/scope.ts';
export type { RunEvent, RunOptions, ToldExchange } from './options.ts';
export { Failed, Inconclusive } from './outcomes.ts';
export { type ObservedOverlay, toObservedOverlay } from './reporters/overlay.ts';
export type {
  CheckResult,
  Counts,
  CreatedResource,
  Exchange,
  Failure,
  FailureGroup,
  GroupedFailure,
  KnownFailure,
  Level,
  Observation,
  Outcome,
  RequirementReference,
  RunResult,
  Verdict,
} from './results.ts';
export { runSuite } from './run-suite.ts';
export { isSuccess } from './runner/journal.ts';
export { isLocal } from './runner/proxy.ts';
export type { TargetReply } from './runner/reply.ts';
export type { Sent } from './runner/target.ts';
