import type { RunResult } from '../../results.ts';
import { toCount, toDuration } from '../count.ts';
import { type CauseGroup, groupByCause } from '../group-causes.ts';
import { countStatuses, listStatusCounts, statusLabels, toReportStatus } from '../report-status.ts';
import { toVerdictText } from '../verdict-text.ts';
import { toExcerpt } from '../visible-text.ts';
import type { Page } from './page.ts';

const shownChecks = 20;
const excerptLength = 400;

/** The last screen: what is broken in one line each, what the run cost, how to repeat it, and the verdict. */
export function writeClosing(page: Page, result: RunResult): void {
  writeBroken(page, result);
  const { checks, options, requests, durationMs, seed, verdict } = result;
  const totals = listStatusCounts(countStatuses(checks, options.strict))
    .map(({ status, count }) => `${count} ${statusLabels[status]}`)
    .reverse();
  const modes = [
    options.strict && 'strict',
    options.thorough && 'thorough',
    options.only.length > 0 && `only ${options.only.join(', ')}`,
  ].filter((mode) => mode !== false);
  const cost = `${toCount(requests, 'request')} in ${toDuration(durationMs)}`;
  page.gap();
  page.field('Checks', `${checks.length}: ${totals.join(', ')}`);
  page.field('Run', [cost, ...modes].join(', '));
  page.field('Seed', `${seed} (--seed ${seed} repeats this run)`);
  page.gap();
  const { headline, explanation } = toVerdictText(result);
  const tone = verdict.kind === 'conforms' ? 'green' : 'red';
  page.text(`${headline.toUpperCase()}. ${explanation}`, { tone });
}

/** A cause in two lines; one cause alone stands just above. */
function writeBroken(page: Page, result: RunResult): void {
  const isFailed = ({ check }: CauseGroup) =>
    toReportStatus(check, result.options.strict) === 'failed';
  const groups = groupByCause(result).filter(isFailed);
  const [first] = groups;
  if (first === undefined) return;
  page.heading('Broken');
  for (const { check, others } of groups.slice(0, shownChecks)) {
    const more = others.length > 0 ? ` (and ${toCount(others.length, 'more check')})` : '';
    page.item('✗', `${check.id}${more}: ${check.title}`, { tone: 'red' });
    const [failure] = check.outcome.status === 'failed' ? check.outcome.failures : [];
    if (failure === undefined) continue;
    page.text(toExcerpt(failure.message, excerptLength), { indent: 4, tone: 'faint' });
  }
  const left = groups.length - shownChecks;
  if (left > 0) page.text(`and ${left} more`, { indent: 4, tone: 'faint' });
  page.gap();
  page.field('Explain', `--explain ${first.check.id} tells what a check sends and expects`);
  page.field('Again', `--only ${first.check.id} --seed ${result.seed} runs it alone`);
}
