import { toCount, toDuration, toExcerpt, toVisibleText } from '../../writers/terminal-text.ts';
import type { CheckResult, RunResult } from '../results.ts';
import {
  type CauseGroup,
  groupByCause,
  listFindings,
  listOthers,
  toFinding,
  toOthersText,
  toSingleGroup,
} from './group-causes.ts';
import {
  countStatuses,
  groupByOperation,
  groupByReason,
  listByStatus,
  listStatusCounts,
  type ReportStatus,
  statuses,
  toReportStatus,
} from './report-status.ts';
import {
  toFailureLines,
  toFailureRows,
  toRequirementText,
  toRunCommand,
  toShellText,
  toVerdictText,
} from './report-texts.ts';

type Kind = 'error' | 'warning' | 'notice';

/** A workflow command, which GitHub shows on the page of a run, and at a line of a file if it names one. */
export function toWorkflowCommand(
  kind: Kind,
  { file, line, title }: { file?: string | undefined; line?: number | undefined; title: string },
  message: string,
): string {
  const properties = Object.entries({ file, line, title }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${escapeProperty(String(value))}`],
  );
  return `::${kind} ${properties.join(',')}::${escapeMessage(message)}`;
}

/** Escapes the message of a workflow command, which ends at the end of the line. */
function escapeMessage(text: string): string {
  return toVisibleText(text).replaceAll('%', '%25').replaceAll('\n', '%0A');
}

/** Escapes a property of a workflow command, which also ends at a comma or a colon. */
function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** Escapes text for Markdown and HTML: characters with a meaning become character references. */
export function escapeMarkdown(text: string): string {
  return toVisibleText(text)
    .replaceAll(/[!#$%&()*+.:<=>?@[\\\]^_`{|}~-]/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .replaceAll(/\s*\n\s*/g, '<br>')
    .replaceAll('\t', ' ');
}

/** Formats inline code as HTML, because any text can be escaped in it. */
export function toCode(text: string): string {
  return `<code>${escapeMarkdown(text)}</code>`;
}

/** A code block whose fence is longer than any run of backticks in the text. */
export function toFence(text: string, language: string): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return `${fence}${language}\n${toVisibleText(text)}\n${fence}`;
}

/** GitHub shows ten annotations of a kind from one step, and takes at most 1 MiB for the summary of a step. */
const shown = { ofAKind: 10, checks: 25, others: { annotation: 10, summary: 15 } };
const excerptLength = { message: 4000, annotation: 500, summary: 1500 };

/**
 * Workflow commands that make GitHub show failures on the page of a run. Print them to stdout in a step of the workflow.
 *
 * @example if (process.env.GITHUB_ACTIONS === 'true') process.stdout.write(toGithubAnnotations(result));
 */
export function toGithubAnnotations(result: RunResult): string {
  const { verdict, warnings } = result;
  const { headline, explanation } = toVerdictText(result);
  const groups = groupByCause(result);
  const ofStatus = (status: ReportStatus) =>
    groups.filter(({ check }) => toReportStatus(check, result.options.strict) === status);
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
    toFailureCommand('notice', toSingleGroup(check)),
  );
  return [...limit('error', errors), ...limit('warning', cautions), ...limit('notice', notices)]
    .map((line) => `${line}\n`)
    .join('');
}

/** Annotations have little space, so each shows only the first failure of the check that represents its cause. */
function toFailureCommand(kind: Kind, group: CauseGroup): string {
  const { check, failure } = group;
  const lines = [`${check.id}: ${check.title}`, ...check.requirements.map(toRequirementText)];
  const known = toKnownText(check);
  if (known !== undefined) lines.unshift(known);
  if (failure !== undefined) {
    lines.push('', ...toFailureLines(failure, excerptLength.annotation));
    const shell = toShellText(failure);
    if (shell !== undefined) lines.push('Reproduce:', shell);
  }
  lines.push(...toFurtherFailures(check));
  if (group.others.length > 0)
    lines.push(`${toOthersText(group)}: ${listOthers(group, shown.others.annotation)}`);
  const title = toExcerpt(toFinding(group), excerptLength.annotation);
  return toCommand(kind, title, lines.join('\n'));
}

function toKnownText({ outcome }: CheckResult): string | undefined {
  if (outcome.status !== 'failed' || outcome.known === undefined) return undefined;
  return `Known until ${outcome.known.expires}: ${outcome.known.reason}`;
}

function toFurtherFailures({ outcome }: CheckResult): string[] {
  const further = outcome.status === 'failed' ? outcome.failures.length - 1 : 0;
  return further > 0 ? [`and ${toCount(further, 'more failure')} of this check`] : [];
}

function toSuiteError({ id, outcome }: CheckResult): string {
  const reason = outcome.status === 'error' ? outcome.reason : '';
  return toCommand('warning', `Suite error in ${id}`, reason);
}

function toCommand(kind: Kind, title: string, message: string): string {
  return toWorkflowCommand(kind, { title }, toExcerpt(message, excerptLength.message));
}

/** Limits the annotations to those that GitHub shows. The last one says how many are left out. */
function limit(kind: Kind, commands: readonly string[]): readonly string[] {
  if (commands.length <= shown.ofAKind) return commands;
  const left = commands.length - shown.ofAKind + 1;
  return [
    ...commands.slice(0, shown.ofAKind - 1),
    toCommand(kind, 'Conformance', `and ${left} more: the summary of this step lists them`),
  ];
}

const signs = { conforms: '✅', broken: '❌', 'not-run': '⚠️' } as const;

/**
 * The report as Markdown for the summary of a workflow step.
 *
 * @example await appendFile(process.env.GITHUB_STEP_SUMMARY, toGithubSummary(result));
 */
export function toGithubSummary(result: RunResult): string {
  const { verdict, target, warnings } = result;
  const { headline, explanation } = toVerdictText(result);
  const blocks = [
    `## ${signs[verdict.kind]} ${escapeMarkdown(headline)}`,
    escapeMarkdown(explanation),
    `Target: ${toCode(target.baseUrl)}`,
    ...warnings.map((warning) => `> ⚠️ ${escapeMarkdown(warning)}`),
    ...toBroken(result),
    ...toOperations(result),
    ...toUndecided(result),
    ...toObservations(result),
    ...toRun(result),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function toBroken(result: RunResult): string[] {
  const found = listFindings(result);
  if (found.length === 0) return [];
  const left = found.length - shown.checks;
  const more = left > 0 ? [`and ${left} more`] : [];
  return ['### What is broken', ...found.slice(0, shown.checks).map(toCheck), ...more];
}

function toCheck(group: CauseGroup): string {
  const { check, failure, others } = group;
  const lines = check.requirements.map((one) => `> ${escapeMarkdown(toRequirementText(one))}`);
  const known = toKnownText(check);
  if (known !== undefined) lines.push(escapeMarkdown(known));
  if (failure !== undefined) {
    const message = escapeMarkdown(toExcerpt(failure.message, excerptLength.summary));
    const rows = toFailureRows(failure, excerptLength.summary).map(([name, text]) => [
      name,
      name === '' || name === 'Location' ? escapeMarkdown(text) : toCode(text),
    ]);
    const status = failure.exchange?.reply?.status;
    if (status !== undefined) rows.push(['Response', String(status)]);
    lines.push(`${escapeMarkdown(check.title)}: **${message}**`, toTable(['', ''], rows));
    const shell = toShellText(failure);
    if (shell !== undefined) lines.push(toFence(shell, 'sh'));
  }
  lines.push(...toFurtherFailures(check));
  if (others.length > 0)
    lines.push(
      `${escapeMarkdown(toOthersText(group))}: ${toCode(listOthers(group, shown.others.summary))}`,
    );
  const finding = escapeMarkdown(toExcerpt(toFinding(group), excerptLength.summary));
  const summary = `<summary>${escapeMarkdown(check.level)} <b>${finding}</b> ${toCode(check.id)}</summary>`;
  return ['<details>', summary, '', lines.join('\n\n'), '', '</details>'].join('\n');
}

function toOperations(result: RunResult): string[] {
  const occurring = listStatusCounts(countStatuses(result.checks, result.options.strict));
  const rows = groupByOperation(result).map(({ operation, counts }) => [
    toCode(operation),
    ...occurring.map(({ status }) => (counts[status] === 0 ? '' : String(counts[status]))),
  ]);
  const heads = occurring.map(({ status }) => statuses[status].label);
  return ['### Operations', toTable(['Operation', ...heads], rows)];
}

function toUndecided(result: RunResult): string[] {
  const rows = groupByReason(result).map(({ status, reason, checks }) => [
    statuses[status].label,
    escapeMarkdown(toExcerpt(reason, excerptLength.summary)),
    String(checks.length),
  ]);
  if (rows.length === 0) return [];
  return ['### What this run could not decide', toTable(['Status', 'Reason', 'Checks'], rows)];
}

function toObservations({ observations }: RunResult): string[] {
  if (observations.length === 0) return [];
  const items = observations.map(
    ({ statement }) => `- ${escapeMarkdown(toExcerpt(statement, excerptLength.summary))}`,
  );
  return ['### What the target does where the interface is silent', items.join('\n')];
}

function toRun(result: RunResult): string[] {
  const { requests, durationMs, inventory } = result;
  const cost = `${toCount(requests, 'request')} in ${toDuration(durationMs)}, ${toCount(inventory.length, 'record')} created. Again:`;
  return [cost, toFence(toRunCommand(result), 'sh')];
}

function toTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const toRow = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [toRow(heads), toRow(heads.map(() => '---')), ...rows.map(toRow)].join('\n');
}
