import { type ExpectedSite, toKey } from '../../model/ledger.ts';
import { findWrite, toSender } from '../../model/record-writes.ts';
import { describeDifference, listDifferences, toFieldName } from '../../model/site-differences.ts';
import { explainDifference } from '../../model/texts-apart.ts';
import type { Walk } from '../../model/workspace.ts';
import type { Scope } from '../../runner/check.ts';
import { failForLost } from './lost-sites.ts';
import { findStrangeCopy } from './strange-copies.ts';

/** Holds a walked list against everything that the run has written. */
export async function expectLedger(scope: Scope, workspace: string, list: Walk): Promise<void> {
  const { run } = scope;
  expectOwnSites(scope, workspace, list);
  // A site without an id is told by the checks of the shape.
  const twice = list.ids.findIndex((id, at) => id !== '' && list.ids.indexOf(id) < at);
  if (twice !== -1) {
    const id = list.ids[twice] ?? '';
    scope.fail({
      message: 'the list shows a site more than once',
      expected: `${id} once`,
      received: `${list.ids.filter((other) => other === id).length} times`,
      ...locate(scope, list, twice, 'id'),
      ...(isGivenTwice(scope, id) ? { about: { what: toFieldName('id'), distance: 4 } } : {}),
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
        message: `the list shows a different ${field} than was last written${by}${explainDifference(expected[field], site[field])}`,
        ...describeDifference(run, expected, field, site[field]),
        ...locate(scope, list, at, field),
        ...(write === undefined ? {} : { write: run.show(write.sent) }),
        about: { what: toFieldName(field), distance: 4 },
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
    // A creation or a copy whose answer cannot be read leads to it.
    about: { what: 'sites that no request returned', distance: 4 },
    ...showLast(scope, list),
  });
}

/** No site of the run belongs to another workspace than the list. */
function expectOwnSites(scope: Scope, workspace: string, { ids, pages }: Walk): void {
  for (const id of ids) {
    const own = scope.run.ledger.sites.get(id);
    if (own === undefined || toKey(own.workspace) === toKey(workspace)) continue;
    scope.fail({
      message: 'the list of a workspace shows a site of another',
      expected: `sites of ${workspace}`,
      received: `${own.name}, of ${own.workspace}`,
      about: { what: 'sites of another workspace', distance: 0.5 },
      ...showLast(scope, { sites: [], ids, pages }),
    });
    return;
  }
}

function showLast(scope: Scope, { pages }: Walk) {
  const page = pages.at(-1);
  return page === undefined ? {} : { exchange: scope.run.show(page.sent) };
}

function isGivenTwice({ run }: Scope, id: string): boolean {
  return run.ledger.inventory.filter((resource) => toKey(resource.id) === toKey(id)).length > 1;
}

/** The page on which a site stands, and its place there. */
function locate(scope: Scope, { pages, ids }: Walk, at: number, field: string) {
  let first = 0;
  for (const page of pages) {
    if (at < first + page.ids.length)
      return { pointer: `/data/${at - first}/${field}`, exchange: scope.run.show(page.sent) };
    first += page.ids.length;
  }
  return showLast(scope, { sites: [], ids, pages });
}
