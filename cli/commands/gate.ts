import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { toWorkflowCommand } from '../../conformance/reporters/github.ts';
import { replaceFile } from '../../contract/files.ts';
import type { DiffResult } from '../../gate/diff/change.ts';
import { toGateMarkdown, toGateText, toStepText } from '../../gate/gate-reports.ts';
import { toReport } from '../../gate/index.ts';
import {
  type GateResult,
  notSelected,
  runGate,
  type StepId,
  stepIds,
} from '../../gate/run-gate.ts';
import { toJsonText } from '../../writers/json-text.ts';
import { type Context, createCommand, toNote } from '../command.ts';
import { createSteps } from '../gate/create-steps.ts';
import { openReportFolder } from '../gate/report-folder.ts';
import { endProcesses } from '../gate/run-process.ts';
import { signals, toWidth, usesColour } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { type GateValues, gateOptions } from './gate-options.ts';

export const gate = createCommand({
  options: gateOptions,
  help: `Examples:
  site-contract gate --base git:origin/main
      Checks a change before it is merged.
  site-contract gate --only deployment --base-url https://staging.example.com
      Tests a deployment before a release.

Steps: ${stepIds.join(', ')}. Each step reports what it did, or why it was skipped.

The step "deployment" takes the key and the workspace from SITE_CONTRACT_API_KEY and SITE_CONTRACT_WORKSPACE.

The reports folder contains gate.md, gate.json, and the reports of each step.

Exit codes:
  0  every step that ran passed
  1  a step failed
  2  a step could not run, or none applied; the reason is in the report`,
  run: runGateCommand,
});

const exitCodes = { passed: 0, failed: 1, error: 2 } as const;

/** Runs the applicable steps, and determines the verdict. */
async function runGateCommand(values: GateValues, context: Context): Promise<number> {
  const { stdout, environment } = context;
  const note = toNote(context);
  const { reports: folder, only, skip } = values;
  const isChosen = (id: StepId): boolean =>
    (only.length === 0 || only.includes(id)) && !skip.includes(id);
  if (!stepIds.some(isChosen))
    throw new UsageError('--only and --skip leave no step to run; skip fewer steps');
  const { base, contract, accept, baseline, since, config } = values;
  openReportFolder(folder, { base, contract, accept, baseline, since, config });
  // A stopped gate leaves no process behind.
  process.once('exit', endProcesses);
  for (const [signal, number] of Object.entries(signals))
    process.once(signal, () => process.exit(128 + number));
  const { runners, readDiff } = createSteps(values, folder, environment);
  const available = stepIds.filter((id) => runners[id] !== undefined && !isChosen(id));
  const skipped = Object.fromEntries(available.map((id) => [id, notSelected]));
  const result = await runGate({ ...runners, ...skipped }, ({ id, status }) => {
    if (status !== 'skipped') note(`${id} ${status}`);
  });
  const diff = isChosen('diff') ? await readDiff() : undefined;
  const markdown = toGateMarkdown(result, diff);
  replaceFile(path.join(folder, 'gate.md'), markdown);
  replaceFile(path.join(folder, 'gate.json'), toJsonText(result));
  const colour = usesColour(stdout, environment);
  stdout.painted(toGateText(result, { colour, width: toWidth(stdout) }));
  note(`reports are in ${folder}`);
  if (environment['GITHUB_ACTIONS'] === 'true') await tellGithub(result, diff, markdown, context);
  return exitCodes[result.verdict];
}

/** Writes annotations, the step summary and outputs in a GitHub workflow. */
async function tellGithub(
  { verdict, steps }: GateResult,
  diff: DiffResult | undefined,
  markdown: string,
  { stdout, environment }: Context,
): Promise<void> {
  const workspace = environment['GITHUB_WORKSPACE'];
  const looks = { colour: false, width: 80, full: false, workspace };
  if (diff !== undefined) stdout.raw(toReport(diff, 'github', looks));
  for (const step of steps) {
    // Breaking changes have separate annotations at their lines.
    const isTold = step.id === 'diff' && diff !== undefined;
    if ((step.status !== 'failed' && step.status !== 'error') || isTold) continue;
    const title = `Contract: ${step.title}`;
    stdout.raw(`${toWorkflowCommand('error', { title }, toStepText(step))}\n`);
  }
  const { GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: output } = environment;
  if (summary) await appendFile(summary, markdown);
  const count = (status: string): number => {
    const matches = steps.filter((step) => step.status === status);
    return matches.length;
  };
  const lines = [
    `verdict=${verdict}`,
    `failed=${count('failed')}`,
    `passed=${count('passed')}`,
    `breaking=${diff?.counts.breaking ?? 0}`,
  ];
  if (output) await appendFile(output, `${lines.join('\n')}\n`);
}
