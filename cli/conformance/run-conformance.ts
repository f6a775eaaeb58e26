import { runSuite } from '../../conformance/index.ts';
import type { RunResult } from '../../conformance/results.ts';
import { loadContract } from '../../contract/load-contract.ts';
import type { Context } from '../command.ts';
import type { conformanceOptions } from '../commands/conformance-options.ts';
import type { OptionValues } from '../read-options.ts';
import { explainCheck } from './explain-check.ts';
import { followBaseline } from './follow-baseline.ts';
import { assertSelection, toCheckList } from './list-checks.ts';
import { openTarget } from './open-target.ts';
import { createRunNotes } from './run-notes.ts';
import { tellGithub } from './tell-github.ts';
import { assertWritable, writeReports } from './write-reports.ts';

export type ConformanceValues = OptionValues<typeof conformanceOptions>;

/** Runs the suite against a target, or against a mock that is started for the run, and reports. */
export async function runConformance(values: ConformanceValues, context: Context): Promise<number> {
  const contract = await loadContract({ document: values.contract, overlays: values.overlay });
  assertSelection(contract, values.only);
  if (values.explain !== undefined) {
    context.stdout.write(explainCheck(contract, values.explain));
    return 0;
  }
  if (values.list) {
    context.stdout.write(toCheckList(contract, values.only));
    return 0;
  }
  await assertWritable(values);
  const baseline = await followBaseline(values);
  const notes = createRunNotes(values, context);
  const target = await openTarget(values, contract);
  try {
    const result = await runSuite({
      ...target.options,
      contract,
      seed: values.seed,
      only: values.only,
      thorough: values.thorough,
      strict: values.strict,
      allowWrites: values.allowWrites,
      concurrency: values.concurrency,
      timeoutMs: values.timeout,
      maxTimeMs: values.maxTime * 1000,
      settleMs: values.settle,
      onEvent: notes.onEvent,
    });
    notes.stop();
    const judged = await baseline(result);
    await writeReports(judged, contract, values, context);
    await tellGithub(judged, values, context);
    return toExitCode(judged, context);
  } finally {
    notes.stop();
    await target.close();
  }
}

function toExitCode({ verdict }: RunResult, { stderr }: Context): number {
  if (verdict.kind === 'conforms') return 0;
  if (verdict.kind === 'broken') return 1;
  stderr.write(`site-contract: the suite could not run: ${verdict.reason}\n`);
  return 2;
}
