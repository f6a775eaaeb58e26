import { Inconclusive } from '../../../../conformance/outcomes.ts';
import { isSuccess } from '../../../../conformance/runner/journal.ts';
import { isRefused, sendProbe } from '../../model/call.ts';
import { findBreach, useSnapshot } from '../../model/judge-lists.ts';
import { toId, toKey } from '../../model/ledger.ts';
import { largestLimit, toPage, type Walk, walkSettled } from '../../model/read-lists.ts';
import type { Check, Scope } from '../../model/scope.ts';
import { unknownUuid, useOtherWorkspace, useStranger } from '../../model/shared.ts';
import { frames } from '../frames.ts';
import { expectLedger } from './writes.ts';

interface Pair {
  workspace: string;
  /** The list of this workspace, and that of the other one. */
  list: Walk;
  foreign: Walk;
}

/** Number of cursors to try, and of concurrent requests of both lists. */
const tried = 4;

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
  async run(scope) {
    const workspace = await useOtherWorkspace(scope);
    await useStranger(scope);
    const snapshots = Promise.allSettled([useSnapshot(scope)]);
    // On a near target, a site of this list is updated before the snapshot.
    if (scope.run.probes.areAllSent()) await snapshots;
    // This list comes first: without the other one, the check would be inconclusive.
    const list = await walkSettled(scope, workspace);
    await expectLedger(scope, workspace, list);
    await expectShortPages(scope, workspace, list);
    const [snapshot] = await snapshots;
    if (snapshot.status === 'rejected') throw snapshot.reason;
    await expectNoForeignSites(scope, [
      { workspace: scope.run.options.workspace, list: snapshot.value, foreign: list },
      { workspace, list, foreign: snapshot.value },
    ]);
  },
};

/** Reads the list in pages of one site after sites of the run. Like lists, pages may follow writes late. */
async function expectShortPages(scope: Scope, workspace: string, list: Walk): Promise<void> {
  const { ledger } = scope.run;
  const sites = list.sites.filter((site) => ledger.sites.has(toId(site) ?? ''));
  const cursors = [undefined, ...sites.slice(0, tried).map(({ id }) => String(id))];
  const pages = cursors.map((after) => ({ limit: 1, after }));
  const breach = await findBreach(scope, workspace, pages);
  if (breach !== undefined) scope.fail(breach);
}

/** Expects that no page of a workspace shows a site of the other one, for any cursor and with concurrent requests. */
async function expectNoForeignSites(scope: Scope, pairs: readonly Pair[]): Promise<void> {
  const count = scope.run.probes.count(tried, 2);
  const behind = await Promise.all(
    pairs.flatMap((pair) =>
      // With a cursor, some services no longer filter by workspace, whichever list the cursor is from.
      [pair.foreign.ids, pair.list.ids].flatMap((ids) =>
        spread(ids, count).map((cursor) => expectOwn(scope, pair, `after=${cursor}`)),
      ),
    ),
  );
  if (behind.includes(false)) return;
  const rounds = Array.from({ length: count }, () => pairs).flat();
  await Promise.all(rounds.map((pair) => expectOwn(scope, pair, `limit=${largestLimit(scope)}`)));
}

/** The first, the last, and some in between. */
function spread(ids: readonly string[], count: number): string[] {
  const last = ids.length - 1;
  const toPosition = (step: number) => Math.round((step * last) / (count - 1));
  const positions = new Set(Array.from({ length: count }, (_, step) => toPosition(step)));
  return ids.filter((_, position) => positions.has(position));
}

async function expectOwn(
  scope: Scope,
  { workspace, list, foreign }: Pair,
  query: string,
): Promise<boolean> {
  const sent = await sendProbe(scope, 'listSites', workspace, undefined, query);
  if (!isSuccess(sent)) return true;
  const page = toPage(scope, sent);
  const listed = new Set(list.ids);
  const listedElsewhere = new Set(foreign.ids);
  const isForeign = (id: string) => {
    const site = scope.run.ledger.sites.get(id);
    if (site !== undefined) return toKey(site.workspace) !== toKey(workspace);
    return listedElsewhere.has(id) && !listed.has(id);
  };
  const strange = page.ids.find(isForeign);
  if (strange === undefined) return true;
  scope.fail({
    message: 'the list of a workspace shows a site of another',
    expected: `sites of ${workspace}, or a refusal where the cursor is from another workspace`,
    received: strange,
    pointer: `/data/${page.ids.indexOf(strange)}/id`,
    exchange: scope.run.show(sent),
  });
  return false;
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
    const { run } = scope;
    // Configured workspaces exist, so even an empty list must be returned.
    const refused = run.journal.entries.find(
      ({ operation, intent, sent }) =>
        operation.id === 'listSites' && intent === 'valid' && isRefused(sent),
    );
    if (refused !== undefined)
      scope.fail({
        message: 'the list of a configured workspace was refused',
        expected: 'a page of sites, even if it is empty',
        received: `status ${refused.sent.reply?.status}`,
        exchange: run.show(refused.sent),
      });
    const sent = await sendProbe(scope, 'listSites', unknownUuid(scope, 'empty workspace'));
    if (isRefused(sent)) throw new Inconclusive('unknown workspaces are refused');
    const { ids, hasMore } = toPage(scope, sent);
    if (ids.length > 0 || hasMore)
      scope.fail({
        message: 'the list of an unused workspace is not empty',
        expected: 'no sites, and hasMore false',
        received: `${ids.length} sites, and hasMore ${hasMore}`,
        exchange: run.show(sent),
      });
  },
};
