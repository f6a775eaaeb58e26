import { toHostUrl } from '../data/fresh-body.ts';
import { Failed, type Failure, Inconclusive } from '../results.ts';
import { describe, prepare } from '../runner/run.ts';
import { type ExpectedSite, toKey } from './ledger.ts';
import { findCopied } from './record-writes.ts';
import type { Scope } from './scope.ts';
import { useStranger } from './shared.ts';
import { compareSite, listDifferences } from './site-differences.ts';
import { createSite, duplicateSite, updateSite } from './sites.ts';
import { duplicateIfTaken, updateIfTaken } from './trials.ts';
import { eventually, largestLimit, listPage, type PageReply } from './workspace.ts';

/** The result of requesting lists before and after writes. */
interface Rounds {
  /** The last page of the largest size, if the lists included all writes. */
  last?: PageReply | undefined;
  /** A page that never included a write. */
  stale?: Failure;
}

interface Question {
  /** Default: the workspace of the run. */
  workspace?: string;
  limit: number | undefined;
  after?: string | undefined;
  /** The connection to use. A list cached per connection is detected only on a connection that has requested it before. */
  connection?: string;
}

interface Page extends PageReply {
  question: Question;
}

/** Returns what a page lacks of the last write. */
type FindLack = (pages: readonly Page[]) => Lack | undefined;
type Lack = Pick<Failure, 'expected' | 'received'> & { page: Page };

/** An unusual page size, which may be cached separately. */
const small = 5;
/** Number of sites that a run may create here if the target is near. */
export const roundsOfCreations = 2;
/**
 * Requests lists before and after a creation, a copy, and an update of each field, and waits until they include each write.
 * A list from a cache must follow each kind of write. Nothing else is written meanwhile, because other writes would empty
 * the cache.
 */
export function writeBetweenLists(scope: Scope): Promise<Rounds> {
  return scope.run.share('lists between writes', async () => {
    const { run } = scope;
    if (!run.mayWrite) return {};
    try {
      return await makeRounds(scope);
    } catch (error) {
      // Checks that read the list report what is wrong with it.
      if (error instanceof Inconclusive) return {};
      throw error;
    }
  });
}

async function makeRounds(scope: Scope): Promise<Rounds> {
  const { run } = scope;
  const isNear = run.probes.areAllSent();
  const questions: Question[] = [undefined, largestLimit(scope)].map((limit) => ({
    limit,
    ...(isNear ? { connection: `lists with limit ${limit}` } : {}),
  }));
  // Create the site in the other workspace now, because the following writes may use up the room.
  if (isNear && run.uses.has('stranger')) await useStranger(scope).catch(ignoreUnmade);
  // An update empties the caches of all lists in some services, so it comes before the first list.
  const elsewhere = isNear ? await updateElsewhere(scope) : undefined;
  if (elsewhere !== undefined) return { stale: elsewhere };
  let pages = await ask(scope, questions);
  const after = pages.at(-1)?.ids[0];
  if (isNear && after !== undefined && after !== '') {
    // The page of the largest size must remain the last.
    questions.unshift(
      { limit: small, connection: `lists with limit ${small}` },
      { after, limit: largestLimit(scope), connection: 'lists after a site' },
    );
    pages = await ask(scope, questions);
  }
  const hostUrl = toHostUrl(scope.unique(), run.domain);
  const acts: ((pages: readonly Page[]) => Promise<FindLack | undefined>)[] = [
    ...(isNear
      ? [
          // If there is room for another site, a copy reveals more faults.
          (shown: readonly Page[]) => copy(scope, shown),
          (shown: readonly Page[]) => create(scope, shown),
        ]
      : []),
    (shown) => update(scope, shown, { name: scope.unique() }),
    ...(run.forms.hosts === 'any'
      ? [(shown: readonly Page[]) => update(scope, shown, { hostUrl })]
      : []),
  ];
  for (const act of acts) {
    const before = pages.at(-1);
    const findLack = await act(pages).catch(ignoreUnmade);
    if (findLack === undefined) continue;
    // A cached number of sites is visible on a page that ended there.
    const count = before?.hasMore === false ? before.ids.length : 0;
    const all =
      isNear && count > 0 && count < largestLimit(scope)
        ? [{ limit: count }, ...questions]
        : questions;
    pages = await eventually(
      scope,
      () => ask(scope, all),
      (found) => findLack(found) === undefined,
    );
    const lack = findLack(pages);
    if (lack !== undefined) return { stale: await toFailure(scope, lack, findLack) };
  }
  return { last: pages.at(-1) };
}

/** Checks that the list of the other workspace follows an update. It may be stale even if that of this workspace is not. */
async function updateElsewhere(scope: Scope): Promise<Failure | undefined> {
  const { run } = scope;
  const { workspace } = run.options;
  const sites = [...run.ledger.sites.values()].filter((site) => site.workspace !== workspace);
  const site = sites.findLast(({ uncertain }) => uncertain.size === 0);
  if (site === undefined) return undefined;
  const questions = [undefined, largestLimit(scope)].map((limit) => ({
    workspace: site.workspace,
    limit,
  }));
  await ask(scope, questions);
  const change = { name: scope.unique() };
  if (!(await updateIfTaken(scope, site, change, 'an update', 'the updated site')))
    return undefined;
  const pages = await eventually(
    scope,
    () => ask(scope, questions),
    (found) => findOutdated(found, site) === undefined,
  );
  const lack = findOutdated(pages, site);
  return lack && toFailure(scope, lack, (found) => findOutdated(found, site));
}

/** Ignores a failed write, which the checks of its operation report. */
function ignoreUnmade(error: unknown): undefined {
  if (!(error instanceof Failed || error instanceof Inconclusive)) throw error;
}

function ask(scope: Scope, questions: readonly Question[]): Promise<Page[]> {
  return Promise.all(
    questions.map(async (question) => {
      const { connection, workspace = scope.run.options.workspace } = question;
      const page = await prepare('a list', () =>
        listPage(scope, workspace, question, {
          connection: connection === undefined ? 'any' : { name: connection },
        }),
      );
      return { ...page, question };
    }),
  );
}

async function create(scope: Scope, pages: readonly Page[]): Promise<FindLack | undefined> {
  if (scope.run.budget.left() === 0) return undefined;
  const isRight = await isHasMoreRight(scope, pages);
  const { expected } = await createSite(scope, { name: scope.unique() });
  return (found) => findMissing(found, expected, isRight);
}

async function copy(scope: Scope, pages: readonly Page[]): Promise<FindLack | undefined> {
  const original = findCopied(scope.run) ?? findPlain(scope, pages);
  if (original === undefined || scope.run.budget.left() === 0) return undefined;
  const isRight = await isHasMoreRight(scope, pages);
  // A copy may have the name of its original, unless names must be unique.
  const { expected, body, sent } =
    (await duplicateIfTaken(scope, original, original.name)) ??
    (await duplicateSite(scope, original, { name: scope.unique() }));
  compareSite(scope, body, expected, 'the duplicate', sent);
  // Report a wrong name once, not for each list that shows it.
  if (body['name'] !== expected.name) expected.uncertain.add('name');
  return (found) => findMissing(found, expected, isRight);
}

async function update(
  scope: Scope,
  pages: readonly Page[],
  change: { name: string } | { hostUrl: string },
): Promise<FindLack | undefined> {
  const site = findPlain(scope, pages);
  if (site === undefined) throw new Inconclusive('the list shows no site of the run');
  await updateSite(scope, site, change);
  return (found) => findOutdated(found, site);
}

/** Whether hasMore was right before a write, both with one more site and with several. If not, other checks report it. */
async function isHasMoreRight(scope: Scope, pages: readonly Page[]): Promise<boolean> {
  const whole = pages.at(-1);
  if (whole === undefined || whole.hasMore || whole.ids.length < 2) return false;
  const oneLeft = await ask(scope, [{ limit: whole.ids.length - 1 }]);
  return [...pages, ...oneLeft].every(
    ({ question, hasMore, ids }) =>
      question.after !== undefined || hasMore === ids.length < whole.ids.length,
  );
}

/** Checks that pages from the start show a new site, or indicate it with hasMore if they end before it. */
function findMissing(
  pages: readonly Page[],
  { id, name }: ExpectedSite,
  isHasMoreRight: boolean,
): Lack | undefined {
  const whole = pages.at(-1);
  if (whole === undefined || whole.hasMore) return undefined;
  for (const page of pages) {
    const { ids, hasMore, question } = page;
    if (question.after !== undefined || hasMore) continue;
    if (!ids.includes(toKey(id)) && (page === whole || ids.length < (question.limit ?? 0)))
      return {
        page,
        expected: `${id}, ${name}`,
        received: `${ids.length} other sites`,
      };
    if (isHasMoreRight && ids.length < whole.ids.length)
      return {
        page,
        expected: `hasMore true: the whole list has ${whole.ids.length} sites`,
        received: `${ids.length} sites, and hasMore false`,
      };
  }
  return undefined;
}

function findOutdated(pages: readonly Page[], site: ExpectedSite): Lack | undefined {
  for (const page of pages) {
    const listed = page.sites[page.ids.indexOf(toKey(site.id))];
    const [field] = listed === undefined ? [] : listDifferences(listed, site);
    if (field === undefined) continue;
    return {
      page,
      expected: describe(site[field]),
      received: describe(listed?.[field]),
    };
  }
  return undefined;
}

/** Repeats the request on a new connection to find out whether only the earlier connection gets the old page. */
async function toFailure(scope: Scope, lack: Lack, findLack: FindLack): Promise<Failure> {
  const { page, ...failure } = lack;
  const { workspace = scope.run.options.workspace } = page.question;
  const fresh = await Promise.all(
    [page.question, { limit: largestLimit(scope) }].map(async (question) => ({
      ...(await listPage(scope, workspace, question, { connection: 'new' })),
      question,
    })),
  );
  const isByConnection = page.question.connection !== undefined && findLack(fresh) === undefined;
  const where = isByConnection ? ', on a connection that requested it before' : '';
  return {
    ...failure,
    message: `a list requested before a write never shows that write${where}`,
    exchange: scope.run.show(page.sent),
  };
}

/** Finds a site of the run on the pages that has a plain name. Other checks need the sites with unusual names unchanged. */
function findPlain({ run }: Scope, pages: readonly PageReply[]): ExpectedSite | undefined {
  const first = pages.at(-1)?.ids[0];
  return pages
    .flatMap(({ ids }) => ids.flatMap((id) => run.ledger.sites.get(id) ?? []))
    .find(
      ({ id, name, uncertain }) =>
        uncertain.size === 0 &&
        name.length <= longestName &&
        run.isOwnName(name) &&
        // A page that starts after the first site does not show it.
        (toKey(id) !== first || pages.length < 3),
    );
}

/** Names up to this length that contain a generated name contain nothing else. */
const longestName = 10;
