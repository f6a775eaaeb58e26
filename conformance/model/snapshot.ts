import { toHostUrl } from '../data/fresh-body.ts';
import { Failed, Inconclusive } from '../runner/check.ts';
import { wait } from '../runner/pace.ts';
import { prepare } from '../runner/run.ts';
import { type ExpectedSite, toKey } from './ledger.ts';
import { findWriteTime } from './record-writes.ts';
import type { Scope } from './scope.ts';
import { listDifferences } from './site-differences.ts';
import { createSite, updateSite } from './sites.ts';
import {
  defaultLimit,
  eventually,
  largestLimit,
  listPage,
  type PageReply,
  type Walk,
  walk,
} from './workspace.ts';

/**
 * The list of the main workspace after all writes, walked by the largest pages: what the laws of paging are held
 * against. Walked once, and again whenever a page does not fit it.
 */
export function takeSnapshot(scope: Scope): Promise<Walk> {
  const { run } = scope;
  return run.share('snapshot', async () => {
    await fillUp(scope);
    const last = await updateBetweenLists(scope).catch((error: unknown) => {
      // Reading the list reports what is wrong with it.
      if (error instanceof Inconclusive) return undefined;
      throw error;
    });
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
  // The list lags: a refused request that was stored anyway may take as long again to show.
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
  const missing = Math.max(0, Math.min(wanted - ids.length, room));
  const names = Array.from({ length: missing }, () => scope.unique());
  await prepare('a longer list', () =>
    Promise.all(names.map((name) => createSite(scope, { name }).catch(stayShorter))),
  );
}

/**
 * A list that is served from a cache has to follow updates, too, of each field: so each field is updated between two lists.
 * The second is waited for; where it never follows, the checks of the list find it as it is.
 *
 * @returns the last page of the largest size, where the list has followed
 */
async function updateBetweenLists(scope: Scope): Promise<PageReply | undefined> {
  const { run } = scope;
  if (!run.mayWrite) return undefined;
  let pages = await askForLists(scope);
  const hostUrl = toHostUrl(scope.unique(), run.domain);
  for (const change of [
    { name: scope.unique() },
    ...(run.forms.hosts === 'any' ? [{ hostUrl }] : []),
  ]) {
    const site = findPlain(scope, pages);
    if (site === undefined) return undefined;
    try {
      await updateSite(scope, site, change);
    } catch (error) {
      // An update that fails is reported by the checks of updates.
      if (error instanceof Failed || error instanceof Inconclusive) continue;
      throw error;
    }
    const isCurrent = (lists: readonly PageReply[]) =>
      lists.every(({ ids, sites }) => {
        const listed = sites[ids.indexOf(toKey(site.id))];
        return listed === undefined || listDifferences(listed, site).length === 0;
      });
    pages = await eventually(scope, () => askForLists(scope), isCurrent);
    if (!isCurrent(pages)) return undefined;
  }
  return pages.at(-1);
}

/** The first page of the default size and of the largest. */
function askForLists(scope: Scope): Promise<PageReply[]> {
  const { workspace } = scope.run.options;
  return Promise.all(
    [undefined, largestLimit(scope)].map((limit) =>
      prepare('a list', () => listPage(scope, workspace, { limit })),
    ),
  );
}

/** A site of the run that the pages show, and whose name is plain: lists need those that hurt as they are. */
function findPlain({ run }: Scope, pages: readonly PageReply[]): ExpectedSite | undefined {
  return pages
    .flatMap(({ ids }) => ids.flatMap((id) => run.ledger.sites.get(id) ?? []))
    .find(
      ({ name, uncertain }) =>
        uncertain.size === 0 && name.length <= longestName && run.isOwnName(name),
    );
}

/** Names of this length and shorter that have a name of the run in them are nothing else. */
const longestName = 10;

/** A target that takes no more sites has the list that it has. */
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
