import { readdirSync, rmSync } from 'node:fs';
import { appendFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { toWorkflowCommand } from '../../conformance/reporters/github.ts';
import type { DiffResult } from '../../gate/diff/change.ts';
import {
  toGateHtml,
  toGateJunit,
  toGateMarkdown,
  toGateSarif,
  toGateText,
} from '../../gate/gate-reports.ts';
import { toReport } from '../../gate/index.ts';
import { type GateResult, runGate, writeReport } from '../../gate/run-gate.ts';
import { stepIds } from '../../gate/steps.ts';
import type { Context } from '../command.ts';
import type { GateValues } from '../commands/gate-options.ts';
import { toWidth, usesColour } from '../terminal.ts';
import { toUnwritable, UsageError } from '../usage-error.ts';
import { createSteps } from './create-steps.ts';

const exitCodes = { passed: 0, failed: 1, error: 2 } as const;

/** Runs the applicable steps, and determines the verdict. */
export async function runGateCommand(values: GateValues, context: Context): Promise<number> {
  const { stdout, stderr, environment } = context;
  let diff: DiffResult | undefined;
  const steps = createSteps(values, environment, (result) => {
    diff = result;
  });
  assertStep(values);
  await assertFolder(values.reports);
  const result = await runGate(
    steps,
    {
      only: values.only,
      skip: values.skip,
      onStep: ({ id, status }) => {
        if (status !== 'skipped') stderr.write(`site-contract: ${id} ${status}\n`);
      },
    },
    () => diff,
  );
  const markdown = toGateMarkdown(result, diff);
  const { reports: folder } = values;
  writeReport(folder, 'gate.md', markdown);
  writeReport(folder, 'gate.json', `${JSON.stringify(result, null, 2)}\n`);
  writeReport(folder, 'gate.junit.xml', toGateJunit(result));
  writeReport(folder, 'gate.html', toGateHtml(result));
  writeReport(folder, 'gate.sarif', toGateSarif(folder, result));
  stdout.write(
    toGateText(result, {
      colour: usesColour(stdout, environment),
      width: toWidth(stdout),
    }),
  );
  stderr.write(`site-contract: reports are in ${folder}\n`);
  await tellPlatform(result, diff, markdown, context);
  return exitCodes[result.verdict];
}

function assertStep({ only, skip }: GateValues): void {
  const chosen = only.length === 0 ? stepIds : only;
  if (chosen.every((id) => skip.some((skipped) => skipped === id)))
    throw new UsageError('--only and --skip leave no step to run; skip fewer steps');
}

/** Asserts that reports can be written, and removes those of an earlier run. */
async function assertFolder(folder: string): Promise<void> {
  try {
    writeReport(folder, 'gate.md', '');
    for (const name of readdirSync(folder))
      if (/^(?:diff|mock|referee|deployment)\.(?:json|html|md|sarif|junit\.xml)$/.test(name))
        rmSync(path.join(folder, name));
  } catch (error) {
    throw await toUnwritable('reports', folder, error);
  }
}

/** Writes annotations, the step summary and outputs in a GitHub workflow. */
async function tellPlatform(
  result: GateResult,
  diff: DiffResult | undefined,
  markdown: string,
  { stdout, environment }: Context,
): Promise<void> {
  if (environment['GITHUB_ACTIONS'] !== 'true') return;
  if (diff !== undefined)
    stdout.write(toReport(diff, 'github', { colour: false, width: 80, full: false }));
  for (const { id, title, status, summary, details, advice = '' } of result.steps) {
    // Breaking changes have separate annotations at their lines.
    if ((status !== 'failed' && status !== 'error') || (id === 'diff' && status === 'failed'))
      continue;
    const text = [summary, ...details, advice].join('\n').trim();
    stdout.write(`${toWorkflowCommand('error', { title: `Contract: ${title}` }, text)}\n`);
  }
  const { GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: output } = environment;
  if (summary) await appendFile(summary, markdown);
  const count = (status: string): number =>
    result.steps.filter((step) => step.status === status).length;
  const lines = [
    `verdict=${result.verdict}`,
    `failed=${count('failed')}`,
    `passed=${count('passed')}`,
    `breaking=${diff?.counts.breaking ?? 0}`,
  ];
  if (output) await writeFile(output, `${lines.join('\n')}\n`, { flag: 'a' });
}
