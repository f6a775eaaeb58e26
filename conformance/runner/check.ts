import type { OperationId } from '../../contract/index.ts';
import type { RequirementId } from '../../generated/requirements.js';
import type { Failure, Level } from '../results.ts';
import type { Names, Run } from './run.ts';

export { Failed, Inconclusive, nameRefusal, Unanswered } from './outcome.ts';

/**
 * When a check runs. `calls` checks run side by side and may write. `listing` checks run side by side after them, read
 * only, while the run itself writes nothing. `verdict` checks send nothing: they judge what was answered so far.
 */
export type Stage = 'calls' | 'listing' | 'verdict';

/** One check as data. What a run knows besides, such as the records of a service, is in `R`. */
export interface Check<R extends Run = Run> {
  /** Permanent: `<operationId or service>/<what holds>`. */
  id: string;
  /** A plain sentence in the present tense. */
  title: string;
  operation: OperationId | 'service';
  level: Level;
  /** The sentences of the interface that it proves. */
  requirements: readonly RequirementId[];
  /** For `--explain`: what is sent, and what has to follow. */
  sends: string;
  expects: string;
  stage: Stage;
  /** Whether a lawful target is changed by it. */
  writes: boolean;
  /** Records that it creates by itself, shared ones left out. */
  creates?: number;
  /** Shared records that it uses; each is created once in a run. */
  uses?: readonly string[];
  /** Sends requests that have to be refused: it passes only where a valid one of the operation was accepted in the run. */
  refuses?: boolean;
  /** Sends many requests one after the other: they go before those of other checks. */
  long?: boolean;
  /** Runs only under `--thorough`. */
  thorough?: boolean;
  run(scope: Scope<R>): Promise<void> | void;
}

/** What a check is given: the run, and the means to say what it found. */
export interface Scope<R extends Run = Run> extends Names {
  run: R;
  check: Check<R>;
  /** Records a broken expectation; the check goes on. */
  fail(failure: Failure): void;
  /** Records what the target does where the interface is silent. */
  observe(
    statement: string,
    assumption?: { id: string; value: string | number | boolean | null },
  ): void;
  /** A seed that depends on the run's seed and on the check alone. */
  seed: number;
}
