import type { RunOptions } from './options.ts';
import { type CheckResult, failsRun } from './results.ts';
import type { Halt } from './runner/halt.ts';

type Limits = Pick<RunOptions, 'maxFailures' | 'strict'>;

/** Stops the run after the configured number of failed checks. */
export function stopAtFailures(
  { halt }: { halt: Halt },
  results: readonly CheckResult[],
  { maxFailures = Number.POSITIVE_INFINITY, strict = false }: Limits,
): void {
  const failed = results.filter((result) => failsRun(result, strict)).length;
  if (failed >= maxFailures) halt.stop(`the run has reached --max-failures ${maxFailures}`);
}
