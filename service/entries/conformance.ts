/** The conformance suite: checks as data, and the function that runs them against a base URL. */

export type { ToldExchange } from '../../conformance/options.ts';
export { Failed, Inconclusive } from '../../conformance/outcomes.ts';
export { type ObservedOverlay, toObservedOverlay } from '../../conformance/reporters/overlay.ts';
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
  RunTarget,
  Verdict,
} from '../../conformance/results.ts';
export { isSuccess } from '../../conformance/runner/journal.ts';
export { isLocal } from '../../conformance/runner/proxy.ts';
export type { TargetReply } from '../../conformance/runner/reply.ts';
export type { Sent } from '../../conformance/runner/target.ts';
export { listChecks } from '../conformance/list-checks.ts';
export { type Call, call } from '../conformance/model/call.ts';
export type { Check, Run, Scope, Stage } from '../conformance/model/scope.ts';
export type { RunEvent, RunOptions } from '../conformance/options.ts';
export { runSuite } from '../suites.ts';
