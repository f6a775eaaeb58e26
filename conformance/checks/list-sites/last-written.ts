import { type ExpectedSite, toKey } from '../../model/ledger.ts';
import { writeBetweenLists } from '../../model/lists-between-writes.ts';
import { notListed } from '../../model/missing-records.ts';
import { findWrite, listWrites, toSender } from '../../model/record-writes.ts';
import type { Check, Scope } from '../../model/scope.ts';
import { describeDifference, listDifferences, toFieldName } from '../../model/site-differences.ts';
import { takeSnapshot, walkSettled } from '../../model/snapshot.ts';
import { explainDifference } from '../../model/text-changes.ts';
import type { Walk } from '../../model/workspace.ts';
import { endOf, type JournalEntry } from '../../runner/journal.ts';
import { wait } from '../../runner/pace.ts';
import { bounds } from '../../runner/reply.ts';
import { frames } from '../frames.ts';
import { explainRefused, findStrangeCopy } from './extra-records.ts';

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
    const memory = 0.3 * scope.run.options.settleMs;
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
    // A creation or a copy with an unreadable response has this effect.
    about: {
      what: isGivenTwice(scope) ? 'the id of a site' : 'sites that no request returned',
      distance: 4,
    },
    ...showLast(scope, list),
    ...explainRefused(scope, site),
  });
}

function expectOwnSites(scope: Scope, workspace: string, { ids, pages }: Walk): void {
  for (const id of ids) {
    const own = scope.run.ledger.sites.get(id);
    if (own === undefined || toKey(own.workspace) === toKey(workspace)) continue;
    scope.fail({
      message: 'the list of a workspace shows a site of another',
      expected: `sites of ${workspace}`,
      received: `${own.name}, of ${own.workspace}`,
      about: { what: 'sites of another workspace', distance: 0.5 },
      ...showLast(scope, { pages }),
    });
    return;
  }
}

function showLast(scope: Scope, { pages }: Pick<Walk, 'pages'>) {
  const page = pages.at(-1);
  return page === undefined ? {} : { exchange: scope.run.show(page.sent) };
}

/**
 * Whether two creations returned the same id.
 * @param id that id. Default: any
 */
function isGivenTwice({ run }: Scope, id?: string): boolean {
  const ids = run.ledger.inventory.flatMap((one) => (one.kind === 'site' ? [toKey(one.id)] : []));
  const twice = ids.filter((one, at) => ids.indexOf(one) < at);
  return id === undefined ? twice.length > 0 : twice.includes(toKey(id));
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

interface Creation {
  site: ExpectedSite;
  entry: JournalEntry;
  from: number;
  to: number;
}

/**
 * Reports the sites that a list lacks. If all of them were created concurrently with others, and sites created one at a time
 * are listed, the report says so: sequential requests would not reproduce it.
 */
function failForLost(scope: Scope, list: Walk, lost: readonly ExpectedSite[]): void {
  if (lost.length === 0) return;
  const { run } = scope;
  const creations = listCreations(scope);
  const together = explainTogether(creations, lost);
  const isNameShown = (site: ExpectedSite) => list.sites.some(({ name }) => name === site.name);
  const finding =
    together !== ''
      ? undefined
      : lost.every(isNameShown)
        ? 'listSites shows only one of several sites with the same name'
        : describeMaker(creations, lost);
  for (const [index, site] of lost.entries()) {
    const entry = creations.find((creation) => creation.site === site)?.entry;
    const by = entry === undefined ? '' : ` (by ${toSender(entry.by)})`;
    const namesake = isNameShown(site) ? '; it shows another one with the same name' : '';
    scope.fail({
      message: `the list does not show a site that was created${by}, ${run.options.settleMs} ms later${namesake}${index === 0 ? together : ''}`,
      ...(finding === undefined ? {} : { finding }),
      expected: `${site.id}, ${site.name}`,
      received: `${list.pages.some(({ ids }) => ids.length >= bounds.items) ? 'at least ' : ''}${list.ids.length} other sites`,
      ...showLast(scope, list),
      ...(entry === undefined ? {} : { write: run.show(entry.sent) }),
      // Ranks after a creation with a wrong response, and before refused requests for the site.
      about: { what: notListed, distance: 0.25 },
    });
  }
}

/**
 * Names the operation that created all lost sites, if it lost nearly all of its sites: it stores them elsewhere or not at
 * all.
 */
function describeMaker(
  creations: readonly Creation[],
  lost: readonly ExpectedSite[],
): string | undefined {
  const isBy = (id: string) => (creation: Creation) => creation.entry.operation.id === id;
  const gone = creations.filter(({ site }) => lost.includes(site));
  const [maker] = new Set(gone.map(({ entry }) => entry.operation.id));
  if (maker === undefined || gone.length < fewest || gone.length < lost.length) return undefined;
  const own = creations.filter(isBy(maker));
  return gone.every(isBy(maker)) && own.length - gone.length <= 1 && own.length < creations.length
    ? `${maker} returns sites that the list of the workspace does not show`
    : undefined;
}

function listCreations({ run }: Scope): Creation[] {
  return [...run.ledger.sites.values()].flatMap((site) => {
    const [entry] = listWrites(run, site.id);
    if (entry === undefined) return [];
    return [{ site, entry, from: entry.sent.startedAt, to: endOf(entry.sent) }];
  });
}

/** Fewer lost sites than this may be a coincidence. */
const fewest = 2;

/** A short form of a name, for readers who search for the request. */
function toExcerpt(name: string): string {
  const characters = [...name];
  return characters.length > 16 ? `${characters.slice(0, 16).join('')}…` : name;
}

function explainTogether(creations: readonly Creation[], lost: readonly ExpectedSite[]): string {
  const partnersOf = (one: Creation) =>
    creations.filter((other) => other !== one && other.from <= one.to && one.from <= other.to);
  const gone = creations.filter(({ site }) => lost.includes(site));
  const met = gone.map((creation) => ({ creation, partners: partnersOf(creation) }));
  if (met.length < fewest || met.some(({ partners }) => partners.length === 0)) return '';
  // Most creations overlap with others. If most of those are listed, overlapping is not the cause.
  const crowd = creations.filter((creation) => partnersOf(creation).length > 0);
  if (met.length * 2 < crowd.length) return '';
  const alone = creations.filter(
    (creation) => !lost.includes(creation.site) && partnersOf(creation).length === 0,
  );
  const names = (met[0]?.partners ?? [])
    .slice(0, 3)
    .map(({ site }) => JSON.stringify(toExcerpt(site.name)));
  const others = (met[0]?.partners.length ?? 0) - names.length;
  const more = others > 0 ? ` and ${others} more` : '';
  const kept =
    alone.length > 0 ? `; the ${alone.length} created one at a time are in the list` : '';
  return `. All ${lost.length} lost sites were created while other creations were in flight (this one with ${names.join(', ')}${more})${kept}. To reproduce it, send creations concurrently`;
}
