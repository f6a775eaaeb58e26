import type { OperationId } from '../../contract/index.ts';
import type { RequirementId } from '../../generated/requirements.js';
import type { Failure, Level } from '../results.ts';
import type { Run } from './run.ts';

export { Failed, Inconclusive, nameRefusal, Unanswered } from './outcome.ts';

/**
 * When a check runs. `calls` checks run side by side and may write. `listing` checks run side by side after them, read
 * only, while the run itself writes nothing. `verdict` checks send nothing: they judge what was answered so far.
 */
export type Stage = 'calls' | 'listing' | 'verdict';

/** One check as data. */
export interface Check {
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
  /** Sites that it creates by itself, shared ones left out. */
  creates?: number;
  /** Shared sites that it uses; each is created once in a run. */
  uses?: readonly string[];
  /** Sends requests that have to be refused: it passes only where a valid one of the operation was accepted in the run. */
  refuses?: boolean;
  /** Sends many requests one after the other: they go before those of other checks. */
  long?: boolean;
  /** Runs under `--thorough` alone. */
  thorough?: boolean;
  run(scope: Scope): Promise<void> | void;
}

/** What a check is given: the run, and the means to say what it found. */
export interface Scope {
  run: Run;
  check: Check;
  /** Records a broken expectation; the check goes on. */
  fail(failure: Failure): void;
  /** Records what the target does where the interface is silent. */
  observe(
    statement: string,
    assumption?: { id: string; value: string | number | boolean | null },
  ): void;
  /** A name that no other check and no other run uses: lower-case letters and digits, at most 10, unless the target refuses that. */
  unique(): string;
  /** A pathname of such a name, in the form that the target takes. */
  pathname(): string;
  /** A seed that depends on the run's seed and on the check alone. */
  seed: number;
}
