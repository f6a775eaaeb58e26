import { writeFile } from 'node:fs/promises';
import {
  applyBaseline,
  type Baseline,
  toBaseline,
  toBaselineText,
} from '../../conformance/baseline/baseline.ts';
import { readBaseline } from '../../conformance/baseline/parse-baseline.ts';
import type { RunResult } from '../../conformance/results.ts';
import type { ConformanceValues } from '../commands/conformance-options.ts';
import { UsageError } from '../usage-error.ts';

/**
 * Reads the baseline before the run, so that a mistake in it shows at once.
 * @returns what it makes of the result of the run
 */
export async function followBaseline({
  baseline: file,
  updateBaseline,
}: ConformanceValues): Promise<(result: RunResult) => Promise<RunResult>> {
  if (file === undefined) {
    if (updateBaseline) throw new UsageError('--update-baseline needs --baseline <file>');
    return async (result) => result;
  }
  const previous = await read(file, updateBaseline);
  return async (result) => {
    const baseline = updateBaseline ? toBaseline(result, previous) : previous;
    if (updateBaseline) await writeFile(file, toBaselineText(baseline));
    return applyBaseline(result, baseline, result.startedAt.slice(0, 10));
  };
}

async function read(file: string, updateBaseline: boolean): Promise<Baseline> {
  const found = await readBaseline(file);
  if (found.kind === 'baseline') return found.baseline;
  if (found.kind === 'missing' && updateBaseline) return { failures: [] };
  throw new UsageError(found.problem);
}
