import type { CheckResult, RunResult } from '../../results.ts';
import { groupByOperation, type OperationGroup } from '../group-checks.ts';
import {
  listStatusCounts,
  type ReportStatus,
  type StatusCounts,
  statusLabels,
  toReportStatus,
} from '../report-status.ts';
import { toVisibleLine } from '../visible-text.ts';
import { type FailureOptions, writeFailures } from './failure.ts';
import { looks } from './looks.ts';
import type { Page } from './page.ts';
import type { Paint } from './palette.ts';

/** One line for every operation, and below it what is known to be broken there. What is new stands in a part of its own. */
export function writeOperations(page: Page, result: RunResult, verbose: boolean): void {
  const groups = groupByOperation(result);
  const nameWidth = Math.max(...groups.map(({ operation }) => toVisibleLine(operation).length), 8);
  page.gap();
  for (const group of groups) {
    writeGroupLine(page, group, nameWidth);
    for (const check of group.checks) {
      const status = toReportStatus(check, result.options.strict);
      writeCheck(page, check, { status, baseUrl: result.target.baseUrl, verbose, told: new Map() });
    }
  }
}

function writeGroupLine(page: Page, group: OperationGroup, nameWidth: number): void {
  const { sign, tone } = looks[toGroupStatus(group.counts)];
  const name = page.paint('strong', toVisibleLine(group.operation).padEnd(nameWidth));
  const indent = nameWidth + 4;
  let line = `${page.paint(tone, sign)} ${name}  `;
  let cells = indent;
  for (const [index, { text, painted }] of toTotals(group.counts, page.paint).entries()) {
    const joint = index === 0 ? '' : ', ';
    if (cells + joint.length + text.length >= page.width) {
      page.line(`${line},`);
      line = ' '.repeat(indent) + painted;
      cells = indent + text.length;
    } else {
      line += joint + painted;
      cells += joint.length + text.length;
    }
  }
  page.line(line);
}

/** The status that a reader has to know of; what is known or inconclusive does not hide what passed. */
function toGroupStatus(counts: StatusCounts): ReportStatus {
  if (counts.failed > 0) return 'failed';
  if (counts.error > 0) return 'error';
  if (counts.tolerated > 0) return 'tolerated';
  if (counts.passed + counts.observed > 0) return 'passed';
  return listStatusCounts(counts)[0]?.status ?? 'skipped';
}

/** `36 passed`, `1 failed` and so on, the best first, so that the worst stands at the end of the line. */
function toTotals(counts: StatusCounts, paint: Paint): { text: string; painted: string }[] {
  return listStatusCounts(counts)
    .map(({ status, count }) => {
      const isGood = status === 'passed' || status === 'observed';
      const text = `${count} ${statusLabels[status]}`;
      return { text, painted: paint(isGood ? 'faint' : looks[status].tone, text) };
    })
    .reverse();
}

function writeCheck(
  page: Page,
  check: CheckResult,
  options: FailureOptions & { status: ReportStatus },
): void {
  const { status, verbose } = options;
  const { sign, tone } = looks[status];
  const { id, level, title, outcome } = check;
  if (outcome.status === 'failed' && outcome.known !== undefined) {
    const { expires, reason } = outcome.known;
    page.item(sign, `${level}  ${id}, known until ${expires}: ${reason}`, { tone });
    if (!verbose) return;
    writeFailures(page, check, options);
    page.gap();
  } else if (outcome.status === 'error') {
    page.item(sign, `suite error in ${id}: ${outcome.reason}`, { tone });
  } else if (verbose && status === 'passed') {
    page.item(sign, `${level}  ${id}: ${title}`, { tone });
  }
}
