import { type ExpectedSite, toKey } from '../../model/ledger.ts';
import { writeBetweenLists } from '../../model/lists-between-writes.ts';
import { findWrite, listWrites, toSender } from '../../model/record-writes.ts';
import { type Check, type Scope, settleMs } from '../../model/scope.ts';
import {
  describeDifference,
  explainDifference,
  listDifferences,
} from '../../model/site-differences.ts';
import { takeSnapshot, walkSettled } from '../../model/snapshot.ts';
import type { Walk } from '../../model/workspace.ts';
import { wait } from '../../runner/halt.ts';
import { frames } from '../frames.ts';
import { findStrangeCopy } from './extra-records.ts';

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
    const { stale } = await writeBetweenLists(scope);
    if (stale !== undefined) scope.fail(stale);
    await expectLedger(scope, workspace, list);
    // A record that expires, or is rolled back after the response, disappears only after a while.
    const memory = 0.3 * settleMs;
    const written = [...scope.run.ledger.sites.values()].map(({ createdFrom }) => createdFrom);
    const left = Math.min(...written) + memory - Date.now();
    if (written.length === 0 || left <= 0) return;
    await wait(left);
    await expectLedger(scope, workspace, await walkSettled(scope, workspace));
  },
};

/** Compares a list with everything that the run has written. */
export async function expectLedger(scope: Scope, workspace: string, list: Walk): Promise<void> {
  const { run } = scope;
  expectOwnSites(scope, workspace, list);
  // The checks of the schema report a site without an id.
  const twice = list.ids.findIndex((id, at) => id !== '' && list.ids.indexOf(id) < at);
  if (twice !== -1) {
    const id = list.ids[twice] ?? '';
    scope.fail({
      message: 'the list shows a site more than once',
      expected: `${id} once`,
      received: `${list.ids.filter((other) => other === id).length} times`,
      ...locate(scope, list, twice, 'id'),
    });
  }
  await expectNoStrangeCopies(scope, workspace, list);
  const lost: ExpectedSite[] = [];
  for (const expected of run.ledger.sites.values()) {
    if (toKey(expected.workspace) !== toKey(workspace)) continue;
    const at = list.ids.indexOf(toKey(expected.id));
    const site = list.sites[at];
    if (site === undefined) {
      lost.push(expected);
      continue;
    }
    for (const field of listDifferences(site, expected)) {
      const write = findWrite(run, expected.id, field, expected[field]);
      const by = write === undefined ? '' : `, by ${toSender(write.by)}`;
      scope.fail({
        requirement: 'list-sites-shows-current-records',
        message: `the list shows a different ${field} than was last written${by}${explainDifference(expected[field], site[field])}`,
        ...describeDifference(run, expected, field, site[field]),
        ...locate(scope, list, at, field),
        ...(write === undefined ? {} : { write: run.show(write.sent) }),
      });
    }
  }
  failForLost(scope, list, lost);
}

async function expectNoStrangeCopies(scope: Scope, workspace: string, list: Walk): Promise<void> {
  const site = await findStrangeCopy(scope, workspace, list);
  if (site === undefined) return;
  scope.fail({
    message: 'the list shows a site that no request created, under a name of this run',
    expected: 'the sites that requests returned',
    received: `${String(site['id'])}, ${String(site['name'])}`,
    ...showLast(scope, list),
  });
}

function expectOwnSites(scope: Scope, workspace: string, { ids, pages }: Walk): void {
  for (const id of ids) {
    const own = scope.run.ledger.sites.get(id);
    if (own === undefined || toKey(own.workspace) === toKey(workspace)) continue;
    scope.fail({
      requirement: 'list-sites-is-of-one-workspace',
      message: 'the list of a workspace shows a site of another',
      expected: `sites of ${workspace}`,
      received: `${own.name}, of ${own.workspace}`,
      ...showLast(scope, { pages }),
    });
    return;
  }
}

function showLast(scope: Scope, { pages }: Pick<Walk, 'pages'>) {
  const page = pages.at(-1);
  return page === undefined ? {} : { exchange: scope.run.show(page.sent) };
}

/** Finds the page and the position of a site. */
function locate(scope: Scope, { pages }: Walk, at: number, field: string) {
  let first = 0;
  for (const page of pages) {
    if (at < first + page.ids.length)
      return { pointer: `/data/${at - first}/${field}`, exchange: scope.run.show(page.sent) };
    first += page.ids.length;
  }
  return showLast(scope, { pages });
}

/** Reports the sites that a list lacks. */
function failForLost(scope: Scope, list: Walk, lost: readonly ExpectedSite[]): void {
  if (lost.length === 0) return;
  const { run } = scope;
  for (const site of lost) {
    const [entry] = listWrites(run, site.id);
    const by = entry === undefined ? '' : ` (by ${toSender(entry.by)})`;
    scope.fail({
      requirement: 'list-sites-is-complete',
      message: `the list does not show a site that was created${by}, ${settleMs} ms later`,
      expected: `${site.id}, ${site.name}`,
      received: `${list.ids.length} other sites`,
      ...showLast(scope, list),
      ...(entry === undefined ? {} : { write: run.show(entry.sent) }),
    });
  }
}
