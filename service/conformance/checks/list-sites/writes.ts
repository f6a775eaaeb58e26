import { Inconclusive } from '../../../../conformance/outcomes.ts';
import type { Failure } from '../../../../conformance/results.ts';
import { wait } from '../../../../conformance/runner/halt.ts';
import { isUnclear } from '../../../../conformance/runner/journal.ts';
import type { Sent } from '../../../../conformance/runner/target.ts';
import { formatValue, isRefused, prepare } from '../../model/call.ts';
import { showWrite } from '../../model/compare.ts';
import { takeSnapshot, useSnapshot } from '../../model/judge-lists.ts';
import { createdKinds, decodeBody, listNamed, toKey } from '../../model/ledger.ts';
import { findRepeated, judgeRecords } from '../../model/page-law.ts';
import {
  largestLimit,
  listPage,
  type PageReply,
  type Walk,
  walk,
  walkSettled,
} from '../../model/read-lists.ts';
import { type Check, type Scope, settleMs } from '../../model/scope.ts';
import { createRefusalFinder, findStrays, isUnique } from '../../model/strays.ts';
import { frames } from '../frames.ts';

// What lists show of the writes of the run: all that was accepted, and nothing else.

/** Finds the page and the position of a site. */
function locate(
  { run }: Scope,
  { pages }: Pick<Walk, 'pages'>,
  at: number,
): Pick<Failure, 'pointer' | 'exchange'> {
  let first = 0;
  for (const { ids, sent } of pages) {
    if (at < first + ids.length)
      return { pointer: `/data/${at - first}/id`, exchange: run.show(sent) };
    first += ids.length;
  }
  return {};
}

/** Shows the end of a list, for something that it lacks. */
function showEnd({ run }: Scope, { pages }: Walk): Pick<Failure, 'exchange'> {
  const page = pages.at(-1);
  return page === undefined ? {} : { exchange: run.show(page.sent) };
}

/** Compares a list with everything that the run has written. */
export async function expectLedger(scope: Scope, workspace: string, list: Walk): Promise<void> {
  const { run } = scope;
  const { ids, sites } = list;
  const twice = findRepeated(ids);
  if (twice !== -1)
    scope.fail({
      message: 'the list shows a site more than once',
      expected: `${ids[twice]} once`,
      received: `${ids.filter((id) => id === ids[twice]).length} times`,
      ...locate(scope, list, twice),
    });
  for (const site of run.ledger.sites.values()) {
    const at = ids.indexOf(toKey(site.id));
    const received = sites[at];
    if (toKey(site.workspace) !== toKey(workspace)) {
      if (received !== undefined)
        scope.fail({
          requirement: 'list-sites-is-of-one-workspace',
          message: 'the list of a workspace shows a site of another',
          expected: `sites of ${workspace}`,
          received: `${site.name}, of ${site.workspace}`,
          ...locate(scope, list, at),
        });
    } else if (received === undefined)
      scope.fail({
        requirement: 'list-sites-is-complete',
        message: `the list does not show a site that was created, ${settleMs} ms later`,
        expected: `${site.id}, ${site.name}`,
        received: `${ids.length} other sites`,
        ...showEnd(scope, list),
        ...showWrite(run, site, 'id'),
      });
  }
  for (const page of list.pages) {
    const breach = judgeRecords(scope, page);
    if (breach !== undefined) scope.fail({ ...breach, exchange: run.show(page.sent) });
  }
  await expectNoStrays(scope, workspace, list);
}

/** A site with a name of the run that no response returned was stored twice, or by a request that did something else. */
async function expectNoStrays(scope: Scope, workspace: string, list: Walk): Promise<void> {
  const { run } = scope;
  const findRefusal = createRefusalFinder(run);
  const unclear = run.journal.entries.filter(
    ({ operation, sent }) => createdKinds[operation.id] === 'site' && isUnclear(sent),
  );
  const stray = (await findStrays(scope, workspace, list)).find(
    (site) =>
      isUnique(run, site) &&
      findRefusal(site) === undefined &&
      // A request without a response may have created it, or a copy under a name that the target chose.
      !unclear.some(
        ({ sent }) =>
          !('name' in listNamed(sent)) || decodeBody(sent.request).includes(String(site['name'])),
      ),
  );
  if (stray === undefined) return;
  scope.fail({
    message: 'the list shows a site that no request created, under a name of this run',
    expected: 'the sites that requests returned',
    received: `${stray['id']}, ${stray['name']}`,
    ...locate(scope, list, list.sites.indexOf(stray)),
  });
}

export const lastWritten: Check = {
  ...frames.listSites,
  id: 'listSites/shows-every-site-as-last-written',
  title: 'The list shows every site of the run once, with its latest values',
  requirements: [
    'list-sites-is-complete',
    'list-sites-shows-current-records',
    'writes-last',
    'create-site-stores-what-was-sent',
  ],
  sends:
    'lists before and after a creation, a copy and an update of each field; then all pages of the list, repeatedly while it lags behind',
  expects: 'every created or duplicated site once, with its latest name, host and key',
  async run(scope) {
    const { workspace } = scope.run.options;
    const list = await takeSnapshot(scope);
    if (list.stale !== undefined) scope.fail(list.stale);
    await expectLedger(scope, workspace, list);
    // A record that expires, or is rolled back after the response, disappears only after a while.
    const memory = 0.3 * settleMs;
    const written = [...scope.run.ledger.sites.values()].map(({ writes }) => toStart(writes));
    const left = Math.min(...written) + memory - Date.now();
    if (written.length === 0 || left <= 0) return;
    await wait(left);
    await expectLedger(scope, workspace, await walkSettled(scope, workspace));
  },
};

function toStart([creation]: readonly Sent[]): number {
  return creation?.startedAt ?? Date.now();
}

/** More sites without a name than this do not come from other clients that happen to write at the same time. */
const fewestNameless = 4;

export const refusedRecords: Check = {
  ...frames.listSites,
  id: 'listSites/shows-no-refused-record',
  title: 'Refused requests leave nothing in the list',
  requirements: ['refusals-have-no-effect', 'key-is-required'],
  sends:
    'nothing: this check examines the list; if it shows unknown sites, once more after a pause',
  expects:
    'no site with a name or host that only refused requests contained, and no further sites without a name',
  async run(scope) {
    const { run } = scope;
    const refused = run.journal.entries.filter(
      ({ operation, sent }) => operation.id === 'createSite' && isRefused(sent),
    );
    if (refused.length === 0) throw new Inconclusive('this run had no refused creation');
    const list = await useSnapshot(scope);
    const findRefusal = createRefusalFinder(run);
    const strays = await findStrays(scope, run.options.workspace, list);
    const nameless = strays.filter((site) => !isUnique(run, site));
    const fromRefusal = list.sites.find((site) => findRefusal(site) !== undefined);
    const manyNameless = nameless.length >= fewestNameless ? nameless : [];
    const stray = fromRefusal ?? manyNameless[0];
    if (stray === undefined) return;
    const namelessRefusal = refused.find(({ sent }) => !('name' in listNamed(sent)));
    const entry = findRefusal(stray) ?? namelessRefusal;
    scope.fail({
      message: nameless.includes(stray)
        ? `refused requests had an effect: the list shows ${nameless.length} sites without a name of their own that no request created`
        : 'a refused request had an effect: the list shows a value that only refused requests contained',
      expected: 'no such site',
      received: formatValue({ name: stray['name'], hostUrl: stray['hostUrl'] }),
      ...locate(scope, list, list.sites.indexOf(stray)),
      ...(entry === undefined ? {} : { write: run.show(entry.sent) }),
    });
  },
};

/** Number of consecutive lists that must each show one more site, and then after pauses of this time, in milliseconds. */
const rows = 12;
const pauses = [500, 500];

/** GET is safe (RFC 9110, section 9.2.1). In a pause, other clients would add sites, but listing would not. */
export const listingAddsNone: Check = {
  ...frames.listSites,
  id: 'listSites/adds-no-site',
  title: 'Listing sites does not create any',
  requirements: ['list-sites-is-stable'],
  sends: `the end of the list twice; if the second is longer, ${rows} more, and one after each of ${pauses.length} pauses`,
  expects: 'a list that does not grow by one site with every request and by none during a pause',
  // At this stage, the run sends nothing else.
  stage: 'verdict',
  async run(scope) {
    const { workspace } = scope.run.options;
    const ask = (after: unknown) =>
      prepare('a list', () =>
        listPage(scope, workspace, { limit: largestLimit(scope), after: String(after) }),
      );
    const end = (await useSnapshot(scope)).sites.at(-1)?.['id'];
    if (end === undefined || (await ask(end)).ids.length === 0) return;
    const { ids } = await prepare('the list', () => walk(scope, workspace));
    const listedIds = new Set(ids);
    let last = ids.at(-1);
    let page: PageReply | undefined;
    for (const pause of [...Array.from({ length: rows }, () => 0), ...pauses]) {
      await wait(pause);
      page = await ask(last);
      const added = page.ids.filter((id) => !listedIds.has(id));
      if (added.length === 0 || (pause > 0 && added.length > 1)) return;
      for (const id of added) listedIds.add(id);
      last = added.at(-1);
    }
    scope.fail({
      message: `each list request adds a site: ${rows} in a row showed one more each, and pauses added none`,
      expected: 'the sites that existed before',
      received: 'one more site after the last known one each time',
      ...(page === undefined ? {} : { exchange: scope.run.show(page.sent) }),
    });
  },
};
