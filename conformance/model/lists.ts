import { toHostUrl } from '../data/fresh-body.ts';
import { Failed, type Failure, Inconclusive } from '../results.ts';
import { prepare } from '../runner/call.ts';
import type { Connection } from '../runner/client.ts';
import { wait } from '../runner/halt.ts';

import { listDifferences } from './compare.ts';
import { type ExpectedSite, findWriteTime, toId, toKey } from './ledger.ts';
import { judgePage, judgeRecords } from './page-law.ts';
import { createSite, duplicateSite, updateSite } from './records.ts';
import type { Scope } from './scope.ts';
import { listLengths, useStranger } from './shared.ts';
import { eventually, largestLimit, listPage, type Question, type Walk, walk } from './workspace.ts';

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
  const watch = (place: string, question: Question): Watched => ({
    ...question,
    connection: isNear ? { name: `list ${place} ${JSON.stringify(question)}` } : 'any',
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
  // Other checks need the sites with unusual names unchanged, and a page after the first site does not show it.
  const site = [...run.ledger.sites.values()].find(
    ({ id, name, workspace: place, uncertain }) =>
      place === workspace &&
      id !== after &&
      uncertain.size === 0 &&
      name.length <= 10 &&
      run.isOwnName(name),
  );
  if (site === undefined) return undefined;
  const hostUrl = toHostUrl(scope.unique(), run.domain);
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
  const { run } = scope;
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
      const { limit = page.ids.length, after: cursor } = question;
      const law = { before: before.ids, after: after.ids, cursor: cursor && toKey(cursor), limit };
      const breach = judgeRecords(scope, page) ?? judgePage({ ...law, page });
      if (breach !== undefined) return { ...breach, exchange: run.show(page.sent) };
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
  const find = async () => {
    const asked = await ask();
    const [list] = asked;
    // If other clients write at the same time, only what two lists have in common is compared.
    return judge(list, asked) && judge(list, await ask());
  };
  return eventually(scope, find, (breach) => breach === undefined);
}
