import type { CheckResult, RunResult } from '../../results.ts';
import { toCount } from '../count.ts';
import { groupByReason } from '../group-checks.ts';
import { toVisibleLine } from '../visible-text.ts';
import type { Page } from './page.ts';

const shownChecks = 3;
const shownResources = 5;

/** What gave no verdict, and why: the reader of a green line has to know it. */
export function writeUndecided(page: Page, result: RunResult, verbose: boolean): void {
  const inconclusive = groupByReason(result, 'inconclusive');
  if (inconclusive.length > 0) {
    page.heading('Inconclusive: these checks say nothing about the target');
    for (const { reason, checks } of inconclusive) {
      page.item('?', `${reason} ${listIds(checks, verbose)}`, { tone: 'yellow' });
    }
  }
  for (const [status, title] of [
    ['not-run', 'Not run'],
    ['skipped', 'Skipped'],
  ] as const) {
    const groups = groupByReason(result, status);
    if (groups.length > 0) page.heading(title);
    for (const { reason, checks } of groups)
      page.item('–', `${reason} ${listIds(checks, verbose)}`, { tone: 'faint' });
  }
}

function listIds(checks: readonly CheckResult[], verbose: boolean): string {
  const shown = verbose || checks.length <= shownChecks ? checks : checks.slice(0, shownChecks - 1);
  const left = checks.length - shown.length;
  const more = left === 0 ? '' : ` and ${left} more`;
  return `(${shown.map(({ id }) => id).join(', ')}${more})`;
}

export function writeObservations(page: Page, { observations }: RunResult, verbose: boolean): void {
  if (observations.length === 0) return;
  page.heading('What the target does where the interface is silent');
  for (const { statement, assumption } of observations) {
    page.item('·', statement);
    if (verbose && assumption !== undefined) {
      const value = JSON.stringify(assumption.value);
      page.text(`${assumption.id} = ${value}`, { indent: 4, tone: 'faint' });
    }
  }
}

/** The interface has no delete, so what a run creates stays. */
export function writeInventory(page: Page, { inventory }: RunResult, verbose: boolean): void {
  if (inventory.length === 0) return;
  const kinds = ['site', 'route', 'webhook'] as const;
  const counts = kinds
    .map((kind) => ({ kind, count: inventory.filter((resource) => resource.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => toCount(count, kind));
  page.heading(`Created, and still there: ${counts.join(', ')}`);
  const shown = verbose ? inventory : inventory.slice(0, shownResources);
  for (const { kind, id, label } of shown) {
    page.item('·', `${kind.padEnd(8)} ${id}  ${toVisibleLine(label)}`);
  }
  const left = inventory.length - shown.length;
  if (left > 0)
    page.text(`and ${left} more (--verbose lists all, --json holds all)`, {
      indent: 4,
      tone: 'faint',
    });
}

export function writeWarnings(page: Page, { warnings }: RunResult): void {
  if (warnings.length === 0) return;
  page.heading('Warnings');
  for (const warning of warnings) page.item('!', warning, { tone: 'yellow' });
}
