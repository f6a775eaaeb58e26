/** The conformance suite: checks as data, and the function that runs them against a base URL. */
export { listChecks } from './checks/index.ts';
export { type Call, call } from './model/call.ts';
export type { Check, Run, Scope, Stage } from './model/scope.ts';
export type { RunEvent, RunOptions, ToldExchange } from './options.ts';
export { type ObservedOverlay, toObservedOverlay } from './reporters/overlay.ts';
export {
  type CheckResult,
  type Counts,
  type CreatedResource,
  type Exchange,
  Failed,
  type Failure,
  type FailureGroup,
  type GroupedFailure,
  Inconclusive,
  type KnownFailure,
  type Level,
  type Observation,
  type Outcome,
  type RequirementReference,
  type RunResult,
  type Verdict,
} from './results.ts';
export { runSuite } from './run-suite.ts';
export { isSuccess } from './runner/journal.ts';
export { isLocal } from './runner/proxy.ts';
export type { TargetReply } from './runner/reply.ts';
export type { Sent } from './runner/target.ts';
