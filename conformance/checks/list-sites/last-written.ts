import { type Explanation, explainEffect } from '../../model/explanation.ts';
import { type ExpectedSite, toKey } from '../../model/ledger.ts';
import { findWrite, toSender } from '../../model/record-writes.ts';
import type { Check, Run, Scope } from '../../model/scope.ts';
import { describeDifference, listDifferences, toFieldName } from '../../model/site-differences.ts';
import { takeSnapshot, walkSettled } from '../../model/snapshot.ts';
import { explainDifference } from '../../model/texts-apart.ts';
import { largestLimit, type Walk, walk } from '../../model/workspace.ts';
import { isSuccess, isUnclear, type JournalEntry } from '../../runner/journal.ts';
import { wait } from '../../runner/pace.ts';
import { frames } from '../frames.ts';
import { failForLost } from './lost-sites.ts';
import { findRefused, hasText } from './refused-records.ts';

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
  sends: 'all pages of the list, repeatedly while it lags behind the writes',
  expects:
    'every site that was created or duplicated, once, with its last name, host and key; no site twice',
  async run(scope) {
    const { workspace } = scope.run.options;
    await expectLedger(scope, workspace, await takeSnapshot(scope));
    // What expires, or is undone behind the answer, takes its time.
    const memory = 0.3 * scope.run.options.settleMs;
    const written = [...scope.run.ledger.sites.values()].map(({ createdFrom }) => createdFrom);
    const left = Math.min(...written) + memory - Date.now();
    if (written.length === 0 || left <= 0) return;
    await wait(left);
    await expectLedger(scope, workspace, await walkSettled(scope, workspace));
  },
};

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
    about: {
      what: isGivenTwice(scope) ? 'the id of a site' : 'sites that no request returned',
      distance: 4,
    },
    ...showLast(scope, list),
    ...explainRefused(scope, site),
  });
}

/** Where only a refused creation carried the name, that was carried out. */
function explainRefused({ run }: Scope, site: ListedSite): Explanation {
  const causes = listCauses(run, site);
  const [first] = causes;
  const isRefusedOnly =
    first !== undefined &&
    causes.every(
      ({ operation, sent }) =>
        operation.id === 'createSite' && !isSuccess(sent) && sent.reply !== undefined,
    );
  return isRefusedOnly ? explainEffect(run, first) : {};
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

/** Whether two sites were answered with one id. @param id that id; default: any */
function isGivenTwice({ run }: Scope, id?: string): boolean {
  const ids = run.ledger.inventory.flatMap((one) => (one.kind === 'site' ? [toKey(one.id)] : []));
  const twice = ids.filter((one, at) => ids.indexOf(one) < at);
  return id === undefined ? twice.length > 0 : twice.includes(toKey(id));
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

type ListedSite = Record<string, unknown>;

/**
 * Names of the run are its own: a site that carries one, and that no request was answered with, is a record too many, be it
 * stored twice or copied by a request that was refused. Others may copy a site of the run, too: then they go on doing so
 * while the run writes nothing.
 */
async function findStrangeCopy(
  scope: Scope,
  workspace: string,
  list: Walk,
): Promise<ListedSite | undefined> {
  const strange = listStrange(scope, list);
  const caused = strange.find((site) => isCaused(scope, site));
  if (caused === undefined) return undefined;
  const areOthersCopying = await scope.run.share(`copies by others in ${workspace}`, () =>
    seeFurtherCopies(scope, workspace, strange),
  );
  return areOthersCopying ? undefined : caused;
}

function listStrange(scope: Scope, { sites }: Walk): ListedSite[] {
  const { run } = scope;
  return sites.filter(
    (site) =>
      typeof site['id'] === 'string' &&
      typeof site['name'] === 'string' &&
      run.isOwnName(site['name']) &&
      !run.ledger.inventory.some(({ id }) => toKey(id) === toKey(String(site['id']))) &&
      findRefused(scope, site) === undefined &&
      !isUncertain(scope, site),
  );
}

/** Whether a request whose answer was lost may have made the site: then it is not known to have been created. */
function isUncertain({ run }: Scope, site: ListedSite): boolean {
  return listCauses(run, site).some(({ sent }) => isUnclear(sent));
}

/** Whether a request of the run may have made a site: one that carried its name, or that copied a site of such a name. */
function isCaused({ run }: Scope, site: ListedSite): boolean {
  return listCauses(run, site).length > 0;
}

function listCauses(run: Run, site: ListedSite): JournalEntry[] {
  const name = String(site['name']);
  const originals = [...run.ledger.sites.values()].filter((own) => name.includes(own.name));
  return run.journal.entries.filter(({ operation, sent }) =>
    operation.id === 'duplicateSite'
      ? originals.some(({ id }) => sent.request.path.includes(id))
      : hasText(sent, JSON.stringify(name)),
  );
}

/** How long copies are waited for, at least and at most. */
const patience = { least: 500, most: 5000 };

/** Waits three times as long as the copies so far took to come, on the average. */
async function seeFurtherCopies(
  scope: Scope,
  workspace: string,
  strange: readonly ListedSite[],
): Promise<boolean> {
  const startedAt = scope.run.journal.entries[0]?.sent.startedAt ?? Date.now();
  const usual = (Date.now() - startedAt) / strange.length;
  const until = Date.now() + Math.min(patience.most, Math.max(patience.least, 3 * usual));
  const known = new Set(strange.map(({ id }) => String(id)));
  while (Date.now() < until) {
    await wait(100);
    const list = await walk(scope, workspace, largestLimit(scope));
    if (listStrange(scope, list).some(({ id }) => !known.has(String(id)))) return true;
  }
  return false;
}
