import type { Scope } from '../engine/check.ts';
import { toKey } from '../engine/ledger.ts';
import { listDifferences } from '../engine/sites.ts';
import type { Walk } from '../engine/workspace.ts';
import { findStrangeCopy } from './strange-copies.ts';

/** Holds a walked list against everything that the run has written. */
export async function expectLedger(scope: Scope, workspace: string, list: Walk): Promise<void> {
  const { run } = scope;
  expectOwnSites(scope, workspace, list);
  const places = new Map<string, number>();
  for (const id of list.ids) places.set(id, (places.get(id) ?? 0) + 1);
  const [twice] = [...places].filter(([, count]) => count > 1);
  if (twice !== undefined) {
    scope.fail({
      message: 'the list shows a site more than once',
      expected: `${twice[0]} once`,
      received: `${twice[1]} times`,
      ...showLast(scope, list),
    });
  }
  await expectNoStrangeCopies(scope, workspace, list);
  for (const expected of run.ledger.sites.values()) {
    if (toKey(expected.workspace) !== toKey(workspace)) continue;
    const at = list.ids.indexOf(toKey(expected.id));
    const site = list.sites[at];
    const writers = expected.writers.join(', ');
    if (site === undefined) {
      const isNameShown = list.sites.some(({ name }) => name === expected.name);
      scope.fail({
        message: `the list does not show a site that was created (by ${writers}), ${run.options.settleMs} ms later${isNameShown ? '; it shows another of the same name' : ''}`,
        expected: `${expected.id}, ${expected.name}`,
        received: `${list.ids.length} other sites`,
        ...showLast(scope, list),
      });
      continue;
    }
    for (const field of listDifferences(site, expected)) {
      scope.fail({
        message: `the list shows another ${field} than was last written (by ${writers})`,
        expected: JSON.stringify(expected[field]),
        received: JSON.stringify(site[field]) ?? 'nothing',
        pointer: `/data/${at}/${field}`,
        ...showLast(scope, list),
      });
    }
  }
}

async function expectNoStrangeCopies(scope: Scope, workspace: string, list: Walk): Promise<void> {
  const site = await findStrangeCopy(scope, workspace, list);
  if (site === undefined) return;
  scope.fail({
    message: 'the list shows a site that no request was answered with, under a name of this run',
    expected: 'the sites that were answered',
    received: `${String(site['id'])}, ${String(site['name'])}`,
    ...showLast(scope, list),
  });
}

/** No site of the run belongs to another workspace than the list. */
export function expectOwnSites(scope: Scope, workspace: string, { ids, pages }: Walk): void {
  for (const id of ids) {
    const own = scope.run.ledger.sites.get(id);
    if (own === undefined || toKey(own.workspace) === toKey(workspace)) continue;
    scope.fail({
      message: 'the list of a workspace shows a site of another',
      expected: `sites of ${workspace}`,
      received: `${own.name}, of ${own.workspace}`,
      ...showLast(scope, { sites: [], ids, pages }),
    });
    return;
  }
}

function showLast(scope: Scope, { pages }: Walk) {
  const page = pages.at(-1);
  return page === undefined ? {} : { exchange: scope.run.show(page.sent) };
}
