import type { RequirementId } from '../../generated/requirements.js';
import type { Failure } from '../results.ts';
import { Failed, Inconclusive } from '../runner/check.ts';
import { wait } from '../runner/pace.ts';
import { toKey } from './ledger.ts';
import { type Breach, judgePage } from './page-law.ts';
import { showWrite } from './record-writes.ts';
import type { Scope } from './scope.ts';
import { describeDifference, listDifferences, toFieldName } from './site-differences.ts';
import { useSnapshot } from './snapshot.ts';
import {
  defaultLimit,
  largestLimit,
  listPage,
  type PageReply,
  type Walk,
  walk,
} from './workspace.ts';

/** How often a list that is wrong is asked for again, to tell a fault from the traffic of others, or from a copy that lags. */
const rounds = 4;

interface PageQuestion {
  /** Place of the cursor in the list: the page starts behind it. -1 asks for the start, without a cursor. */
  place: number;
  /** Undefined leaves the limit to its default. */
  limit: number | undefined;
}

/** By run: pages of a distant target, which checks request only once as long as the response is right. */
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
    await waitForRound(scope, round);
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

/** @param byDefault the limit, where the default was asked for */
function toFailure(
  scope: Scope,
  { requirement, subject, ...broken }: Breach,
  asked: PageReply,
  byDefault: number | undefined,
): Failure {
  const plain = broken.message.replaceAll(/\d+ known sites? follows?/g, 'sites follow');
  const about = {
    what: subject?.what ?? plain,
    distance: toDistance(scope, requirement) - (subject?.nearer ?? 0),
  };
  const isTooLong = byDefault !== undefined && broken.pointer === `/data/${byDefault}`;
  const message = isTooLong
    ? `a page without a limit holds more than the default of ${byDefault} sites`
    : broken.message;
  return { about, ...broken, message, exchange: scope.run.show(asked.sent) };
}

/** Whether the list no longer shows a site that was there before the run. */
async function isRemovedByOthers(scope: Scope, id: string): Promise<boolean> {
  if (scope.run.ledger.sites.has(id)) return false;
  const { ids } = await walk(scope, scope.run.options.workspace, largestLimit(scope));
  return !ids.includes(id);
}

/** A list that other clients change, or that has several replicas, gets more time in each round. */
async function waitForRound({ run }: Scope, round: number): Promise<void> {
  if (round > 1) await wait((round * run.options.settleMs) / 15);
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

/** Two sites of equal rank fall into one order by chance, half of the time; in so many equal pages they hardly do. */
const equalCalls = 10;

/**
 * The order of a list may depend on anything, and others move sites of theirs by writing to them. The sites of the run
 * are nobody else's, and it writes to them no more: among themselves they keep their order.
 */
export async function expectSteadyOrder(scope: Scope): Promise<void> {
  const { run } = scope;
  const after = findStart(scope, await useSnapshot(scope));
  let failure: Failure | undefined;
  for (let round = 1; round <= rounds; round += 1) {
    await waitForRound(scope, round);
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

/** A page of the largest size from the start, unless the sites of the run stand further back. */
function findStart(scope: Scope, { ids, sites }: Walk): string | undefined {
  const first = ids.findIndex((id) => scope.run.ledger.sites.has(id));
  if (first < largestLimit(scope) / 2) return undefined;
  const id = sites[first - 1]?.['id'];
  return typeof id === 'string' ? id : undefined;
}

interface OwnOrder<Page> {
  page: Page;
  /** The sites of the run that the page shows, in its order. */
  ids: readonly string[];
}

function listOwn({ run }: Scope, page: PageReply): OwnOrder<PageReply> {
  return { page, ids: page.ids.filter((id) => run.ledger.sites.has(toKey(id))) };
}

/** The first page that shows two sites in another order than the first page does, and the two. */
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
      // If all neighbours keep their order, so does the list.
      if (next !== undefined && (places.get(id) ?? 0) > (places.get(next) ?? 0))
        return { page, sites: [next, id] };
    }
  }
  return undefined;
}
