import { Inconclusive } from '../runner/check.ts';
import { wait } from '../runner/pace.ts';
import { prepare } from '../runner/run.ts';
import { type ExpectedSite, toKey } from './ledger.ts';
import { roundsOfCreations, writeBetweenLists } from './lists-between-writes.ts';
import { findWriteTime } from './record-writes.ts';
import type { Scope } from './scope.ts';
import { listDifferences } from './site-differences.ts';
import { createSite } from './sites.ts';
import { defaultLimit, eventually, largestLimit, type Walk, walk } from './workspace.ts';

/**
 * The list of the main workspace after all writes, walked by the largest pages: what the laws of paging are held
 * against. Walked once, and again whenever a page does not fit it.
 */
export function takeSnapshot(scope: Scope): Promise<Walk> {
  const { run } = scope;
  return run.share('snapshot', async () => {
    await fillUp(scope);
    const { last } = await writeBetweenLists(scope);
    const isWhole = last !== undefined && !last.hasMore && run.patience.longest < leastLag;
    const list = isWhole ? { sites: last.sites, ids: last.ids, pages: [last] } : undefined;
    // If the last list shows everything, another one is not needed.
    if (list !== undefined && isSettled(scope, run.options.workspace, list)) return list;
    return walkSettled(scope, run.options.workspace);
  });
}

/** The same, for checks that are about something else than whether the list can be walked at all. */
export function useSnapshot(scope: Scope): Promise<Walk> {
  return prepare('the whole list', () => takeSnapshot(scope));
}

/** A list that follows in less time, in milliseconds, does not lag. */
const leastLag = 100;

/** Walks a workspace until its list has followed the writes of the run, or has had its time to. */
export async function walkSettled(scope: Scope, workspace: string): Promise<Walk> {
  const walkAll = () => walk(scope, workspace, largestLimit(scope));
  const startedAt = Date.now();
  const first = await walkAll();
  if (isSettled(scope, workspace, first)) {
    // After a lag was seen, another replica of the list may still be behind.
    const { longest } = scope.run.patience;
    if (longest < leastLag) return first;
    await wait(1.5 * longest);
    return eventually(scope, walkAll, (list) => isSettled(scope, workspace, list));
  }
  const settled = await eventually(
    scope,
    walkAll,
    (list) => isSettled(scope, workspace, list),
    (list) => findLastWrite(scope, workspace, list),
  );
  if (!isSettled(scope, workspace, settled)) return settled;
  // The list lags, so a refused request that was stored anyway may appear just as late.
  await wait(Date.now() - startedAt);
  return eventually(scope, walkAll, (list) => isSettled(scope, workspace, list));
}

/** Services cap their pages at a round figure below what they document; above this one, that takes --thorough. */
const usualCap = 25;

/** A default that is told from its neighbours, a usual cap, and under --thorough a full page, need a longer list. */
async function fillUp(scope: Scope): Promise<void> {
  const { run } = scope;
  if (!run.mayWrite) return;
  const wanted = run.options.thorough
    ? largestLimit(scope) + 3
    : Math.max(defaultLimit(scope) + 3, usualCap + 1);
  const { workspace } = run.options;
  const own = [...run.ledger.sites.values()].filter((site) => site.workspace === workspace);
  if (own.length >= wanted) return;
  const { ids } = await walk(scope, workspace, largestLimit(scope));
  const room = run.countRoom();
  const later = run.probes.areAllSent() ? roundsOfCreations : 0;
  const missing = Math.max(0, Math.min(wanted - ids.length, room) - later);
  const names = Array.from({ length: missing }, () => scope.unique());
  await prepare('a longer list', () =>
    Promise.all(names.map((name) => createSite(scope, { name }).catch(stayShorter))),
  );
}

/** A target that accepts no more sites keeps the list that it has. */
function stayShorter(error: unknown): void {
  if (!(error instanceof Inconclusive)) throw error;
}

/** Whether a list shows everything that the run has written there. */
function isSettled(scope: Scope, workspace: string, list: Walk): boolean {
  return listUnsettled(scope, workspace, list).length === 0;
}

/** When what a list does not show as it has to was last written. */
function findLastWrite(scope: Scope, workspace: string, list: Walk): number {
  const unsettled = listUnsettled(scope, workspace, list);
  return Math.max(...unsettled.map(({ id }) => findWriteTime(scope.run, id)));
}

function listUnsettled({ run }: Scope, workspace: string, { sites }: Walk): ExpectedSite[] {
  const listed = new Map(
    sites.map((site) => [typeof site['id'] === 'string' ? toKey(site['id']) : '', site]),
  );
  return [...run.ledger.sites.values()]
    .filter((expected) => toKey(expected.workspace) === toKey(workspace))
    .filter((expected) => {
      const site = listed.get(toKey(expected.id));
      return site === undefined || listDifferences(site, expected).length > 0;
    });
}
