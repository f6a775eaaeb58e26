import { isRecord } from '../data/json-path.ts';
import type { CreatedResource } from '../results.ts';
import { isSuccess, type JournalEntry } from '../runner/journal.ts';
import { toKey } from './ledger.ts';
import type { Run } from './scope.ts';

/** What each operation creates. */
export const createdKinds: Readonly<Partial<Record<string, CreatedResource['kind']>>> = {
  createSite: 'site',
  duplicateSite: 'site',
  createRoute: 'route',
  createWebhook: 'webhook',
};

/**
 * Everything that a request of the run was answered with as created, each once: what checks entered, and what was accepted
 * although it was meant to be refused, or was not expected to create anything.
 */
export function listInventory({
  ledger,
  journal,
}: Pick<Run, 'ledger' | 'journal'>): CreatedResource[] {
  const found = [...ledger.inventory, ...journal.entries.flatMap(toCreated)];
  const byKey = new Map<string, CreatedResource>();
  for (const resource of found) {
    const key = `${resource.kind} ${toKey(resource.id)}`;
    if (!byKey.has(key)) byKey.set(key, resource);
  }
  return [...byKey.values()];
}

/** How many sites the run has created, as far as it knows. */
export function countMadeSites(run: Pick<Run, 'ledger' | 'journal'>): number {
  return listInventory(run).filter(({ kind }) => kind === 'site').length;
}

function toCreated({ operation, sent }: JournalEntry): CreatedResource[] {
  const kind = createdKinds[operation.id];
  const json = sent.reply?.json;
  if (kind === undefined || !isSuccess(sent) || !isRecord(json)) return [];
  const { id, name, pathname, url } = json;
  if (typeof id !== 'string') return [];
  const label = [name, pathname, url].find((text) => typeof text === 'string');
  return [{ kind, id, label: label ?? '', parent: sent.request.path.split('/').at(-2) ?? '' }];
}
