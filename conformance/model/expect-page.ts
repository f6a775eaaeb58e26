import { Failed, type Failure, Inconclusive } from '../results.ts';
import { wait } from '../runner/halt.ts';
import { toId, toKey } from './ledger.ts';
import { type Breach, judgePage } from './page-law.ts';
import { showWrite } from './record-writes.ts';
import { type Scope, settleMs } from './scope.ts';
import { describeDifference, listDifferences } from './site-differences.ts';
import { useSnapshot } from './snapshot.ts';
import {
  defaultLimit,
  largestLimit,
  listPage,
  type PageReply,
  type Walk,
  walk,
} from './workspace.ts';

/** Number of attempts for a wrong list, to distinguish a fault from concurrent writes or a lagging replica. */
const rounds = 4;

interface PageQuestion {
  /** Position of the cursor in the list; the page starts after it. -1 requests the start of the list, without a cursor. */
  place: number;
  /** Undefined omits the parameter. */
  limit: number | undefined;
}

/** Pages of a distant target, by run. Checks share them as long as the response is right. */
const answered = new WeakMap<object, Map<string, Promise<PageReply | Failure>>>();

/** Requests a page and checks it against the page law. A breach counts only if it persists through all rounds. */
export async function expectPage(scope: Scope, { place, limit }: PageQuestion): Promise<PageReply> {
  const workspace = scope.run.options.workspace;
  let list = await useSnapshot(scope);
  const cursor = list.ids[place];
  const id = list.sites[place]?.['id'];
  const after = typeof id === 'string' ? id : undefined;
  if (place >= 0 && after === undefined) throw new Inconclusive('the list has too few sites');
  const atMost = limit ?? defaultLimit(scope);
  let failure: Failure | undefined;
  for (let round = 1; round <= rounds; round += 1) {
    await waitForRound(round);
    const asked = await (round === 1 ? askOnce : askForPage)(scope, { after, limit });
    if ('message' in asked) {
      failure = asked;
      continue;
    }
    let breach = judgeRecords(scope, asked);
    if (breach === undefined && fits(list.ids, place, atMost, asked)) return asked;
    const again = await walk(scope, workspace);
    breach ??= judgePage({
      before: list.ids,
      after: again.ids,
      cursor,
      limit: atMost,
      page: asked,
    });
    if (breach === undefined) return asked;
    failure = toFailure(scope, breach, asked, limit === undefined ? atMost : undefined);
    list = again;
  }
  if (failure === undefined)
    throw new Error('the list changed in every round, so the page could not be checked');
  if (cursor !== undefined && (await isRemovedByOthers(scope, cursor)))
    throw new Inconclusive(
      'another client removed a site while the list was read, so its cursor is no longer valid',
    );
  throw new Failed(failure);
}

/** @param byDefault the default limit, if the request had no limit */
function toFailure(
  scope: Scope,
  broken: Breach,
  asked: PageReply,
  byDefault: number | undefined,
): Failure {
  const isTooLong = byDefault !== undefined && broken.pointer === `/data/${byDefault}`;
  const message = isTooLong
    ? `a page without a limit holds more than the default of ${byDefault} sites`
    : broken.message;
  return { ...broken, message, exchange: scope.run.show(asked.sent) };
}

/** Whether another client removed a site that existed before the run. */
async function isRemovedByOthers(scope: Scope, id: string): Promise<boolean> {
  if (scope.run.ledger.sites.has(id)) return false;
  const { ids } = await walk(scope, scope.run.options.workspace);
  return !ids.includes(id);
}

/** Waits longer in each round, in case other clients change the list or replicas lag. */
async function waitForRound(round: number): Promise<void> {
  if (round > 1) await wait((round * settleMs) / 15);
}

type Question = Parameters<typeof listPage>[2];

/** Requests a page. On a distant target, reuses the response to an identical request. */
function askOnce(scope: Scope, question: Question): Promise<PageReply | Failure> {
  const { run } = scope;
  if (run.probes.areAllSent()) return askForPage(scope, question);
  const known = answered.get(run) ?? new Map<string, Promise<PageReply | Failure>>();
  answered.set(run, known);
  const key = JSON.stringify(question);
  const asked = known.get(key) ?? askForPage(scope, question);
  known.set(key, asked);
  return asked;
}

/** Returns a page, or a failure if the request failed. A lagging replica may not know a new cursor yet. */
async function askForPage(scope: Scope, question: Question): Promise<PageReply | Failure> {
  try {
    return await listPage(scope, scope.run.options.workspace, question);
  } catch (error) {
    if (error instanceof Failed) return error.failure;
    throw error;
  }
}

/** Checks that the page shows each site of the run as it was last written. */
function judgeRecords({ run }: Scope, { sites }: PageReply): Breach | undefined {
  for (const [at, site] of sites.entries()) {
    const expected = run.ledger.sites.get(toId(site) ?? '');
    if (expected === undefined) continue;
    const [field] = listDifferences(site, expected);
    if (field === undefined) continue;
    return {
      message: `a page shows a different ${field} than was last written`,
      ...describeDifference(run, expected, field, site[field]),
      pointer: `/data/${at}/${field}`,
      ...showWrite(run, expected.id, field, expected[field]),
      requirement: 'list-sites-shows-current-records',
    };
  }
  return undefined;
}

/**
 * Whether the page matches exactly, with no concurrent writes: the next sites, and the right hasMore. With limit=0 and more
 * sites to come, either value of hasMore is accepted.
 */
function fits(ids: readonly string[], place: number, limit: number, page: PageReply): boolean {
  const wanted = ids.slice(place + 1, place + 1 + limit);
  const isSame = wanted.length === page.ids.length && wanted.every((id, at) => id === page.ids[at]);
  const follows = place + 1 + limit < ids.length;
  return isSame && (page.hasMore === follows || (limit === 0 && follows));
}

/** Two sites of equal rank are in the same order by chance half of the time, but hardly ever in this many pages. */
const equalCalls = 10;

/**
 * Checks that the sites of the run keep their relative order. Other clients may move their own sites by writing to them, but
 * nothing writes to the sites of the run any more.
 */
export async function expectSteadyOrder(scope: Scope): Promise<void> {
  const { run } = scope;
  const after = findStart(scope, await useSnapshot(scope));
  let failure: Failure | undefined;
  for (let round = 1; round <= rounds; round += 1) {
    await waitForRound(round);
    const pages = await Promise.all(
      Array.from({ length: run.probes.count(equalCalls, 6) }, () =>
        askForPage(scope, { after, limit: largestLimit(scope) }),
      ),
    );
    const change = findChange(
      pages.flatMap((page) => ('message' in page ? [] : listOwn(scope, page))),
    );
    if (change === undefined) return;
    const [first, second] = change.sites;
    failure = {
      message: `identical requests return two sites of the run in different orders, although nothing writes to them (in ${rounds} rounds of ${pages.length} requests)`,
      expected: `${first} and ${second} always in the same order`,
      received: `${second} before ${first} here, and after it in the response to an identical request`,
      exchange: run.show(change.page.sent),
    };
  }
  if (failure !== undefined) throw new Failed(failure);
}

/** Cursor for a page that shows sites of the run; undefined if the first page of the largest size does. */
function findStart(scope: Scope, { ids, sites }: Walk): string | undefined {
  const first = ids.findIndex((id) => scope.run.ledger.sites.has(id));
  if (first < largestLimit(scope) / 2) return undefined;
  const id = sites[first - 1]?.['id'];
  return typeof id === 'string' ? id : undefined;
}

interface OwnOrder<Page> {
  page: Page;
  /** The sites of the run on this page, in page order. */
  ids: readonly string[];
}

function listOwn({ run }: Scope, page: PageReply): OwnOrder<PageReply> {
  return { page, ids: page.ids.filter((id) => run.ledger.sites.has(toKey(id))) };
}

/** Finds the first page on which two sites are in a different order than on the first page, and the two sites. */
export function findChange<Page>(
  pages: readonly OwnOrder<Page>[],
): { page: Page; sites: readonly [string, string] } | undefined {
  const [first, ...others] = pages;
  if (first === undefined) return undefined;
  const places = new Map(first.ids.map((id, at) => [id, at]));
  for (const { page, ids } of others) {
    const common = ids.filter((id) => places.has(id));
    for (const [at, id] of common.entries()) {
      const next = common[at + 1];
      // If all neighbours are in order, the whole list is.
      if (next !== undefined && (places.get(id) ?? 0) > (places.get(next) ?? 0))
        return { page, sites: [next, id] };
    }
  }
  return undefined;
}
