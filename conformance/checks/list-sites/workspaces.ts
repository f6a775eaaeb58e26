import { toKey } from '../../model/ledger.ts';
import type { Check, Scope } from '../../model/scope.ts';
import { unknownUuid, useOtherWorkspace, useStranger } from '../../model/shared.ts';
import { useSnapshot, walkSettled } from '../../model/snapshot.ts';
import { tryListSites } from '../../model/trials.ts';
import { eventually, largestLimit, listPage, toPage, type Walk } from '../../model/workspace.ts';
import { type Failure, Inconclusive } from '../../results.ts';
import { isSuccess } from '../../runner/journal.ts';
import { frames } from '../frames.ts';
import { expectLedger } from './last-written.ts';

interface Pair {
  workspace: string;
  /** The list of this workspace, and that of the other one. */
  list: Walk;
  foreign: Walk;
}

/** Number of cursors to try, and of concurrent requests of both lists. */
const tried = 4;

/** Longer lists are not read one site at a time. */
const short = 10;

export const workspacesApart: Check = {
  ...frames.listSites,
  id: 'listSites/keeps-workspaces-apart',
  title: "A workspace's list shows only its own sites",
  requirements: ['list-sites-is-of-one-workspace', 'create-site-in-its-workspace'],
  sends:
    'all pages of the list of the other workspace, pages with cursors of the wrong workspace, and both lists concurrently',
  expects:
    'each site only in the list of its workspace (a cursor of the wrong workspace may be refused)',
  uses: ['stranger'],
  writes: true,
  long: true,
  async run(scope) {
    const workspace = await useOtherWorkspace(scope);
    await useStranger(scope);
    const snapshots = Promise.allSettled([useSnapshot(scope)]);
    // On a near target, a site of this list is updated before the snapshot.
    if (scope.run.probes.areAllSent()) await snapshots;
    const [walked] = await Promise.allSettled([walkSettled(scope, workspace)]);
    const [snapshot] = await snapshots;
    // This list comes first: without the other one, the check would be inconclusive.
    if (walked.status === 'rejected') throw walked.reason;
    const list = walked.value;
    await expectLedger(scope, workspace, list);
    await expectShortPages(scope, workspace, list);
    if (snapshot.status === 'rejected') throw snapshot.reason;
    const own = snapshot.value;
    await expectNoForeignSites(scope, [
      { workspace: scope.run.options.workspace, list: own, foreign: list },
      { workspace, list, foreign: own },
    ]);
  },
};

/** Reads the list in pages of one site, which must contain the same sites. Like lists, pages may follow writes late. */
async function expectShortPages(scope: Scope, workspace: string, list: Walk): Promise<void> {
  if (list.ids.length < 2 || list.ids.length > short) return;
  const lack = await eventually(
    scope,
    () => findLack(scope, workspace, list),
    (found) => found === undefined,
  );
  if (lack !== undefined) scope.fail(lack);
}

async function findLack(scope: Scope, workspace: string, list: Walk): Promise<Failure | undefined> {
  const { run } = scope;
  const missing = new Set(list.ids.filter((id) => run.ledger.sites.has(id)));
  const seen = new Set<string>();
  let after: string | undefined;
  // Other clients may add sites in the meantime.
  for (let count = 1; missing.size > 0 && count <= 3 * short; count += 1) {
    const page = await listPage(scope, workspace, { limit: 1, after });
    const isNew = page.ids.some((id) => !seen.has(id));
    for (const id of page.ids) {
      seen.add(id);
      missing.delete(id);
    }
    after = page.ids.at(-1);
    if (missing.size > 0 && !(page.hasMore && isNew))
      return {
        requirement: 'list-sites-after',
        message: `pages with limit=1, joined, lack ${missing.size} of the sites that a page of the largest size shows`,
        expected: [...missing].join(', '),
        received: `${count} pages, and hasMore ${page.hasMore} after them`,
        exchange: run.show(page.sent),
      };
  }
  return undefined;
}

/** Expects that no page of a workspace shows a site of the other one, for any cursor and with concurrent requests. */
async function expectNoForeignSites(scope: Scope, pairs: readonly Pair[]): Promise<void> {
  const behind = await Promise.all(
    pairs.flatMap((pair) =>
      // With a cursor, some services no longer filter by workspace, whichever list the cursor is from.
      [pair.foreign.ids, pair.list.ids].flatMap((ids) =>
        spread(ids, scope.run.probes.count(tried, 2)).map((cursor) =>
          expectOwn(scope, pair, `after=${cursor}`),
        ),
      ),
    ),
  );
  if (behind.includes(false)) return;
  const rounds = Array.from({ length: scope.run.probes.count(tried, 2) }, () => pairs).flat();
  await Promise.all(rounds.map((pair) => expectOwn(scope, pair, `limit=${largestLimit(scope)}`)));
}

/** The first, the last, and some in between. */
function spread(ids: readonly string[], count: number): string[] {
  const last = ids.length - 1;
  const places = Array.from({ length: count }, (_, at) => Math.round((at * last) / (count - 1)));
  return [...new Set(places)].flatMap((place) => ids[place] ?? []);
}

async function expectOwn(
  scope: Scope,
  { workspace, list, foreign }: Pair,
  query: string,
): Promise<boolean> {
  const sent = await tryListSites(scope, query, workspace);
  if (!isSuccess(sent)) return true;
  const page = toPage(scope, sent);
  const strange = page.ids.find(
    (id) => isOfOther(scope, workspace, id) || (foreign.ids.includes(id) && !list.ids.includes(id)),
  );
  if (strange === undefined) return true;
  const { name } = page.sites[page.ids.indexOf(strange)] ?? {};
  scope.fail({
    message: 'the list of a workspace shows a site of another',
    expected: `sites of ${workspace}, or a refusal where the cursor is from another workspace`,
    received: `${strange}, ${String(name)}`,
    exchange: scope.run.show(sent),
  });
  return false;
}

function isOfOther({ run }: Scope, workspace: string, id: string): boolean {
  const site = run.ledger.sites.get(id);
  return site !== undefined && toKey(site.workspace) !== toKey(workspace);
}

export const emptyWorkspace: Check = {
  ...frames.listSites,
  id: 'listSites/an-empty-workspace-has-an-empty-list',
  title: 'A workspace without sites has an empty list',
  requirements: ['list-sites-is-of-one-workspace', 'list-sites-has-more'],
  sends:
    'the list of an unused workspace; also, the lists that the run read while its own workspaces were empty',
  expects:
    'no sites, and hasMore false (a refusal is inconclusive: unknown workspaces are not described)',
  async run(scope) {
    expectGivenLists(scope);
    const sent = await tryListSites(scope, '', unknownUuid(scope, 'empty workspace'));
    const status = sent.reply?.status ?? 0;
    if (status >= 400 && status < 500) throw new Inconclusive('unknown workspaces are refused');
    const { ids, hasMore } = toPage(scope, sent);
    if (ids.length > 0 || hasMore) {
      scope.fail({
        message:
          ids.length > 0
            ? 'an unused workspace is not empty'
            : 'hasMore is true for a workspace without sites',
        expected: 'no sites, and hasMore false',
        received: `${ids.length} sites, and hasMore ${hasMore}`,
        exchange: scope.run.show(sent),
      });
    }
  },
};

/** Reports configured workspaces whose list is refused. They exist, so even an empty list must be returned. */
function expectGivenLists({ run, fail }: Scope): void {
  const refused = run.journal.entries.find(
    ({ operation, intent, sent }) =>
      operation.id === 'listSites' &&
      intent === 'valid' &&
      sent.reply !== undefined &&
      sent.reply.status >= 400 &&
      sent.reply.status !== 429,
  );
  if (refused === undefined) return;
  fail({
    message: 'the list of a configured workspace was refused',
    expected: 'a page of sites, even if it is empty',
    received: `status ${refused.sent.reply?.status}`,
    exchange: run.show(refused.sent),
  });
}
