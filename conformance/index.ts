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
export type { Check, Stage } from './runner/check.ts';
export { isLocal, type RunEvent, type RunOptions, type ToldExchange } from './runner/options.ts';
export { runSuite } from './runner/run-suite.ts';
