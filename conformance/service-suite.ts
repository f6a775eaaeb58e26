import type { Contract } from '../contract/index.ts';
import type { CheckDescription } from './describe-checks.ts';
import type { RunOptions } from './options.ts';
import type { RunResult } from './results.ts';

/**
 * The checks of one service, beyond those that follow from any document. The suite for any contract knows none of them: whoever
 * starts a run asks them first.
 */
export interface ServiceSuite<Options extends object = RunOptions> {
  /** Whether the document describes this service. */
  recognises(contract: Contract): boolean;
  /** Describes the checks, in the order of reports. */
  describeChecks(contract: Contract): CheckDescription[];
  /** Runs the checks against a base URL. No behaviour of the target throws an error. */
  run(contract: Contract, options: Options): Promise<RunResult>;
}
