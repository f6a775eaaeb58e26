import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RunResult } from '../conformance/results.ts';
import { makeFolder } from '../contract/files.ts';
import type { DiffResult } from './diff/change.ts';
import { findShownPlace, toHeadline, toTitle, toVersionLine } from './diff/reports.ts';
import { type StepId, stepIds, stepTitles } from './steps.ts';

export interface GateStep {
  id: StepId;
  title: string;
  status: 'passed' | 'failed' | 'skipped' | 'error';
  /** One line with the result, or the reason why the step was skipped. */
  summary: string;
  /** The details of a failure for the first screen. */
  details: readonly string[];
  /** How to fix a failure, in one sentence. */
  advice?: string;
  durationMs: number;
  /** Files with the complete result, relative to the folder of reports. */
  reports: readonly string[];
}

export interface GateResult {
  formatVersion: 1;
  verdict: 'passed' | 'failed' | 'error';
  durationMs: number;
  steps: readonly GateStep[];
}

/** The result of a step. Its duration is measured separately. Default: no details, and no reports. */
export type StepOutcome = Pick<GateStep, 'status' | 'summary' | 'advice'> &
  Partial<Pick<GateStep, 'details' | 'reports'>>;

/** Functions that run each step, or the reasons why a step is skipped. */
export type StepRunners = Readonly<
  Record<Exclude<StepId, 'version'>, (() => Promise<StepOutcome>) | string>
>;

interface GateOptions {
  only: readonly string[];
  skip: readonly string[];
  /** Called after each step. */
  onStep?: (step: GateStep) => void;
}

/**
 * Runs the steps concurrently, after the step that validates the document: an invalid document makes the others meaningless.
 * @param readVersion returns the version advice after the comparison
 */
export async function runGate(
  runners: StepRunners,
  { only, skip, onStep }: GateOptions,
  readVersion: () => DiffResult | undefined,
): Promise<GateResult> {
  const started = performance.now();
  const isChosen = (id: StepId): boolean =>
    (only.length === 0 || only.includes(id)) && !skip.includes(id);
  const steps = new Map<StepId, GateStep>();
  const end = (id: StepId, outcome: StepOutcome, since: number): void => {
    const durationMs = Math.round(performance.now() - since);
    const step = { id, title: stepTitles[id], durationMs, details: [], reports: [], ...outcome };
    steps.set(id, step);
    onStep?.(step);
  };
  const leaveOut = (id: StepId, summary: string): void =>
    end(id, { status: 'skipped', summary }, performance.now());
  const run = async (id: Exclude<StepId, 'version'>): Promise<void> => {
    const runner = runners[id];
    if (!isChosen(id)) return leaveOut(id, 'not selected');
    if (typeof runner === 'string') return leaveOut(id, runner);
    const since = performance.now();
    try {
      end(id, await runner(), since);
    } catch (error) {
      const summary = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
      end(id, { status: 'error', summary }, since);
    }
  };
  await run('document');
  const document = steps.get('document')?.status;
  const isSound = document === 'passed' || document === 'skipped';
  const rest = ['generated', 'diff', 'mock', 'referee', 'deployment'] as const;
  await Promise.all(
    rest.map((id) => (isSound ? run(id) : leaveOut(id, 'the document is invalid'))),
  );
  const diff = readVersion();
  if (!isChosen('version')) leaveOut('version', 'not selected');
  else if (diff === undefined)
    leaveOut('version', 'nothing to compare with: the step "diff" did not run');
  else end('version', judgeVersion(diff), performance.now());
  const ordered = stepIds.flatMap((id) => steps.get(id) ?? []);
  const has = (status: GateStep['status']): boolean =>
    ordered.some((step) => step.status === status);
  return {
    formatVersion: 1,
    verdict: has('failed') ? 'failed' : has('error') || !has('passed') ? 'error' : 'passed',
    durationMs: Math.round(performance.now() - started),
    steps: ordered,
  };
}

function judgeVersion(result: DiffResult): StepOutcome {
  const { isEnough, required, actual, lowest } = result.version;
  const summary = toVersionLine(result);
  // A text may be corrected at any time, and the next release has a new version anyway.
  if (required === 'patch' && actual === 'none')
    return {
      status: 'passed',
      summary: `info.version: ${result.old.version}; only descriptions or the mock changed, so a new version can wait`,
    };
  return {
    status: isEnough ? 'passed' : 'failed',
    summary,
    ...(!isEnough && {
      advice: `${result.verdict === 'breaking' ? 'Undo the breaking changes, or set' : 'Set'} info.version to ${lowest ?? 'a higher version'}.`,
    }),
  };
}

/** Converts a comparison to a step outcome. */
export function toDiffOutcome(
  result: DiffResult,
  reports: readonly string[],
  acceptFile: string | undefined,
): StepOutcome {
  const breaking = result.changes.filter(
    ({ severity, accepted }) => severity === 'breaking' && accepted === undefined,
  );
  const details = [
    ...breaking.slice(0, mostDetails).map((change) => {
      const place = findShownPlace(change);
      const where = place?.file === undefined ? '' : ` (${place.file}:${place.line ?? 1})`;
      return `${toTitle(change)}${where}`;
    }),
    ...toMore(breaking.length),
  ];
  const file = acceptFile ?? 'the file of accepted breaks (gate.accept)';
  return {
    status: breaking.length === 0 ? 'passed' : 'failed',
    summary: toHeadline({ ...result, verdict: breaking.length === 0 ? 'compatible' : 'breaking' }),
    // Warnings about accepted breaks that expired or no longer exist must be visible even if nothing failed.
    details: [...details, ...result.warnings],
    reports,
    ...(breaking.length > 0 && {
      advice: `Restore what clients rely on. If a break is intentional, accept it in ${file}, with a reason and a date; diff.md has the entry.`,
    }),
  };
}

const mostDetails = 8;

function toMore(count: number): string[] {
  return count > mostDetails ? [`and ${count - mostDetails} more; the report has all of them`] : [];
}

/** Converts a run of the suite to a step outcome, from its report. */
export function toRunOutcome(
  file: string,
  exitCode: number,
  stderr: string,
  reports: readonly string[],
): StepOutcome {
  let result: RunResult | undefined;
  try {
    result = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // The run ended before it wrote a report.
  }
  if (result === undefined || exitCode === 2) {
    const lines = stderr
      .trim()
      .split('\n')
      .filter((line) => line.startsWith('site-contract:'));
    const summary = (lines.at(-1) ?? 'the suite could not run').replace(/^site-contract: /, '');
    return { status: 'error', summary };
  }
  return toResultOutcome(result, exitCode === 0, reports);
}

/** Converts a result in the form of the suite's results to a step outcome. */
export function toResultOutcome(
  result: RunResult,
  isPassed: boolean,
  reports: readonly string[],
): StepOutcome {
  const failed = result.checks.filter(
    ({ outcome }) => outcome.status === 'failed' && outcome.known === undefined,
  );
  const passed = result.checks.filter(({ outcome }) => outcome.status === 'passed').length;
  const known = result.checks.filter(
    ({ outcome }) => outcome.status === 'failed' && outcome.known !== undefined,
  ).length;
  const exceptions = known === 0 ? '' : `, ${known} known`;
  const checks = failed.length === 1 ? 'check' : 'checks';
  return {
    status: isPassed ? 'passed' : 'failed',
    summary: `${failed.length} ${checks} failed${exceptions}, ${passed} passed (${result.target.baseUrl})`,
    details: listFindings(failed),
    reports,
  };
}

/** Lists each distinct finding once, with the number of checks that found it. */
export function listFindings(checks: RunResult['checks'], prefix = ''): string[] {
  const counts = new Map<string, number>();
  for (const { title, outcome } of checks) {
    const [failure] = outcome.status === 'failed' ? outcome.failures : [];
    const finding = failure?.finding ?? `${title}: ${failure?.message ?? ''}`;
    counts.set(finding, (counts.get(finding) ?? 0) + 1);
  }
  const findings = [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([text, count]) => `${prefix}${text}${count === 1 ? '' : ` (${count} checks)`}`);
  return [...findings.slice(0, mostDetails), ...toMore(findings.length)];
}

/**
 * Writes a file to the folder of reports.
 * @returns its name
 */
export function writeReport(folder: string, name: string, text: string): string {
  makeFolder(folder);
  writeFileSync(path.join(folder, name), text);
  return name;
}
