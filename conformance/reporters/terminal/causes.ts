import type { CheckResult, RunResult } from '../../results.ts';
import { type CauseGroup, groupByCause, toOthersText } from '../group-causes.ts';
import { toReportStatus } from '../report-status.ts';
import { toExcerpt } from '../visible-text.ts';
import { type FailureOptions, writeFailures } from './failure.ts';
import { looks } from './looks.ts';
import type { Page } from './page.ts';

const shownOthers = 8;
const excerptLength = 160;

/** What is broken, causes before consequences, each with all that is needed to see it again. */
export function writeCauses(page: Page, result: RunResult, verbose: boolean): void {
  const groups = groupByCause(result);
  if (groups.length === 0) return;
  const options = { baseUrl: result.target.baseUrl, verbose, told: new Map<string, string>() };
  page.heading('Failures');
  for (const group of groups) {
    writeCheck(page, result, group.check, options);
    if (verbose) for (const other of group.others) writeCheck(page, result, other, options);
    else writeOthers(page, group);
    page.gap();
  }
}

function writeCheck(
  page: Page,
  { options: { strict } }: RunResult,
  check: CheckResult,
  options: FailureOptions,
): void {
  const { sign, tone } = looks[toReportStatus(check, strict)];
  page.gap();
  page.item(sign, `${check.level}  ${check.id}`, { tone });
  page.text(check.title, { indent: 4, tone: 'strong' });
  page.gap();
  writeFailures(page, check, options);
}

/** Those that fail over the same, in a line each: the reader sees whether it is. */
function writeOthers(page: Page, group: CauseGroup): void {
  const { others } = group;
  if (others.length === 0) return;
  page.gap();
  page.text(`${toOthersText(group)}:`, { indent: 4 });
  for (const { id, outcome } of others.slice(0, shownOthers)) {
    const [first] = outcome.status === 'failed' ? outcome.failures : [];
    page.item('·', `${id}: ${toExcerpt(first?.message ?? '', excerptLength)}`, { indent: 4 });
  }
  const left = others.length - shownOthers;
  if (left > 0) page.text(`and ${left} more`, { indent: 6 });
  page.text('--verbose shows each with its request and answer.', { indent: 4, tone: 'faint' });
}
