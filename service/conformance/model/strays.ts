import { wait } from '../../../conformance/runner/halt.ts';
import { isUnclear, type JournalEntry } from '../../../conformance/runner/journal.ts';
import { isRefused, prepare } from './call.ts';
import { createdKinds, decodeBody, listInventory, listNamed, toId, toKey } from './ledger.ts';
import { matchNames } from './names.ts';
import { type Walk, walk } from './read-lists.ts';
import type { Run, Scope } from './scope.ts';

type ListedSite = Record<string, unknown>;

/**
 * Lists the sites that requests of the run have left, although no response returned them: those with a unique text of the
 * run, and new ones with another name that it sent, or without any.
 */
export function listStrays(
  run: Pick<Run, 'ledger' | 'journal' | 'isOwnName'>,
  workspace: string,
  sites: readonly ListedSite[],
): ListedSite[] {
  const returned = new Set(listInventory(run).map(({ id }) => toKey(id)));
  const before = run.ledger.before.get(workspace);
  const unknown = sites.filter((site) => {
    const id = toId(site);
    if (id === undefined || returned.has(id)) return false;
    return before?.has(id) === false || isUnique(run, site);
  });
  if (unknown.length === 0) return [];
  const sent = new Set<unknown>(['', ...listSentNames(run)]);
  return unknown.filter(
    (site) => isUnique(run, site) || typeof site['name'] !== 'string' || sent.has(site['name']),
  );
}

/** Whether only this run can have created a site. */
export function isUnique(
  { isOwnName }: Pick<Run, 'isOwnName'>,
  { name, hostUrl }: ListedSite,
): boolean {
  return isOwnName(String(name)) || isOwnName(String(hostUrl));
}

/** The names that requests contained, also as a lenient target turns those of a wrong type into texts. */
function listSentNames({ journal }: Pick<Run, 'journal'>): string[] {
  const entries = journal.entries.filter(({ operation }) => createdKinds[operation.id] === 'site');
  return entries.flatMap(({ sent }) => {
    const { name } = listNamed(sent);
    return name === undefined ? [] : [String(name), JSON.stringify(name)];
  });
}

/**
 * Finds sites that requests of the run have left. Other clients may copy sites of the run, names included; they continue to
 * do so while the run writes nothing.
 */
export async function findStrays(
  scope: Scope,
  workspace: string,
  list: Walk,
): Promise<ListedSite[]> {
  const { run } = scope;
  const strays = listStrays(run, workspace, list.sites);
  if (strays.length === 0) return [];
  const areOthersWriting = await run.share(`others in ${workspace}`, () =>
    seeFurtherStrays(scope, workspace, strays),
  );
  return areOthersWriting ? [] : strays;
}

/** Time to wait for further strays, in milliseconds. */
const patience = { least: 500, most: 5000 };

/** Waits three times the average interval between the strays so far. */
async function seeFurtherStrays(
  scope: Scope,
  workspace: string,
  strays: readonly ListedSite[],
): Promise<boolean> {
  const { run } = scope;
  const startedAt = run.journal.entries[0]?.sent.startedAt ?? Date.now();
  const usual = (Date.now() - startedAt) / strays.length;
  const until = Date.now() + Math.min(patience.most, Math.max(patience.least, 3 * usual));
  const strayIds = new Set(strays.map(toId));
  while (Date.now() < until) {
    await wait(100);
    const { sites } = await walk(scope, workspace);
    if (listStrays(run, workspace, sites).some((site) => !strayIds.has(toId(site)))) return true;
  }
  return false;
}

/**
 * Creates a function that finds the refused request whose texts a site shows, although no other request contained them.
 */
export function createRefusalFinder(
  run: Pick<Run, 'journal' | 'mark'>,
): (site: ListedSite) => JournalEntry | undefined {
  const listNames = (text: string) => text.toLowerCase().match(matchNames(run.mark)) ?? [];
  const refused = new Map<string, JournalEntry>();
  const otherNames = new Set<string>();
  for (const entry of run.journal.entries) {
    for (const name of listNames(decodeBody(entry.sent.request))) {
      // A request without a response, or with a 5xx response, was not refused.
      if (!isRefused(entry.sent) || isUnclear(entry.sent)) otherNames.add(name);
      else if (!refused.has(name)) refused.set(name, entry);
    }
  }
  return (site) => {
    const name = listNames(`${site['name']} ${site['hostUrl']}`).find(
      (text) => refused.has(text) && !otherNames.has(text),
    );
    return name === undefined ? undefined : refused.get(name);
  };
}

/** Creates the function that counts the sites in the lists that requests of the run left, although no response returned them. */
export function createStrayCounter(run: () => Run): () => Promise<number> {
  return async () => {
    const { options, ledger } = run();
    const { workspace, otherWorkspace = workspace } = options;
    const scope = { run: run(), check: { id: 'preflight' } };
    const used = [...ledger.sites.values()].map((site) => site.workspace);
    const counts = [...new Set([workspace, otherWorkspace, ...used])].map(async (workspaceId) => {
      const { ids, sites } = await prepare('the list', () => walk(scope, workspaceId));
      if (!ledger.before.has(workspaceId)) ledger.before.set(workspaceId, new Set(ids));
      return listStrays(run(), workspaceId, sites).length;
    });
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  };
}
