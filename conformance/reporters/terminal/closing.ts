import type { RunResult } from '../../results.ts';
import { toCount, toDuration } from '../count.ts';
import { listByStatus } from '../group-checks.ts';
import { countStatuses, listStatusCounts, statusLabels } from '../report-status.ts';
import { toVerdictText } from '../verdict-text.ts';
import type { Page } from './page.ts';

const shownChecks = 20;

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

function writeBroken(page: Page, result: RunResult): void {
  const broken = listByStatus(result, 'failed');
  const [first] = broken;
  if (first === undefined) return;
  page.heading('Broken');
  for (const { id, title } of broken.slice(0, shownChecks)) {
    page.item('✗', `${id}: ${title}`, { tone: 'red' });
  }
  const left = broken.length - shownChecks;
  if (left > 0) page.text(`and ${left} more`, { indent: 4, tone: 'faint' });
  page.text(`--explain ${first.id} tells what a check sends and expects.`, {
    indent: 4,
    tone: 'faint',
  });
}
