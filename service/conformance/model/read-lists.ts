import { Failed, Inconclusive } from '../../../conformance/outcomes.ts';
import { wait } from '../../../conformance/runner/halt.ts';
import { isSuccess } from '../../../conformance/runner/journal.ts';
import type { Sent } from '../../../conformance/runner/target.ts';
import { isRecord } from '../../../contract/resolve-reference.ts';
import {
  type Call,
  findOperation,
  formatValue,
  prepare,
  requireSuccess,
  sendProbe,
  sendTo,
} from './call.ts';
import { listDifferences } from './compare.ts';
import { type ExpectedSite, findWriteTime, toId, toKey } from './ledger.ts';
import type { Scope, Sender } from './scope.ts';

/** One page as received. */
export interface PageReply {
  sites: readonly Record<string, unknown>[];
  ids: readonly string[];
  hasMore: boolean;
  sent: Sent;
}

/** All pages of a list, joined. */
export interface Walk extends Pick<PageReply, 'sites' | 'ids'> {
  pages: readonly PageReply[];
}

/** Which page of a list to request. */
export interface Question {
  limit: number | undefined;
  after?: string | undefined;
}

export async function listPage(
  scope: Sender,
  workspace: string,
  { after, limit }: Question,
  how: Pick<Call, 'connection'> = {},
): Promise<PageReply> {
  const query = [
    ...(limit === undefined ? [] : [`limit=${limit}`]),
    ...(after === undefined ? [] : [`after=${encodeURIComponent(after)}`]),
  ].join('&');
  return toPage(scope, await sendTo(scope, 'listSites', workspace, undefined, { query, ...how }));
}

export function toPage({ run }: Sender, sent: Sent): PageReply {
  const body = requireSuccess(run, sent, 'listing sites');
  const { data, hasMore } = body;
  if (!Array.isArray(data) || typeof hasMore !== 'boolean') {
    throw new Failed({
      requirement: 'page-shape',
      message: 'the response is not a page of sites',
      expected: 'data as an array, and hasMore as a boolean',
      received: formatValue(body),
      exchange: run.show(sent),
    });
  }
  const sites = data.filter(isRecord);
  const ids = sites.map((site) => toId(site) ?? '');
  return { sites, ids, hasMore, sent };
}

/** Maximum number of pages of a list that is read to its end. */
const mostPages = 51;

/** How often a walk restarts after the target refused a cursor whose site may have been removed. */
const mostWalks = 5;

/**
 * Reads a whole list in pages of the largest size. Other clients may remove the last site of a page before the next page is
 * requested: then the walk restarts. If the list still shows the site of a refused cursor, that is a failure.
 * @throws Failed if the pages repeat in a cycle
 */
export async function walk(scope: Sender, workspace: string): Promise<Walk> {
  const refused = new Set<string>();
  while (refused.size < mostWalks) {
    const pages = await walkOnce(scope, workspace, refused);
    if (pages === undefined) continue;
    return {
      sites: pages.flatMap(({ sites }) => sites),
      ids: pages.flatMap(({ ids }) => ids),
      pages,
    };
  }
  throw new Inconclusive(
    `the list was not read to the end: ${mostWalks} cursors were refused, each with a site that others may have removed`,
  );
}

/** @returns undefined if a cursor was refused that others may have removed; it is then in `refused` */
async function walkOnce(
  scope: Sender,
  workspace: string,
  refused: Set<string>,
): Promise<PageReply[] | undefined> {
  const pages: PageReply[] = [];
  const seen = new Set<string>();
  let after: string | undefined;
  while (pages.length < mostPages) {
    let page: PageReply;
    try {
      page = await listPage(scope, workspace, { limit: largestLimit(scope), after });
    } catch (error) {
      const isOwn = after === undefined || scope.run.ledger.sites.has(toKey(after));
      if (isOwn || refused.has(after ?? '') || !(error instanceof Failed)) throw error;
      refused.add(after ?? '');
      return undefined;
    }
    pages.push(page);
    const last = page.sites.at(-1)?.['id'];
    if (!page.hasMore || typeof last !== 'string') return pages;
    if (page.ids.every((id) => seen.has(id)))
      throw new Failed({
        requirement: 'list-sites-after',
        message: 'the pages of the list never end',
        expected: 'a page with sites that were not listed before',
        received: `page ${pages.length} shows only known sites and reports that more follow`,
        exchange: scope.run.show(page.sent),
      });
    for (const id of page.ids) seen.add(id);
    after = last;
  }
  throw new Inconclusive(
    `the list of the workspace was not read beyond ${seen.size} sites; use an emptier workspace to check the whole list`,
  );
}

/** The maximum page size in the contract. */
export function largestLimit(scope: Pick<Scope, 'run'>): number {
  return findLimitSchema(scope)?.maximum ?? defaultLimit(scope);
}

export function defaultLimit(scope: Pick<Scope, 'run'>): number {
  const value = findLimitSchema(scope)?.default;
  if (typeof value === 'number') return value;
  throw new Inconclusive('the contract has no default for the limit of listSites');
}

function findLimitSchema({ run }: Pick<Scope, 'run'>) {
  const { parameters } = findOperation(run.contract, 'listSites');
  const parameter = parameters.find(({ name }) => name === 'limit');
  return parameter?.schema;
}

/** A site in a response, and its position there. */
interface FoundSite {
  record: Record<string, unknown>;
  sent: Sent;
  /** JSON Pointer; empty if the response is the site itself. */
  at: string;
}

/** Finds a site in the list. */
export async function findListed(
  scope: Sender,
  workspace: string,
  id: string,
): Promise<FoundSite | undefined> {
  const { pages } = await prepare('the list', () => walk(scope, workspace));
  for (const { ids, sites, sent } of pages) {
    const at = ids.indexOf(toKey(id));
    const record = sites[at];
    if (record !== undefined) return { record, sent, at: `/data/${at}` };
  }
  return undefined;
}

/** Minimum time to keep retrying even after the list's time has passed, because one of several replicas may lag. */
const leastPatience = 400;

/**
 * Repeats a request until the response is as expected, or the list has had its time to follow the writes.
 * @param findWrite returns when the requested data was last written. Default: just now
 */
export async function eventually<T>(
  scope: Sender,
  ask: () => Promise<T>,
  isGood: (value: T) => boolean,
  findWrite?: (value: T) => number,
): Promise<T> {
  const patience = scope.run.patience;
  const startedAt = Date.now();
  for (let pause = 50; ; pause = Math.min(pause * 2, 400)) {
    // The response time is not a lag of the list.
    const lag = Date.now() - startedAt;
    const value = await ask();
    const elapsed = Date.now() - startedAt;
    if (isGood(value)) {
      patience.longest = Math.max(patience.longest, lag);
      return value;
    }
    const passed = startedAt - (findWrite?.(value) ?? startedAt);
    if (elapsed + pause > Math.max(leastPatience, patience.most - passed)) {
      // Waiting was useless, so it was probably not a lag: from now on, wait at most twice the longest lag observed.
      const enough = Math.max(2 * patience.longest, 0.4 * elapsed, leastPatience);
      if (passed < elapsed) patience.most = Math.min(patience.most, enough);
      return value;
    }
    await wait(pause);
  }
}

/** A list that follows writes within this time does not lag, in milliseconds. */
const leastLag = 100;

/** Reads the list of a workspace until it includes all writes of the run, or its time has passed. */
export async function walkSettled(scope: Scope, workspace: string): Promise<Walk> {
  const { patience } = scope.run;
  const startedAt = Date.now();
  const read = () =>
    eventually(
      scope,
      () => walk(scope, workspace),
      (list) => listUnsettled(scope, workspace, list).length === 0,
      (list) => Math.max(...listUnsettled(scope, workspace, list).map(findWriteTime)),
    );
  const list = await read();
  if (patience.longest < leastLag || listUnsettled(scope, workspace, list).length > 0) return list;
  // The list lags, so what a refused request left, or another replica of the list, may appear just as late.
  await wait(Math.max(1.5 * patience.longest, Date.now() - startedAt));
  return read();
}

/** The sites of the run that a list does not show as last written. */
export function listUnsettled({ run }: Scope, workspace: string, { sites }: Walk): ExpectedSite[] {
  const listed = new Map(sites.map((site) => [toId(site), site]));
  return [...run.ledger.sites.values()].filter((expected) => {
    if (toKey(expected.workspace) !== toKey(workspace)) return false;
    const site = listed.get(toKey(expected.id));
    return site === undefined || listDifferences(run, site, expected).length > 0;
  });
}

/** Reads a site with an update that changes nothing, or from the list if the target refuses that. */
export async function readSite(scope: Sender, workspace: string, id: string): Promise<FoundSite> {
  const sent = await sendProbe(scope, 'updateSite', id, {});
  const json = sent.reply?.json;
  if (isSuccess(sent) && isRecord(json)) return { record: json, sent, at: '' };
  const listed = await eventually(
    scope,
    () => findListed(scope, workspace, id),
    (site) => site !== undefined,
  );
  if (listed !== undefined) return listed;
  throw new Inconclusive(
    'the site cannot be read back: an empty update is refused, and the list does not show it',
  );
}
