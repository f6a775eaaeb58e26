import { lstatSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { toWorkflowCommand } from '../../conformance/reporters/github.ts';
import { replaceFile } from '../../contract/files.ts';
import type { DiffResult } from '../../gate/diff/change.ts';
import {
  toGateHtml,
  toGateJunit,
  toGateMarkdown,
  toGateSarif,
  toGateText,
} from '../../gate/gate-reports.ts';
import { toReport } from '../../gate/index.ts';
import { type GateResult, runGate } from '../../gate/run-gate.ts';
import { stepIds } from '../../gate/steps.ts';
import type { Context } from '../command.ts';
import type { GateValues } from '../commands/gate-options.ts';
import { signals, toWidth, usesColour } from '../terminal.ts';
import { toUnwritable, UsageError } from '../usage-error.ts';
import { createSteps, stepReports } from './create-steps.ts';
import { endProcesses } from './run-process.ts';

const exitCodes = { passed: 0, failed: 1, error: 2 } as const;
const gateReports = ['gate.md', 'gate.json', 'gate.junit.xml', 'gate.html', 'gate.sarif'];

/** Runs the applicable steps, and determines the verdict. */
export async function runGateCommand(values: GateValues, context: Context): Promise<number> {
  const { stdout, stderr, environment } = context;
  const { reports: folder, only, skip } = values;
  if ((only.length === 0 ? stepIds : only).every((id) => skip.includes(id)))
    throw new UsageError('--only and --skip leave no step to run; skip fewer steps');
  await openFolder(folder);
  stopWithProcesses();
  const { runners, readDiff } = createSteps(values, environment);
  const result = await runGate(runners, {
    only,
    skip,
    onStep: ({ id, status }) => {
      if (status !== 'skipped') stderr.write(`site-contract: ${id} ${status}\n`);
    },
  });
  const isCompared = result.steps.some(({ id, reports }) => id === 'diff' && reports.length > 0);
  const diff = isCompared ? await readDiff() : undefined;
  const markdown = toGateMarkdown(result, diff);
  const texts = [
    markdown,
    `${JSON.stringify(result, null, 2)}\n`,
    toGateJunit(result),
    toGateHtml(result),
    toGateSarif(folder, result),
  ];
  for (const [at, name] of gateReports.entries())
    replaceFile(path.join(folder, name), texts[at] ?? '');
  const colour = usesColour(stdout, environment);
  stdout.write(toGateText(result, { colour, width: toWidth(stdout) }));
  stderr.write(`site-contract: reports are in ${folder}\n`);
  await tellPlatform(result, diff, markdown, context);
  return exitCodes[result.verdict];
}

/** A stopped gate leaves no process behind. */
function stopWithProcesses(): void {
  process.once('exit', endProcesses);
  for (const [signal, number] of Object.entries(signals))
    process.once(signal, () => process.exit(128 + number));
}

/** Creates the folder, and removes the reports of an earlier run. A link could lead to files of somebody else. */
async function openFolder(folder: string): Promise<void> {
  try {
    mkdirSync(folder, { recursive: true });
    const isElsewhere =
      !path.isAbsolute(folder) && realpathSync(folder) !== path.join(realpathSync('.'), folder);
    if (isElsewhere || lstatSync(folder).isSymbolicLink())
      throw new UsageError(`--reports ${folder}: is a link; name a folder`);
    for (const name of [...gateReports, ...stepReports])
      rmSync(path.join(folder, name), { force: true });
    replaceFile(path.join(folder, 'gate.md'), '');
  } catch (error) {
    if (error instanceof UsageError) throw error;
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
  if (output) await appendFile(output, `${lines.join('\n')}\n`);
}
