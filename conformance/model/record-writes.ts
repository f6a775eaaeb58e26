import { isRecord, parseJson } from '../../contract/resolve-reference.ts';
import type { CreatedResource, Failure } from '../results.ts';
import { endOf, isSuccess, type JournalEntry, listSuccesses } from '../runner/journal.ts';
import type { Sent } from '../runner/target.ts';
import { type ExpectedSite, listPathIds, toId, toKey } from './ledger.ts';
import type { Run } from './scope.ts';

/** Cache of request fields, since explanations read each request many times. */
const namedFields = new WeakMap<Sent['request'], Readonly<Record<string, unknown>>>();

/** The fields that a request body contains. */
export function listNamed({ request }: Sent): Readonly<Record<string, unknown>> {
  const known = namedFields.get(request);
  if (known !== undefined) return known;
  const json = parseJson(new TextDecoder().decode(request.body));
  const named = isRecord(json) ? json : {};
  namedFields.set(request, named);
  return named;
}

/** Lists the requests that wrote a record: its creation, then the successful updates with at least one field. */
export function listWrites({ journal }: Pick<Run, 'journal'>, id: string): JournalEntry[] {
  const key = toKey(id);
  return journal.entries.filter(({ operation: { method }, sent }) => {
    if (!isSuccess(sent)) return false;
    if (method === 'PATCH')
      return toKey(sent.request.path).includes(key) && Object.keys(listNamed(sent)).length > 0;
    return method === 'POST' && toId(sent.reply?.json) === key;
  });
}

/** Finds the request that created a record. */
export function findCreation(
  { journal }: Pick<Run, 'journal'>,
  id: string,
): JournalEntry | undefined {
  return journal.entries.find(
    ({ operation, sent }) =>
      operation.method === 'POST' && isSuccess(sent) && toId(sent.reply?.json) === id,
  );
}

/** Finds a site that was copied and then got another host. Another copy shows whether the service cached its old data. */
export function findCopied(run: Run): ExpectedSite | undefined {
  const copied = new Map<string, number>();
  for (const { sent } of listSuccesses(run, 'duplicateSite')) {
    const [original = ''] = listPathIds(sent.request.path);
    if (!copied.has(original)) copied.set(original, endOf(sent));
  }
  return [...run.ledger.sites.values()].find(
    ({ id, workspace, uncertain }) =>
      uncertain.size === 0 &&
      workspace === run.options.workspace &&
      listWrites(run, id).some(
        ({ sent }) =>
          'hostUrl' in listNamed(sent) &&
          sent.startedAt > (copied.get(toKey(id)) ?? Number.POSITIVE_INFINITY),
      ),
  );
}

/** When a record was last written, in milliseconds; now, if no known request wrote it. */
export function findWriteTime(run: Run, id: string): number {
  const times = listWrites(run, id).map(({ sent }) => endOf(sent));
  return times.length === 0 ? Date.now() : Math.max(...times);
}

/** Finds the request that gave a field its value: an update with the field, or the creation. */
export function findWrite(
  run: Run,
  id: string,
  field: string,
  value: unknown,
): JournalEntry | undefined {
  const writes = listWrites(run, id);
  const wanted = JSON.stringify(value);
  return (
    writes.findLast(({ sent }) => JSON.stringify(listNamed(sent)[field]) === wanted) ?? writes[0]
  );
}

/** Adds to a failure the request that wrote the value. */
export function showWrite(
  run: Run,
  id: string,
  field: string,
  value: unknown,
  shown?: Sent,
): Pick<Failure, 'write'> {
  const write = findWrite(run, id, field, value);
  return write === undefined || write.sent === shown ? {} : { write: run.show(write.sent) };
}

/** Who sent a request, for reports: the id of a check, or the requests before the checks. */
export function toSender(by: string): string {
  return by === 'preflight' ? 'the first requests of the run' : by;
}

/** The kind of record that each operation creates. */
export const createdKinds: Readonly<Partial<Record<string, CreatedResource['kind']>>> = {
  createSite: 'site',
  duplicateSite: 'site',
  createRoute: 'route',
  createWebhook: 'webhook',
};

/**
 * Lists everything that the target returned as created, without duplicates. It includes invalid requests that were accepted,
 * and records that no check expected.
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

/**
 * Creates the function that counts the sites that the run has created, as far as known. It is called for each request that
 * may create one, so it reads every response only once.
 */
export function createSiteCounter({
  ledger,
  journal,
}: Pick<Run, 'ledger' | 'journal'>): () => number {
  const ids = new Set<string>();
  const read = { resources: 0, entries: 0 };
  return () => {
    const { inventory } = ledger;
    const { entries } = journal;
    const found = [
      ...inventory.slice(read.resources),
      ...entries.slice(read.entries).flatMap(toCreated),
    ];
    read.resources = inventory.length;
    read.entries = entries.length;
    for (const { kind, id } of found) if (kind === 'site') ids.add(toKey(id));
    return ids.size;
  };
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
