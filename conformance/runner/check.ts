import type { OperationId } from '../../contract/index.ts';
import type { RequirementId } from '../../generated/requirements.js';
import type { Failure, Level } from '../results.ts';
import type { AnyRun, Names } from './run.ts';

/**
 * When a check runs. `calls` checks run concurrently and may write. `listing` checks run concurrently after them and only
 * read. `verdict` checks run last and evaluate all responses so far.
 */
export type Stage = 'calls' | 'listing' | 'verdict';

/**
 * One check as data. `R` is the type of the run, which may contain more than the runner needs, such as the records of a
 * service.
 */
export interface AnyCheck<R extends AnyRun = AnyRun> {
  /** A permanent id: `<operationId or service>/<expectation>`. */
  id: string;
  /** A plain sentence in the present tense. */
  title: string;
  /** The operation that it checks; `service` if it checks several. */
  operation: OperationId | 'service';
  /** How a failure counts. An `OBSERVE` check calls `scope.observe`, and never fails the run. */
  level: Level;
  /** The requirements that it proves. */
  requirements: readonly RequirementId[];
  /** What is sent; shown by `--explain`, with `expects`. */
  sends: string;
  /** What a correct target returns. */
  expects: string;
  /** When it runs. */
  stage: Stage;
  /** Whether it changes data of a conforming target. */
  writes: boolean;
  /** The number of records that it creates, without shared ones. Default: 0. */
  creates?: number;
  /** The shared records that it uses. Each is created once in a run. Default: none. */
  uses?: readonly string[];
  /**
   * Sends requests that must be refused. It passes only if the run also had an accepted request of the operation.
   * Default: false.
   */
  refuses?: boolean;
  /** A failure says where the target serves its operations, if not at the base URL. Default: false. */
  locates?: boolean;
  /** Runs only with `--thorough`. Default: false. */
  thorough?: boolean;
  /** Sends requests, and calls `scope.fail` for each broken expectation. Returning without one passes the check. */
  run(scope: AnyScope<R>): Promise<void> | void;
}

/** The run, and functions to report results. Each check receives one. */
export interface AnyScope<R extends AnyRun = AnyRun> extends Names {
  /** The run: its options, and functions to send requests and show them in reports. */
  run: R;
  /** This check. */
  check: AnyCheck<R>;
  /** Records a broken expectation. The check continues. */
  fail(failure: Failure): void;
  /** Records what the target does where the interface is undocumented. */
  observe(
    statement: string,
    assumption?: { id: string; value: string | number | boolean | null },
  ): void;
  /** A seed derived from the seed of the run and the id of the check. */
  seed: number;
}
