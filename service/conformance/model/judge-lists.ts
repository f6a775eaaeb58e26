import { Failed, Inconclusive } from '../../../conformance/outcomes.ts';
import type { Failure } from '../../../conformance/results.ts';
import type { Connection } from '../../../conformance/runner/client.ts';
import { createHostUrl } from '../data/fresh-body.ts';
import { prepare } from './call.ts';
import { type ExpectedSite, toKey } from './ledger.ts';
import { judgePage, judgeRecords } from './page-law.ts';
import {
  defaultLimit,
  eventually,
  largestLimit,
  listPage,
  listUnsettled,
  type PageReply,
  type Question,
  type Walk,
  walk,
  walkSettled,
} from './read-lists.ts';
import { createSite, duplicateSite, updateSite } from './records.ts';
import type { Run, Scope } from './scope.ts';
import { listLengths, useStranger } from './shared.ts';

/**
 * The list of the main workspace after all writes. The page law is checked against it. It is read once, and again whenever a
 * page does not match.
 */
export function takeSnapshot(scope: Scope): Promise<Snapshot> {
  const { mayWrite, options, share } = scope.run;
  return share('snapshot', async () => {
    const list = mayWrite ? await fillUp(scope) : undefined;
    const stale = list && (await writeBetweenLists(scope, list).catch(ignoreFailed));
    return { ...(await walkSettled(scope, options.workspace)), stale };
  });
}

interface Snapshot extends Walk {
  /** A page that never followed a write. */
  stale: Failure | undefined;
}

/** The same for checks that are not about reading the whole list. */
export function useSnapshot(scope: Scope): Promise<Snapshot> {
  return prepare('the whole list', () => takeSnapshot(scope));
}

/** Number of sites that the run creates between lists if the target is near. */
const creationsBetween = 2;

/** Creates sites until the list is long enough to detect a wrong default, a usual cap, and with --thorough a wrong maximum. */
async function fillUp(scope: Scope): Promise<Walk> {
  const { run } = scope;
  const list = await walk(scope, run.options.workspace);
  const wanted = listLengths[run.options.thorough ? 'thorough' : 'standard'];
  const later = run.probes.areAllSent() ? creationsBetween : 0;
  const missing = Math.max(0, Math.min(wanted - list.ids.length, run.budget.left()) - later);
  const names = Array.from({ length: missing }, () => scope.unique());
  // The list stays shorter if the target accepts no more sites.
  await prepare('a longer list', () =>
    Promise.all(names.map((name) => createSite(scope, { name }).catch(ignoreInconclusive))),
  );
  return list;
}

function ignoreInconclusive(error: unknown): undefined {
  if (!(error instanceof Inconclusive)) throw error;
}

/** Ignores a failed write or list, which the checks of its operation report. */
function ignoreFailed(error: unknown): undefined {
  if (!(error instanceof Failed)) ignoreInconclusive(error);
}

/** A page that is requested before and after each write. */
interface Watched extends Question {
  /** A list cached per connection is stale only on a connection that has requested it before. Default: any. */
  connection?: Connection;
  /** Maximum number of sites on the page. Default: the limit, if it is sent. */
  atMost?: number;
}

/**
 * Requests the same pages before and after a creation, a copy, and an update of each field. A page from a cache must follow
 * each kind of write. The run writes nothing else meanwhile, because that would empty the cache.
 *
 * @returns a page that never followed a write
 */
async function writeBetweenLists(scope: Scope, { sites }: Walk): Promise<Failure | undefined> {
  const { run } = scope;
  const { workspace } = run.options;
  const isNear = run.probes.areAllSent();
  const watch = (workspaceId: string, question: Question): Watched => ({
    ...question,
    connection: isNear ? { name: `list ${workspaceId} ${JSON.stringify(question)}` } : 'any',
  });
  const limits = [undefined, largestLimit(scope)];
  // An update may empty the caches of all workspaces, so the one in the other workspace comes first.
  if (isNear && run.uses.has('stranger')) {
    const stranger = await useStranger(scope);
    const pages = limits.map((limit) => watch(stranger.workspace, { limit }));
    const rename = () => updateSite(scope, stranger, { name: scope.unique() });
    const stale = await writeEach(scope, stranger.workspace, pages, [rename]);
    if (stale !== undefined) return stale;
  }
  const pages = limits.map((limit) => watch(workspace, { limit }));
  const after = sites[0]?.['id'];
  if (isNear && typeof after === 'string')
    pages.push(watch(workspace, { limit: 5 }), watch(workspace, { limit: undefined, after }));
  const site = findPlainSite(run, workspace, after);
  if (site === undefined) return undefined;
  const hostUrl = createHostUrl(scope.unique(), run.domain);
  const creations = [
    () => duplicateSite(scope, site, { name: scope.unique() }),
    () => createSite(scope, { name: scope.unique() }),
  ];
  return writeEach(scope, workspace, pages, [
    ...(isNear ? creations : []),
    () => updateSite(scope, site, { name: scope.unique() }),
    ...(run.forms.hosts === 'any' ? [() => updateSite(scope, site, { hostUrl })] : []),
  ]);
}

/** Other checks need the sites with unusual names unchanged, and a page after the first site does not show it. */
function findPlainSite(run: Run, workspace: string, firstId: unknown): ExpectedSite | undefined {
  for (const site of run.ledger.sites.values()) {
    const isPlain = site.name.length <= 10 && run.isOwnName(site.name);
    const isThere = site.workspace === workspace && site.id !== firstId;
    if (isPlain && isThere && site.uncertain.size === 0) return site;
  }
  return undefined;
}

/** Requests pages before and after each write, until they follow the page law. */
async function writeEach(
  scope: Scope,
  workspace: string,
  pages: readonly Watched[],
  writes: readonly (() => Promise<unknown>)[],
): Promise<Failure | undefined> {
  // Pages that are wrong without a write are the subject of other checks.
  if ((await findBreach(scope, workspace, pages)) !== undefined) return undefined;
  for (const write of writes) {
    const isNear = scope.run.probes.areAllSent();
    const count = isNear ? (await walk(scope, workspace)).ids.length : 0;
    try {
      await write();
    } catch (error) {
      ignoreFailed(error);
      continue;
    }
    // A cached number of sites is visible on a page that ended with the list.
    const isShort = count > 0 && count < largestLimit(scope);
    const watched = isShort ? [{ limit: count }, ...pages] : pages;
    const breach = await findBreach(scope, workspace, watched);
    if (breach === undefined) continue;
    return { ...breach, message: `a list does not follow a write: ${breach.message}` };
  }
  return undefined;
}

/** Finds a page that breaks the page law, or a site of the run that the list lacks, and still does after some time. */
export function findBreach(
  scope: Scope,
  workspace: string,
  watched: readonly Watched[],
): Promise<Failure | undefined> {
  const find = () => findBreachNow(scope, workspace, watched);
  return eventually(scope, find, (breach) => breach === undefined);
}

async function findBreachNow(
  scope: Scope,
  workspace: string,
  watched: readonly Watched[],
): Promise<Failure | undefined> {
  const ask = () =>
    Promise.all([
      walk(scope, workspace),
      ...watched.map(async ({ connection, ...question }) => {
        const page = await listPage(scope, workspace, question, { connection });
        return { page, question };
      }),
    ]);
  type Asked = Awaited<ReturnType<typeof ask>>;
  const judge = (before: Walk, [after, ...pages]: Asked): Failure | undefined => {
    for (const { page, question } of pages) {
      const breach = judgeQuestion(scope, page, question, [before, after]);
      if (breach !== undefined) return breach;
    }
    const isMissing = ({ id }: ExpectedSite) => !after.ids.includes(toKey(id));
    const missing = listUnsettled(scope, workspace, after).find(isMissing);
    return (
      missing && {
        requirement: 'list-sites-is-complete',
        message: 'it lacks a site of the run',
        expected: `${missing.id}, ${missing.name}`,
        received: `${after.ids.length} other sites`,
      }
    );
  };
  const asked = await ask();
  const [list] = asked;
  // If other clients write at the same time, only what two lists have in common is compared.
  return judge(list, asked) && judge(list, await ask());
}

function judgeQuestion(
  scope: Scope,
  page: PageReply,
  { limit, after, atMost = limit ?? page.ids.length }: Watched,
  [before, now]: readonly [Walk, Walk],
): Failure | undefined {
  const cursor = after && toKey(after);
  const law = { before: before.ids, after: now.ids, cursor, limit: atMost };
  const breach = judgeRecords(scope, page) ?? judgePage({ ...law, page });
  if (breach === undefined) return undefined;
  const isDefault = limit === undefined && breach.requirement === 'list-sites-limit';
  const requirement = isDefault ? 'list-sites-default-limit' : breach.requirement;
  return { ...breach, requirement, exchange: scope.run.show(page.sent) };
}

/** A page after a position in the list. */
export interface PlacedQuestion {
  /** Position of the cursor in the list; the page starts after it. -1 requests the start of the list, without a cursor. */
  position: number;
  /** Undefined omits the parameter. */
  limit: number | undefined;
}

/** Requests a page and checks it against the page law. A breach counts only if it persists. */
export async function expectPage(scope: Scope, { position, limit }: PlacedQuestion): Promise<void> {
  const { workspace } = scope.run.options;
  const list = await useSnapshot(scope);
  const after = toCursor(list, position);
  if (position >= 0 && after === undefined) throw new Inconclusive('the list has too few sites');
  const watched = { after, limit, atMost: limit ?? defaultLimit(scope) };
  const page = await askOnce(scope, { after, limit }).catch(catchFailed);
  // Without concurrent writes, the list is still the same.
  if ('ids' in page && judgeQuestion(scope, page, watched, [list, list]) === undefined) return;
  const breach = await eventually(
    scope,
    () => findBreachNow(scope, workspace, [watched]).catch(catchFailed),
    (failure) => failure === undefined,
  );
  if (breach === undefined) return;
  const isOwn = after === undefined || scope.run.ledger.sites.has(toKey(after));
  if (!isOwn && !(await walk(scope, workspace)).ids.includes(toKey(after)))
    throw new Inconclusive(
      'another client removed a site while the list was read, so its cursor is no longer valid',
    );
  throw new Failed(breach);
}

function toCursor({ sites }: Walk, position: number): string | undefined {
  const id = sites[position]?.['id'];
  return typeof id === 'string' ? id : undefined;
}

/** A page on which the sites of the run that all pages show are in another order than on the first page. */
function findOtherOrder(
  run: Run,
  pages: readonly PageReply[],
  ids: readonly string[],
): Failure | undefined {
  const pageIds = pages.map((page) => new Set(page.ids));
  const isOnAllPages = (id: string) => pageIds.every((listed) => listed.has(id));
  const ofRun = ids.filter((id) => run.ledger.sites.has(toKey(id)));
  const compared = new Set(ofRun.filter(isOnAllPages));
  const toOrder = (page: PageReply) => page.ids.filter((id) => compared.has(id)).join(', ');
  const [first, ...further] = pages;
  const expected = first === undefined ? '' : toOrder(first);
  const page = further.find((candidate) => toOrder(candidate) !== expected);
  if (page === undefined) return undefined;
  return {
    message: `identical requests return the sites of the run in different orders, although nothing writes to them (in each round of ${pages.length} requests)`,
    expected,
    received: toOrder(page),
    exchange: run.show(page.sent),
  };
}

/** A lagging replica may not know a new cursor yet. */
function catchFailed(error: unknown): Failure {
  if (error instanceof Failed) return error.failure;
  throw error;
}

/** Requests a page. On a distant target, checks share the responses to identical requests. */
function askOnce(scope: Scope, question: Question): Promise<PageReply> {
  const { run } = scope;
  const ask = () => listPage(scope, run.options.workspace, question);
  return run.probes.areAllSent() ? ask() : run.share(`page ${JSON.stringify(question)}`, ask);
}

/** Two sites of equal rank are in the same order by chance half of the time, but hardly ever in this many pages. */
const equalCalls = 10;

/**
 * Checks that the sites of the run keep their relative order. Other clients may move their own sites by writing to them, but
 * nothing writes to the sites of the run any more.
 */
export async function expectSteadyOrder(scope: Scope): Promise<void> {
  const { run } = scope;
  const list = await useSnapshot(scope);
  const { ids } = list;
  const limit = largestLimit(scope);
  const first = ids.findIndex((id) => run.ledger.sites.has(id));
  const after = first < limit / 2 ? undefined : toCursor(list, first - 1);
  const find = async (): Promise<Failure | undefined> => {
    const calls = Array.from({ length: run.probes.count(equalCalls, 6) }, () =>
      listPage(scope, run.options.workspace, { after, limit }).catch(catchFailed),
    );
    const pages = (await Promise.all(calls)).filter((page) => 'ids' in page);
    return findOtherOrder(run, pages, ids);
  };
  const failure = await eventually(scope, find, (breach) => breach === undefined);
  if (failure !== undefined) throw new Failed(failure);
}
