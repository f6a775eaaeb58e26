import { toBrokenText, toGroupLine, toTotals } from '../conformance/reporters/texts.ts';
import type { RunResult } from '../conformance/results.ts';
import type { DiffResult } from './diff/change.ts';
import { toHeadline, toText, toVersionLine } from './diff/reports.ts';

/** The steps of the gate, in the order of reports. */
const stepTitles = {
  document: 'Document',
  generated: 'Generated files',
  diff: 'Breaking changes',
  version: 'Version',
  mock: 'Mock',
  deployment: 'Deployment',
};

export type StepId = keyof typeof stepTitles;

export const stepIds = Object.keys(stepTitles) as readonly StepId[];

export interface GateStep {
  id: StepId;
  title: string;
  status: 'passed' | 'failed' | 'skipped' | 'error';
  /** One line with the result, or the reason why the step was skipped. */
  summary: string;
  /** The details of a failure for the first screen. The further lines of a detail are its evidence. */
  details: readonly string[];
  /** How to fix a failure, in one sentence. */
  advice?: string;
  durationMs: number;
}

export interface GateResult {
  formatVersion: 1;
  verdict: 'passed' | 'failed' | 'error';
  durationMs: number;
  steps: readonly GateStep[];
}

/** The result of a step. Default: no details. */
export type StepOutcome = Pick<GateStep, 'status' | 'summary' | 'advice'> &
  Partial<Pick<GateStep, 'details'>>;

/** For each step, the function that runs it, or the reason why it is skipped. Steps that are not listed do not exist. */
export type StepRunners = Readonly<Partial<Record<StepId, (() => Promise<StepOutcome>) | string>>>;

/**
 * Runs the steps concurrently, after the document: an invalid document makes the others meaningless.
 * @param onStep called after each step
 */
export async function runGate(
  runners: StepRunners,
  onStep: (step: GateStep) => void,
): Promise<GateResult> {
  const started = performance.now();
  const run = async (id: StepId, isSound = true): Promise<GateStep> => {
    const since = performance.now();
    const runner = (isSound ? runners[id] : 'the document is invalid') ?? '';
    const outcome: StepOutcome =
      typeof runner === 'string'
        ? { status: 'skipped', summary: runner }
        : await runner().catch(({ message }: Error) => ({ status: 'error', summary: message }));
    const durationMs = Math.round(performance.now() - since);
    const step = { id, title: stepTitles[id], durationMs, details: [], ...outcome };
    onStep(step);
    return step;
  };
  const document = await run('document');
  const isSound = document.status === 'passed' || document.status === 'skipped';
  const rest = stepIds.filter((id) => id !== 'document' && runners[id] !== undefined);
  const steps = [document, ...(await Promise.all(rest.map((id) => run(id, isSound))))];
  const has = (status: GateStep['status']): boolean => steps.some((step) => step.status === status);
  return {
    formatVersion: 1,
    verdict: has('failed') ? 'failed' : has('error') || !has('passed') ? 'error' : 'passed',
    durationMs: Math.round(performance.now() - started),
    steps,
  };
}

/** Whether `info.version` is high enough, by the same rule as `diff --check-version`. */
export function toVersionOutcome(result: DiffResult): StepOutcome {
  const { isEnough, lowest } = result.version;
  const undo = result.verdict === 'breaking' ? 'Undo the breaking changes, or set' : 'Set';
  return {
    status: isEnough ? 'passed' : 'failed',
    summary: toVersionLine(result),
    ...(!isEnough && { advice: `${undo} info.version to ${lowest ?? 'a higher version'}.` }),
  };
}

/** @param result of a comparison without the check of the version, which is a step of its own */
export function toDiffOutcome(result: DiffResult): StepOutcome {
  const breaking = result.changes.filter((each) => each.severity === 'breaking' && !each.accepted);
  const isFailed = result.verdict === 'breaking';
  return {
    status: isFailed ? 'failed' : 'passed',
    summary: toHeadline(result),
    // Warnings about accepted breaks that expired or no longer exist must be visible even if nothing failed.
    details: [...limit(breaking.map(toText)), ...result.warnings],
    ...(isFailed && {
      advice:
        'Restore what clients rely on. If a break is intentional, add its id to the file of accepted breaks (--accept), with a reason and a date.',
    }),
  };
}

const mostDetails = 8;

function limit(lines: readonly string[]): string[] {
  const more = lines.length - mostDetails;
  const rest = more > 0 ? [`and ${more} more; the report has all of them`] : [];
  return [...lines.slice(0, mostDetails), ...rest];
}

/** Converts a run of the suite to a step outcome. A failure that does not fail the run is named as such. */
export function toRunOutcome(
  { groups, counts, target, verdict, since = [] }: RunResult,
  advice: string,
): StepOutcome {
  const isFailed = verdict.kind !== 'conforms';
  const broken = isFailed ? toBrokenText(groups) : 'conforms';
  // The step passes although its numbers contain failures.
  const note = !isFailed && counts.should > 0 ? '; a broken SHOULD does not fail the gate' : '';
  const open = groups.filter(({ known }) => !known);
  return {
    status: isFailed ? 'failed' : 'passed',
    summary: `${target.baseUrl}: ${broken ?? 'does not pass'}; ${toTotals(counts)}${note}`,
    details: [...limit(since), ...limit(open.map(toGroupLine))],
    ...(isFailed && { advice }),
  };
}
