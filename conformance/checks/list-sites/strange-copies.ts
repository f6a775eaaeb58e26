import { toKey } from '../../model/ledger.ts';
import { largestLimit, type Walk, walk } from '../../model/workspace.ts';
import type { Scope } from '../../runner/check.ts';
import { isUnclear, type JournalEntry } from '../../runner/journal.ts';
import { wait } from '../../runner/pace.ts';
import type { Run } from '../../runner/run.ts';
import { findRefused } from './find-refused.ts';

type ListedSite = Record<string, unknown>;

/**
 * Names of the run are its own: a site that carries one, and that no request was answered with, is a record too many, be it
 * stored twice or copied by a request that was refused. Others may copy a site of the run, too: then they go on doing so
 * while the run writes nothing.
 */
export async function findStrangeCopy(
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
  return run.journal.entries.filter(({ operation, sent: { request } }) =>
    operation.id === 'duplicateSite'
      ? originals.some(({ id }) => request.path.includes(id))
      : new TextDecoder().decode(request.body).includes(JSON.stringify(name)),
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
