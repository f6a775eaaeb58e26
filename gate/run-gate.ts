import { toBrokenText, toGroupLine, toTotals } from '../conformance/reporters/texts.ts';
import type { RunResult } from '../conformance/results.ts';
import { toCount } from '../writers/terminal-text.ts';
import type { DiffResult } from './diff/change.ts';
import { toHeadline, toVersionLine, writeChange } from './diff/reports.ts';

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

/** Why a step is skipped that the user left out. */
export const notSelected = 'not selected';

/** For each step, the function that runs it, or the reason why it is skipped. Steps that are not listed do not exist. */
export type StepRunners = Readonly<Partial<Record<StepId, (() => Promise<StepOutcome>) | string>>>;

/** The steps that start a mock or the suite, and so need a document that both can use. */
const needSoundDocument: readonly StepId[] = ['mock', 'deployment'];

/**
 * Runs the steps concurrently, after the document. A document that mock and suite cannot use still has changes to judge, and
 * generated files.
 * @param onStep called after each step
 */
export async function runGate(
  runners: StepRunners,
  onStep: (step: GateStep) => void,
): Promise<GateResult> {
  const startedAt = performance.now();
  const run = async (id: StepId, runner: StepRunners[StepId]): Promise<GateStep> => {
    const step = await runStep(id, runner ?? '');
    onStep(step);
    return step;
  };
  const document = await run('document', runners.document);
  const later = stepIds.filter((id) => id !== 'document' && runners[id] !== undefined);
  const running = later.map((id) => {
    const runner = runners[id];
    const isPointless = document.status === 'error' && needSoundDocument.includes(id);
    return run(
      id,
      isPointless && typeof runner === 'function' ? 'the document is invalid' : runner,
    );
  });
  const steps = [document, ...(await Promise.all(running))];
  return {
    formatVersion: 1,
    verdict: toVerdict(steps),
    durationMs: Math.round(performance.now() - startedAt),
    steps,
  };
}

async function runStep(
  id: StepId,
  runner: (() => Promise<StepOutcome>) | string,
): Promise<GateStep> {
  const startedAt = performance.now();
  const outcome = typeof runner === 'string' ? toSkipped(runner) : await runner().catch(toError);
  const durationMs = Math.round(performance.now() - startedAt);
  return { id, title: stepTitles[id], durationMs, details: [], ...outcome };
}

function toSkipped(reason: string): StepOutcome {
  return { status: 'skipped', summary: reason };
}

function toError({ message }: Error): StepOutcome {
  return { status: 'error', summary: message };
}

function toVerdict(steps: readonly GateStep[]): GateResult['verdict'] {
  const statuses = new Set(steps.map(({ status }) => status));
  if (statuses.has('failed')) return 'failed';
  return statuses.has('error') || !statuses.has('passed') ? 'error' : 'passed';
}

/** Why no step compared the document with an earlier one, unless the user left those steps out. */
export function explainNoComparison(steps: readonly GateStep[]): string | undefined {
  const comparing = steps.filter(({ id }) => id === 'diff' || id === 'version');
  const wanted = comparing.filter(({ summary }) => summary !== notSelected);
  const isMissing = wanted.length > 0 && wanted.every(({ status }) => status === 'skipped');
  return isMissing ? wanted[0]?.summary : undefined;
}

/** @param wrongExamples what is wrong with examples of the document, a line each */
export function toDocumentOutcome(name: string, wrongExamples: readonly string[]): StepOutcome {
  if (wrongExamples.length === 0) return { status: 'passed', summary: `${name} is valid` };
  return {
    status: 'failed',
    summary: `${name}: ${toCount(wrongExamples.length, 'wrong example')}`,
    details: limit(wrongExamples),
    advice: 'Correct the example, or the schema that refuses it.',
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
  const breaking = result.changes.filter(
    (change) => change.severity === 'breaking' && !change.accepted,
  );
  const isFailed = result.verdict === 'breaking';
  return {
    status: isFailed ? 'failed' : 'passed',
    summary: toHeadline(result),
    // Warnings about accepted breaks that expired or no longer exist must be visible even if nothing failed.
    details: [...limit(breaking.map(writeChange)), ...result.warnings],
    ...(isFailed && {
      advice:
        'Restore what clients rely on. If a break is intentional, add its id to the file of accepted breaks (--accept), with a reason and a date.',
    }),
  };
}

const mostDetails = 8;

function limit(lines: readonly string[]): string[] {
  const more = lines.length - mostDetails;
  const remainder = more > 0 ? [`and ${more} more; the report has all of them`] : [];
  return [...lines.slice(0, mostDetails), ...remainder];
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
  const open = groups.filter(({ known: isKnown }) => !isKnown);
  return {
    status: isFailed ? 'failed' : 'passed',
    summary: `${target.baseUrl}: ${broken ?? 'does not pass'}; ${toTotals(counts)}${note}`,
    details: [...limit(since), ...limit(open.map(toGroupLine))],
    ...(isFailed && { advice }),
  };
}
