import { isRefused } from '../../model/lawful-refusals.ts';
import { toId, toKey } from '../../model/ledger.ts';
import { listNamed } from '../../model/record-writes.ts';
import type { Check, Run, Scope } from '../../model/scope.ts';
import { useSnapshot } from '../../model/snapshot.ts';
import { type Walk, walk } from '../../model/workspace.ts';
import { Inconclusive } from '../../results.ts';
import { wait } from '../../runner/halt.ts';
import { isSuccess, isUnclear, type JournalEntry } from '../../runner/journal.ts';
import { call } from '../../runner/run.ts';
import type { Sent } from '../../runner/target.ts';
import { frames } from '../frames.ts';

export const refusedRecords: Check = {
  ...frames.listSites,
  id: 'listSites/shows-no-refused-record',
  title: 'Refused requests leave nothing in the list',
  requirements: ['refusals-have-no-effect', 'key-is-required'],
  sends:
    'nothing if the list shows only sites of the run; otherwise, invalid creations without a name, and the list after each',
  expects:
    'no site with a name or host that only refused requests contained, and no new site whenever such a request is sent',
  async run(scope) {
    if (scope.run.ledger.refused.size === 0)
      throw new Inconclusive('this run sent no invalid requests');
    const list = await useSnapshot(scope);
    for (const site of list.sites) {
      const by = findRefused(scope, site);
      if (by === undefined) continue;
      const page = list.pages.find((candidate) => candidate.sites.includes(site));
      const entry = findRequest(scope, by, site);
      scope.fail({
        message: `a refused request had an effect: the list shows values that only requests of ${by} contained`,
        expected: 'no such site',
        received: `${String(site['name'])} with ${String(site['hostUrl'])}`,
        ...(page === undefined ? {} : { exchange: scope.run.show(page.sent) }),
        ...(entry === undefined ? {} : { write: scope.run.show(entry.sent) }),
      });
      return;
    }
    await expectNothingUnnamed(scope, list);
  },
};

function listTexts({ name, hostUrl }: Record<string, unknown>): string[] {
  return [name, hostUrl].filter((text) => typeof text === 'string');
}

function hasText({ request: { body } }: Sent, text: string): boolean {
  return new TextDecoder().decode(body).includes(text);
}

/** Finds the check whose refused request left a value in a site. */
function findRefused({ run }: Scope, site: Record<string, unknown>): string | undefined {
  const texts = listTexts(site);
  const own = run.ledger.sites.get(toId(site) ?? '');
  // A request without a response, or with a 5xx response, was not refused.
  const wasLost = (text: string) =>
    run.journal.entries.some(({ sent }) => isUnclear(sent) && hasText(sent, text));
  for (const [text, by] of run.ledger.refused) {
    // Hosts contain names in lower case.
    const isShown = texts.some((shown) => shown.toLowerCase().includes(text.toLowerCase()));
    // Another check reports a request that was accepted.
    if (isShown && !own?.writers.includes(by) && !wasLost(text)) return by;
  }
  return undefined;
}

/** Finds the unsuccessful request of a check that contained a value of a site. */
function findRequest(
  { run }: Scope,
  by: string,
  site: Record<string, unknown>,
): JournalEntry | undefined {
  const texts = listTexts(site).filter((text) => text !== '');
  return run.journal.entries.find(
    (entry) =>
      entry.by === by && !isSuccess(entry.sent) && texts.some((text) => hasText(entry.sent, text)),
  );
}

/** Another client may create a site at the same time once, but not with every request, and never without one. */
const rounds = 8;

/** Longer lists are not read repeatedly. */
const mostPages = 5;

/**
 * A creation that is refused without a name, or because it is not JSON, may still be stored. Such a record differs from
 * those of other clients only in that it appears whenever the request is sent. So if the list has unknown sites, such
 * requests are sent again, with pauses.
 */
async function expectNothingUnnamed(scope: Scope, list: Walk): Promise<void> {
  const { sites } = scope.run.ledger;
  if (list.pages.length > mostPages || list.ids.every((id) => sites.has(id))) return;
  const suspects = listSuspects(scope);
  const countNew = createCounter(scope);
  await countNew(async () => {});
  // If other clients write constantly, the cause cannot be determined.
  const countForeign = () => countNew(async () => {});
  if ((await countForeign()) > 0 && (await countForeign()) > 0) return;
  const caused = await countNew(async () => {
    for (const suspect of suspects) await sendAgain(scope, suspect);
  });
  if (caused === 0) return;
  for (const suspect of suspects) {
    const sent = await findCause(scope, suspect, countNew);
    if (sent === undefined) continue;
    scope.fail({
      message: `a refused request had an effect: the list grows by one site each time this creation is refused (${rounds} times of ${rounds}, and none in between)`,
      expected: 'no such site',
      received: 'a site that no request created',
      exchange: scope.run.show(sent),
    });
    return;
  }
}

/** Refused creations without an identifying name, one of each form. */
function listSuspects({ run }: Scope): Sent[] {
  const byForm = new Map<string, Sent>();
  for (const { operation, intent, sent, by } of run.journal.entries) {
    if (operation.id !== 'createSite' || intent !== 'invalid' || !isRefused(sent)) continue;
    if (!sent.request.path.includes(run.options.workspace)) continue;
    if (typeof listNamed(sent)['name'] === 'string') continue;
    byForm.set(
      `${by} ${new TextDecoder().decode(sent.request.body).replaceAll(/\w+/g, 'w')}`,
      sent,
    );
  }
  return [...byForm.values()];
}

/** Counts the sites added to the list during an action, except those of the run. */
function createCounter(scope: Scope): (act: () => Promise<unknown>) => Promise<number> {
  const { workspace } = scope.run.options;
  const known = new Set<string>();
  return async (act) => {
    await act();
    // If lists lagged before, this one may lag too.
    const { longest } = scope.run.patience;
    if (longest >= 100) await wait(1.5 * longest);
    const { ids } = await walk(scope, workspace);
    const fresh = ids.filter((id) => !known.has(id) && !scope.run.ledger.sites.has(toKey(id)));
    for (const id of fresh) known.add(id);
    return fresh.length;
  };
}

/** Finds the request for which a site is added each time, and none in between. */
async function findCause(
  scope: Scope,
  suspect: Sent,
  countNew: (act: () => Promise<unknown>) => Promise<number>,
): Promise<Sent | undefined> {
  let sent = suspect;
  for (let round = 1; round <= rounds; round += 1) {
    const startedAt = Date.now();
    const caused = await countNew(async () => {
      sent = await sendAgain(scope, suspect);
    });
    if (caused === 0) return undefined;
    // The pause is twice as long as the requests, to detect writes by other clients.
    const idle = await countNew(() => wait(2 * (Date.now() - startedAt)));
    if (idle > 0) return undefined;
  }
  return sent;
}

async function sendAgain(scope: Scope, { request }: Sent): Promise<Sent> {
  const sent = await call(scope, {
    operation: 'createSite',
    path: { workspaceId: scope.run.options.workspace },
    body: request.body,
    intent: 'invalid',
  });
  if (!isRefused(sent))
    throw new Inconclusive('a creation that was refused before now gets a different response');
  return sent;
}

type ListedSite = Record<string, unknown>;

/**
 * Finds a site with a name of the run that no response contained. Other clients do not use these names, so it was stored
 * twice, or copied by a refused request. If other clients copy sites of the run, they continue to do so while the run writes
 * nothing.
 */
export async function findStrangeCopy(
  scope: Scope,
  workspace: string,
  list: Walk,
): Promise<ListedSite | undefined> {
  const strange = listStrange(scope, list);
  // The run may have created it: a request contained the name, or copied a site with that name.
  const caused = strange.find((site) => listCauses(scope.run, site).length > 0);
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
      !run.ledger.inventory.some(({ id }) => toKey(id) === toId(site)) &&
      findRefused(scope, site) === undefined &&
      // A request without a response may have created it.
      !listCauses(run, site).some(({ sent }) => isUnclear(sent)),
  );
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

/** Time to wait for further copies, in milliseconds. */
const patience = { least: 500, most: 5000 };

/** Waits three times the average interval between the copies so far. */
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
    const list = await walk(scope, workspace);
    if (listStrange(scope, list).some(({ id }) => !known.has(String(id)))) return true;
  }
  return false;
}
