import { toHostUrl } from '../data/fresh-body.ts';
import { Failed, type Failure, Inconclusive } from '../results.ts';
import type { Connection } from '../runner/client.ts';
import { wait } from '../runner/halt.ts';
import { prepare } from '../runner/run.ts';
import { listLengths } from './budget.ts';
import { listDifferences } from './compare.ts';
import { type ExpectedSite, findWriteTime, toId, toKey } from './ledger.ts';
import { judgePage, judgeRecords } from './page-law.ts';
import { createSite, duplicateSite, updateSite } from './records.ts';
import type { Scope } from './scope.ts';
import { useStranger } from './shared.ts';
import { eventually, largestLimit, listPage, type Question, type Walk, walk } from './workspace.ts';

/**
 * The list of the main workspace after all writes. The page law is checked against it. It is read once, and again whenever a
 * page does not match.
 */
export function takeSnapshot(scope: Scope): Promise<Walk> {
  return scope.run.share('snapshot', async () => {
    await fillUp(scope);
    await writeBetweenLists(scope);
    return walkSettled(scope, scope.run.options.workspace);
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
function listUnsettled({ run }: Scope, workspace: string, { sites }: Walk): ExpectedSite[] {
  const listed = new Map(sites.map((site) => [toId(site), site]));
  return [...run.ledger.sites.values()].filter((expected) => {
    if (toKey(expected.workspace) !== toKey(workspace)) return false;
    const site = listed.get(toKey(expected.id));
    return site === undefined || listDifferences(run, site, expected).length > 0;
  });
}

/** Number of sites that the run creates between lists if the target is near. */
const creationsBetween = 2;

/** Creates sites until the list is long enough to detect a wrong default, a usual cap, and with --thorough a wrong maximum. */
async function fillUp(scope: Scope): Promise<void> {
  const { run } = scope;
  if (!run.mayWrite) return;
  const { ids } = await walk(scope, run.options.workspace);
  const wanted = listLengths[run.options.thorough ? 'thorough' : 'standard'];
  const later = run.probes.areAllSent() ? creationsBetween : 0;
  const missing = Math.max(0, Math.min(wanted - ids.length, run.budget.left()) - later);
  const names = Array.from({ length: missing }, () => scope.unique());
  // The list stays shorter if the target accepts no more sites.
  await prepare('a longer list', () =>
    Promise.all(names.map((name) => createSite(scope, { name }).catch(ignoreInconclusive))),
  );
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
  workspace: string;
  /** A list cached per connection is stale only on a connection that has requested it before. */
  connection: Connection;
}

/**
 * Requests the same pages before and after a creation, a copy, and an update of each field. A page from a cache must follow
 * each kind of write. The run writes nothing else meanwhile, because that would empty the cache.
 *
 * @returns a page that never followed a write
 */
export function writeBetweenLists(scope: Scope): Promise<Failure | undefined> {
  return scope.run.share('lists between writes', async () => {
    if (!scope.run.mayWrite) return undefined;
    return writeInTurn(scope).catch(ignoreFailed);
  });
}

async function writeInTurn(scope: Scope): Promise<Failure | undefined> {
  const { run } = scope;
  const { workspace } = run.options;
  const isNear = run.probes.areAllSent();
  const watch = (question: Question, place = workspace): Watched => ({
    ...question,
    workspace: place,
    connection: isNear ? { name: `list ${place} ${JSON.stringify(question)}` } : 'any',
  });
  const limits = [undefined, largestLimit(scope)];
  // An update may empty the caches of all workspaces, so the one in the other workspace comes first.
  if (isNear && run.uses.has('stranger')) {
    const stranger = await useStranger(scope);
    const pages = limits.map((limit) => watch({ limit }, stranger.workspace));
    const rename = () => updateSite(scope, stranger, { name: scope.unique() });
    const stale = await writeEach(scope, pages, [rename]);
    if (stale !== undefined) return stale;
  }
  const { ids, sites } = await walk(scope, workspace);
  // A page after the first site does not show it.
  const site = ids.slice(1).flatMap((id) => findPlain(scope, id) ?? [])[0];
  if (site === undefined) return undefined;
  const pages = limits.map((limit) => watch({ limit }));
  if (isNear)
    pages.push(watch({ limit: 5 }), watch({ limit: undefined, after: String(sites[0]?.['id']) }));
  const hostUrl = toHostUrl(scope.unique(), run.domain);
  const creations = [
    () => duplicateSite(scope, site, { name: scope.unique() }),
    () => createSite(scope, { name: scope.unique() }),
  ];
  const updates = [
    () => updateSite(scope, site, { name: scope.unique() }),
    ...(run.forms.hosts === 'any' ? [() => updateSite(scope, site, { hostUrl })] : []),
  ];
  return writeEach(scope, pages, [...(isNear ? creations : []), ...updates]);
}

/** Finds a site of the run with a plain name. Other checks need the sites with unusual names unchanged. */
function findPlain({ run }: Scope, id: string): ExpectedSite | undefined {
  const site = run.ledger.sites.get(id);
  const isPlain = site !== undefined && site.uncertain.size === 0 && site.name.length <= 10;
  return isPlain && run.isOwnName(site.name) ? site : undefined;
}

/** Requests pages before and after each write, until they follow the page law. */
async function writeEach(
  scope: Scope,
  pages: readonly Watched[],
  writes: readonly (() => Promise<unknown>)[],
): Promise<Failure | undefined> {
  const settle = (watched: readonly Watched[]) =>
    eventually(
      scope,
      () => findBreach(scope, watched),
      (breach) => breach === undefined,
    );
  // Pages that are wrong without a write are the subject of other checks.
  if ((await settle(pages)) !== undefined) return undefined;
  for (const write of writes) {
    const { ids } = await walk(scope, pages[0]?.workspace ?? '');
    try {
      await write();
    } catch (error) {
      ignoreFailed(error);
      continue;
    }
    // A cached number of sites is visible on a page that ended with the list.
    const [first = { workspace: '' }] = pages;
    const end: Watched = { workspace: first.workspace, limit: ids.length, connection: 'any' };
    const isShort = ids.length > 0 && ids.length < largestLimit(scope);
    const breach = await settle(isShort ? [end, ...pages] : pages);
    if (breach === undefined) continue;
    return { ...breach, message: `a list does not follow a write: ${breach.message}` };
  }
  return undefined;
}

/** Judges pages of one workspace, and expects each site of the run in its list. */
export async function findBreach(
  scope: Scope,
  watched: readonly Watched[],
): Promise<Failure | undefined> {
  const { run } = scope;
  const workspace = watched[0]?.workspace ?? '';
  const before = await walk(scope, workspace);
  const [after, ...pages] = await Promise.all([
    walk(scope, workspace),
    ...watched.map(async ({ connection, ...question }) => {
      const page = await listPage(scope, workspace, question, { connection });
      return { page, question };
    }),
  ]);
  const lacking = listUnsettled(scope, workspace, after).find(
    ({ id }) => !after.ids.includes(toKey(id)),
  );
  for (const { page, question } of pages) {
    const { limit = page.ids.length, after: cursor } = question;
    const breach =
      judgeRecords(scope, page) ??
      judgePage({
        before: before.ids,
        after: after.ids,
        cursor: cursor && toKey(cursor),
        limit,
        page,
      });
    if (breach !== undefined) return { ...breach, exchange: run.show(page.sent) };
  }
  return (
    lacking && {
      requirement: 'list-sites-is-complete',
      message: 'it lacks a site of the run',
      expected: `${lacking.id}, ${lacking.name}`,
      received: `${after.ids.length} other sites`,
    }
  );
}
