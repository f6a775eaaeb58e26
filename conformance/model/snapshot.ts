import { Inconclusive } from '../results.ts';
import { wait } from '../runner/halt.ts';
import { prepare } from '../runner/run.ts';
import { listLengths } from './budget.ts';
import { type ExpectedSite, toId, toKey } from './ledger.ts';
import { roundsOfCreations, writeBetweenLists } from './lists-between-writes.ts';
import { findWriteTime } from './record-writes.ts';
import type { Scope } from './scope.ts';
import { listDifferences } from './site-differences.ts';
import { createSite } from './sites.ts';
import { eventually, type Walk, walk } from './workspace.ts';

/**
 * The list of the main workspace after all writes, read in pages of the largest size. The page law is checked against it. It
 * is read once, and again whenever a page does not match.
 */
export function takeSnapshot(scope: Scope): Promise<Walk> {
  const { run } = scope;
  return run.share('snapshot', async () => {
    await fillUp(scope);
    const { last } = await writeBetweenLists(scope);
    const isWhole = last !== undefined && !last.hasMore && run.patience.longest < leastLag;
    const list = isWhole ? { sites: last.sites, ids: last.ids, pages: [last] } : undefined;
    // If the last list shows everything, another walk is not needed.
    if (list !== undefined && isSettled(scope, run.options.workspace, list)) return list;
    return walkSettled(scope, run.options.workspace);
  });
}

/** The same for checks that are not about reading the whole list. */
export function useSnapshot(scope: Scope): Promise<Walk> {
  return prepare('the whole list', () => takeSnapshot(scope));
}

/** A list that follows writes within this time does not lag, in milliseconds. */
const leastLag = 100;

/** Reads the list of a workspace until it includes all writes of the run, or its time has passed. */
export async function walkSettled(scope: Scope, workspace: string): Promise<Walk> {
  const walkAll = () => walk(scope, workspace);
  const startedAt = Date.now();
  const first = await walkAll();
  if (isSettled(scope, workspace, first)) {
    // After an observed lag, another replica of the list may still be behind.
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

/** Creates sites until the list is long enough to detect a wrong default, a usual cap, and with --thorough a wrong maximum. */
async function fillUp(scope: Scope): Promise<void> {
  const { run } = scope;
  if (!run.mayWrite) return;
  const wanted = listLengths[run.options.thorough ? 'thorough' : 'standard'];
  const { workspace } = run.options;
  const own = [...run.ledger.sites.values()].filter((site) => site.workspace === workspace);
  if (own.length >= wanted) return;
  const { ids } = await walk(scope, workspace);
  const room = run.budget.left();
  const later = run.probes.areAllSent() ? roundsOfCreations : 0;
  const missing = Math.max(0, Math.min(wanted - ids.length, room) - later);
  const names = Array.from({ length: missing }, () => scope.unique());
  await prepare('a longer list', () =>
    Promise.all(names.map((name) => createSite(scope, { name }).catch(stayShorter))),
  );
}

/** Continues with a shorter list if the target accepts no more sites. */
function stayShorter(error: unknown): void {
  if (!(error instanceof Inconclusive)) throw error;
}

/** Whether a list shows everything that the run wrote there. */
function isSettled(scope: Scope, workspace: string, list: Walk): boolean {
  return listUnsettled(scope, workspace, list).length === 0;
}

/** Time of the last write that the list does not show correctly. */
function findLastWrite(scope: Scope, workspace: string, list: Walk): number {
  const unsettled = listUnsettled(scope, workspace, list);
  return Math.max(...unsettled.map(({ id }) => findWriteTime(scope.run, id)));
}

function listUnsettled({ run }: Scope, workspace: string, { sites }: Walk): ExpectedSite[] {
  const listed = new Map(sites.map((site) => [toId(site), site]));
  return [...run.ledger.sites.values()]
    .filter((expected) => toKey(expected.workspace) === toKey(workspace))
    .filter((expected) => {
      const site = listed.get(toKey(expected.id));
      return site === undefined || listDifferences(site, expected).length > 0;
    });
}
