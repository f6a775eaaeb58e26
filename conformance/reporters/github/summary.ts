import type { RunResult } from '../../results.ts';
import { toComparison } from '../comparison.ts';
import { toCount, toDuration } from '../count.ts';
import {
  type CauseGroup,
  groupByCause,
  listOthers,
  toFinding,
  toOthersText,
} from '../group-causes.ts';
import { groupByOperation, groupByReason, listByStatus } from '../group-checks.ts';
import { countStatuses, listStatusCounts, statusLabels } from '../report-status.ts';
import { toShellText } from '../reproduce.ts';
import { toRunCommand } from '../run-command.ts';
import { toVerdictText } from '../verdict-text.ts';
import { toExcerpt } from '../visible-text.ts';
import { escapeMarkdown, toFence } from './annotations.ts';

const signs = { conforms: '✅', broken: '❌', 'not-run': '⚠️' } as const;
/** GitHub takes at most 1 MiB for a step. */
const shownChecks = 25;
const shownOthers = 15;
const excerptLength = 1500;

/**
 * The report as Markdown, for the summary of a workflow step.
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
  const known = listByStatus(result, 'known').map((check) => ({ check, others: [] }));
  const found = [...groupByCause(result), ...known];
  if (found.length === 0) return [];
  const left = found.length - shownChecks;
  const more = left > 0 ? [`and ${left} more`] : [];
  return ['### What is broken', ...found.slice(0, shownChecks).map(toCheck), ...more];
}

function toCheck(group: CauseGroup): string {
  const { id, level, title, requirements, outcome } = group.check;
  if (outcome.status !== 'failed') return '';
  const { known, failures } = outcome;
  const failure = group.failure ?? failures[0];
  const lines = requirements.map(
    ({ statement, section }) => `> ${escapeMarkdown(statement)} (${escapeMarkdown(section)})`,
  );
  if (known !== undefined)
    lines.push(`Known until ${escapeMarkdown(known.expires)}: ${escapeMarkdown(known.reason)}`);
  if (failure !== undefined) {
    const { message, pointer, exchange } = failure;
    const { expected, received, note } = toComparison(failure, excerptLength);
    lines.push(
      `${escapeMarkdown(title)}: **${escapeMarkdown(toExcerpt(message, excerptLength))}**`,
    );
    lines.push(
      toTable(
        ['', ''],
        [
          ['Expected', toCode(expected)],
          ['Received', toCode(received)],
          ...(note === undefined ? [] : [['', escapeMarkdown(note)]]),
          ...(pointer === undefined ? [] : [['Location', toCode(pointer)]]),
          ...(exchange?.reply === undefined ? [] : [['Response', String(exchange.reply.status)]]),
        ],
      ),
    );
    const shell = toShellText(failure);
    if (shell !== undefined) lines.push(toFence(shell, 'sh'));
    if (failures.length > 1)
      lines.push(`and ${toCount(failures.length - 1, 'more failure')} of this check`);
  }
  if (group.others.length > 0)
    lines.push(`${escapeMarkdown(toOthersText(group))}: ${toCode(listOthers(group, shownOthers))}`);
  const summary = `<summary>${escapeMarkdown(level)} <b>${escapeMarkdown(toExcerpt(toFinding(group), excerptLength))}</b> ${toCode(id)}</summary>`;
  return ['<details>', summary, '', lines.join('\n\n'), '', '</details>'].join('\n');
}

function toOperations(result: RunResult): string[] {
  const { checks, options } = result;
  const statuses = listStatusCounts(countStatuses(checks, options.strict)).map(
    ({ status }) => status,
  );
  const rows = groupByOperation(result).map(({ operation, counts }) => [
    toCode(operation),
    ...statuses.map((status) => (counts[status] === 0 ? '' : String(counts[status]))),
  ]);
  const heads = statuses.map((status) => statusLabels[status]);
  return ['### Operations', toTable(['Operation', ...heads], rows)];
}

function toUndecided(result: RunResult): string[] {
  const statuses = ['error', 'inconclusive', 'not-run', 'skipped'] as const;
  const groups = statuses.flatMap((status) => groupByReason(result, status));
  if (groups.length === 0) return [];
  const rows = groups.map(({ status, reason, checks }) => [
    statusLabels[status],
    escapeMarkdown(toExcerpt(reason, excerptLength)),
    String(checks.length),
  ]);
  return ['### What this run could not decide', toTable(['Status', 'Reason', 'Checks'], rows)];
}

function toObservations({ observations }: RunResult): string[] {
  if (observations.length === 0) return [];
  const items = observations.map(
    ({ statement }) => `- ${escapeMarkdown(toExcerpt(statement, excerptLength))}`,
  );
  return ['### What the target does where the interface does not say', items.join('\n')];
}

function toRun(result: RunResult): string[] {
  const { requests, durationMs, inventory } = result;
  const cost = `${toCount(requests, 'request')} in ${toDuration(durationMs)}, ${toCount(inventory.length, 'record')} created. Again:`;
  return [cost, toFence(toRunCommand(result), 'sh')];
}

function toCode(text: string): string {
  return `<code>${escapeMarkdown(text)}</code>`;
}

function toTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const toRow = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [toRow(heads), toRow(heads.map(() => '---')), ...rows.map(toRow)].join('\n');
}
