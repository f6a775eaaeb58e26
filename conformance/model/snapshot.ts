import type { RequirementId } from '../../generated/requirements.js';
import { toHostUrl } from '../data/fresh-body.ts';
import type { Failure } from '../results.ts';
import { Failed, Inconclusive } from '../runner/check.ts';
import { wait } from '../runner/pace.ts';
import { prepare } from '../runner/run.ts';
import { type ExpectedSite, toKey } from './ledger.ts';
import { type Breach, judgePage } from './page-law.ts';
import { findWriteTime, showWrite } from './record-writes.ts';
import type { Scope } from './scope.ts';
import { describeDifference, listDifferences, toFieldName } from './site-differences.ts';
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
      // The walk says what is wrong with the list.
      if (error instanceof Inconclusive) return undefined;
      throw error;
    });
    const isWhole = last !== undefined && !last.hasMore && run.patience.longest < leastLag;
    const list = isWhole ? { sites: last.sites, ids: last.ids, pages: [last] } : undefined;
    // The last list is as good as another one where it shows everything.
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
    // Where a lag was seen before, another copy of the list may still be behind.
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
  // The list lags: what was refused, and stored all the same, may need as long again to show.
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

/** How often a page that breaks the law is asked for again, to tell a fault from the traffic of others. */
const rounds = 4;

export interface PageQuestion {
  /** Place of the cursor in the list: the page starts behind it. -1 asks for the start, without a cursor. */
  place: number;
  /** Undefined leaves the limit to its default. */
  limit: number | undefined;
}

/** By run: what checks ask a far target for is asked once, as long as the answer is right. */
const answered = new WeakMap<object, Map<string, Promise<PageReply | Failure>>>();

/** Asks for a page and holds it against the law; a breach counts when it stays through all rounds. */
export async function expectPage(scope: Scope, { place, limit }: PageQuestion): Promise<PageReply> {
  const workspace = scope.run.options.workspace;
  let list = await useSnapshot(scope);
  const cursor = place < 0 ? undefined : list.ids[place];
  const cursorId = place < 0 ? undefined : toText(list.sites[place]?.['id']);
  if (place >= 0 && cursorId === undefined) throw new Inconclusive('the list has too few sites');
  const atMost = limit ?? defaultLimit(scope);
  let failure: Failure | undefined;
  for (let round = 1; round <= rounds; round += 1) {
    // A list that others write to, or that is served from several copies, gets its time.
    if (round > 1) await wait((round * scope.run.options.settleMs) / 15);
    const asked = await (round === 1 ? askOnce : askForPage)(scope, { after: cursorId, limit });
    if ('message' in asked) {
      failure = asked;
      continue;
    }
    let breach = judgeRecords(scope, asked);
    if (breach === undefined && fits(list.ids, place, atMost, asked)) return asked;
    const again = await walk(scope, workspace, largestLimit(scope));
    breach ??= judgePage({
      before: list.ids,
      after: again.ids,
      cursor,
      limit: atMost,
      page: asked,
    });
    if (breach === undefined) return asked;
    const { requirement, ...broken } = breach;
    failure = {
      about: {
        what: broken.message.replaceAll(/\d+ known sites? follows?/g, 'sites follow'),
        distance: toDistance(scope, requirement),
      },
      ...broken,
      exchange: scope.run.show(asked.sent),
    };
    list = again;
  }
  if (failure === undefined) throw new Error('no round could judge the page');
  throw new Failed(failure);
}

/** A check of few sentences is about each of them: it shows a breach of one better than a check of many. */
function toDistance({ check: { requirements } }: Scope, broken: RequirementId): number {
  return requirements.includes(broken) ? 2 - 1 / requirements.length : 3;
}

/** The answer to the same question, where it was asked before and the target is far away. */
function askOnce(
  scope: Scope,
  question: { after: string | undefined; limit: number | undefined },
): Promise<PageReply | Failure> {
  const { run } = scope;
  if (run.probes.areAllSent()) return askForPage(scope, question);
  const known = answered.get(run) ?? new Map<string, Promise<PageReply | Failure>>();
  answered.set(run, known);
  const key = JSON.stringify(question);
  const asked = known.get(key) ?? askForPage(scope, question);
  known.set(key, asked);
  return asked;
}

/** A page, or the failure that it is: a copy of the list that lags may not know a cursor yet. */
async function askForPage(
  scope: Scope,
  question: { after: string | undefined; limit: number | undefined },
): Promise<PageReply | Failure> {
  try {
    return await listPage(scope, scope.run.options.workspace, question);
  } catch (error) {
    if (error instanceof Failed) return error.failure;
    throw error;
  }
}

/** A page shows the sites of the run as they were last written, wherever the page starts. */
function judgeRecords({ run }: Scope, { sites }: PageReply): Breach | undefined {
  for (const [at, site] of sites.entries()) {
    const expected =
      typeof site['id'] === 'string' ? run.ledger.sites.get(toKey(site['id'])) : undefined;
    if (expected === undefined) continue;
    const [field] = listDifferences(site, expected);
    if (field === undefined) continue;
    return {
      message: `a page shows a different ${field} than was last written`,
      ...describeDifference(run, expected, field, site[field]),
      pointer: `/data/${at}/${field}`,
      ...showWrite(run, expected.id, field, expected[field]),
      about: { what: toFieldName(field), distance: 5 },
      requirement: 'list-sites-shows-current-records',
    };
  }
  return undefined;
}

/**
 * The plain case, without traffic: exactly the next sites, and hasMore when any follow. Where limit=0 leaves sites to
 * follow, it may say either.
 */
function fits(ids: readonly string[], place: number, limit: number, page: PageReply): boolean {
  const wanted = ids.slice(place + 1, place + 1 + limit);
  const isSame = wanted.length === page.ids.length && wanted.every((id, at) => id === page.ids[at]);
  const follows = place + 1 + limit < ids.length;
  return isSame && (page.hasMore === follows || (limit === 0 && follows));
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
