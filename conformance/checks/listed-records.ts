import type { Scope } from '../engine/check.ts';
import { toKey } from '../engine/ledger.ts';
import { listDifferences } from '../engine/sites.ts';
import type { Walk } from '../engine/workspace.ts';

/** The id of the check whose refused request left a trace in a site. */
export function findRefused({ run }: Scope, site: Record<string, unknown>): string | undefined {
  const texts = [site['name'], site['hostUrl']].filter(
    (text): text is string => typeof text === 'string',
  );
  const own = typeof site['id'] === 'string' ? run.ledger.sites.get(toKey(site['id'])) : undefined;
  for (const [text, by] of run.ledger.refused) {
    // A request that was accepted after all is reported as that.
    if (texts.some((shown) => shown.includes(text)) && !own?.writers.includes(by)) return by;
  }
  return undefined;
}

/** Holds a walked list against everything that the run has written. */
export function expectLedger(scope: Scope, workspace: string, list: Walk): void {
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
  expectNoStrangeCopies(scope, list);
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

/**
 * Names of the run are its own: a site that carries one, and that no request was answered with, is a record too many, be it
 * stored twice or copied by a request that was refused.
 */
function expectNoStrangeCopies(scope: Scope, list: Walk): void {
  const { run } = scope;
  const site = list.sites.find(
    ({ id, name }) =>
      typeof id === 'string' &&
      typeof name === 'string' &&
      run.isOwnName(name) &&
      !run.ledger.inventory.some((resource) => toKey(resource.id) === toKey(id)),
  );
  if (site === undefined || findRefused(scope, site) !== undefined) return;
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
