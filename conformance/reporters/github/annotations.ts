import type { CheckResult, Failure, RunResult } from '../../results.ts';
import { toComparison } from '../comparison.ts';
import { toCount } from '../count.ts';
import {
  type CauseGroup,
  groupByCause,
  listOthers,
  toFinding,
  toOthersText,
} from '../group-causes.ts';
import { listByStatus } from '../group-checks.ts';
import { type ReportStatus, toReportStatus } from '../report-status.ts';
import { toShellText } from '../reproduce.ts';
import { toVerdictText } from '../verdict-text.ts';
import { toExcerpt, toVisibleText } from '../visible-text.ts';

/** The message of a workflow command: it ends at the end of its line. */
export function escapeMessage(text: string): string {
  return toVisibleText(text).replaceAll('%', '%25').replaceAll('\n', '%0A');
}

/** A property of a workflow command: it also ends at a comma or a colon. */
export function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** Text within Markdown and HTML: every sign that could mean something is written as a character reference. */
export function escapeMarkdown(text: string): string {
  return toVisibleText(text)
    .replaceAll(/[!#$%&()*+.:<=>?@[\\\]^_`{|}~-]/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .replaceAll(/\s*\n\s*/g, '<br>')
    .replaceAll('\t', ' ');
}

/** A block of code whose fence is longer than any run of backticks in it. */
export function toFence(text: string, language: string): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return `${fence}${language}\n${toVisibleText(text)}\n${fence}`;
}

type Kind = 'error' | 'warning' | 'notice';

/** GitHub shows ten annotations of a kind from one step. */
const shownOfAKind = 10;
const shownOthers = 10;
const excerptLength = { message: 4000, value: 500 };

/**
 * Workflow commands that make GitHub show failures on the page of a run. Print them where the workflow runs, on stdout.
 *
 * @example if (process.env.GITHUB_ACTIONS === 'true') process.stdout.write(toGithubAnnotations(result));
 */
export function toGithubAnnotations(result: RunResult): string {
  const { verdict, warnings } = result;
  const { headline, explanation } = toVerdictText(result);
  const groups = groupByCause(result);
  const strict = result.options.strict;
  const ofStatus = (status: ReportStatus) =>
    groups.filter(({ check }) => toReportStatus(check, strict) === status);
  const failed = ofStatus('failed');
  const isUnexplained = verdict.kind !== 'conforms' && failed.length === 0;
  const errors = [
    ...(isUnexplained ? [toCommand('error', headline, explanation)] : []),
    ...failed.map((group) => toFailureCommand('error', group)),
  ];
  const cautions = [
    ...warnings.map((warning) => toCommand('warning', 'Conformance', warning)),
    ...listByStatus(result, 'error').map(toSuiteError),
    ...ofStatus('tolerated').map((group) => toFailureCommand('warning', group)),
  ];
  const notices = listByStatus(result, 'known').map((check) =>
    toFailureCommand('notice', { check, others: [] }),
  );
  return [...limit('error', errors), ...limit('warning', cautions), ...limit('notice', notices)]
    .map((line) => `${line}\n`)
    .join('');
}

/** An annotation is small: the first failure stands for all of its check, and one check for all of its cause. */
function toFailureCommand(kind: Kind, group: CauseGroup): string {
  const { outcome, id, title, requirements } = group.check;
  if (outcome.status !== 'failed') return toCommand(kind, id, title);
  const { known, failures } = outcome;
  const failure = group.failure ?? failures[0];
  const lines = [
    `${id}: ${title}`,
    ...requirements.map(({ statement, section }) => `${statement} (${section})`),
  ];
  if (known !== undefined) lines.unshift(`Known until ${known.expires}: ${known.reason}`);
  if (failure !== undefined) lines.push('', ...toLines(failure));
  if (failures.length > 1)
    lines.push(`and ${toCount(failures.length - 1, 'more failure')} of this check`);
  if (group.others.length > 0)
    lines.push(`${toOthersText(group)}: ${listOthers(group, shownOthers)}`);
  return toCommand(kind, toExcerpt(toFinding(group), excerptLength.value), lines.join('\n'));
}

function toLines(failure: Failure): string[] {
  const { message, pointer, exchange } = failure;
  const { expected, received, note } = toComparison(failure, excerptLength.value);
  return [
    message,
    `Expected: ${expected}`,
    `Received: ${received}`,
    ...(note === undefined ? [] : [note]),
    ...(pointer === undefined
      ? []
      : [`Location: ${pointer === '' ? 'the whole response body' : pointer}`]),
    ...(exchange === undefined ? [] : ['Reproduce:', toShellText(failure) ?? '']),
  ];
}

function toSuiteError({ id, outcome }: CheckResult): string {
  const reason = outcome.status === 'error' ? outcome.reason : '';
  return toCommand('warning', `Suite error in ${id}`, reason);
}

function toCommand(kind: Kind, title: string, message: string): string {
  return `::${kind} title=${escapeProperty(title)}::${escapeMessage(toExcerpt(message, excerptLength.message))}`;
}

/** What is left out is said instead of the last one that is shown. */
function limit(kind: Kind, commands: readonly string[]): readonly string[] {
  if (commands.length <= shownOfAKind) return commands;
  const left = commands.length - shownOfAKind + 1;
  return [
    ...commands.slice(0, shownOfAKind - 1),
    toCommand(kind, 'Conformance', `and ${left} more: the summary of this step lists them`),
  ];
}
