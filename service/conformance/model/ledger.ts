import type { CreatedResource } from '../../../conformance/results.ts';
import {
  endOf,
  isSuccess,
  type Journal,
  type JournalEntry,
} from '../../../conformance/runner/journal.ts';
import type { Sent } from '../../../conformance/runner/target.ts';
import { isRecord, parseJson, readAt } from '../../../contract/resolve-reference.ts';

/** A record of this run. Its fields have the values that every later response must show. */
export interface Expected {
  kind: LedgerKind;
  id: string;
  /** Fields that a write with an unclear outcome may have changed. */
  uncertain: Set<string>;
  /** The requests that wrote it, its creation first. */
  writes: Sent[];
}

export interface ExpectedSite extends Expected {
  kind: 'site';
  workspace: string;
  name: string;
  /** The requested host, or the one that the creation returned if none was requested. */
  hostUrl: string | null;
  apiKey: string;
}

export interface Variant {
  locale: string;
  pathname: string;
}

export interface ExpectedRoute extends Expected {
  kind: 'route';
  pathname: string;
  localizedVariants: Variant[];
}

export interface ExpectedWebhook extends Expected {
  kind: 'webhook';
  workspaceId: string;
  url: string;
  eventType: string;
}

/** What the run has written, and what must therefore be read. */
export interface Ledger {
  /** The sites of the run by id, normalised for comparison. */
  sites: ReadonlyMap<string, ExpectedSite>;
  /** The ids of the sites that each workspace had before the run created any. */
  before: Map<string, ReadonlySet<string>>;
  /** Adds a created record. If a target returns an id twice, the first record is kept. */
  enter(record: Expected): void;
  /** Marks the records in a path as uncertain, because the target accepted an invalid request to it. */
  doubt(path: string): void;
}

export function createLedger(): Ledger {
  const sites = new Map<string, ExpectedSite>();
  const records = new Map<string, Expected>();
  const isSite = (record: Expected): record is ExpectedSite => record.kind === 'site';
  return {
    sites,
    before: new Map(),
    enter(record) {
      const id = toKey(record.id);
      if (records.has(id)) return;
      records.set(id, record);
      if (isSite(record)) sites.set(id, record);
    },
    doubt(path) {
      for (const [id, record] of records)
        if (path.toLowerCase().includes(id)) record.uncertain = new Set(Object.keys(record));
    },
  };
}

/** Records an accepted write, so later responses must show its values. */
export function recordWrite<T extends Expected>(record: T, change: object, sent: Sent): void {
  for (const [field, value] of Object.entries(change)) {
    if (value === undefined) continue;
    Object.assign(record, { [field]: value });
    record.uncertain.delete(field);
  }
  record.writes.push(sent);
}

/** When a record was last written, in milliseconds. */
export function findWriteTime({ writes }: Expected): number {
  return Math.max(...writes.map(endOf));
}

/** The fields that a request body contains. */
export function listNamed({ request }: Sent): Readonly<Record<string, unknown>> {
  const json = parseJson(decodeBody(request));
  return isRecord(json) ? json : {};
}

/** The body of a request as text. */
export function decodeBody({ body }: Sent['request']): string {
  return new TextDecoder().decode(body);
}

/** The kinds of records that the run keeps account of. */
type LedgerKind = 'site' | 'route' | 'webhook';

/** The kind of record that each operation creates. */
export const createdKinds: Readonly<Partial<Record<string, LedgerKind>>> = {
  createSite: 'site',
  duplicateSite: 'site',
  createRoute: 'route',
  createWebhook: 'webhook',
};

interface HasJournal {
  journal: Pick<Journal, 'entries'>;
}

/** Lists every creation that the target accepted, also those that no check expected. */
export function listCreations({
  journal,
}: HasJournal): { resource: CreatedResource; entry: JournalEntry }[] {
  return journal.entries.flatMap((entry) => {
    const { operation, sent } = entry;
    const kind = createdKinds[operation.id];
    const json = sent.reply?.json;
    if (kind === undefined || !isSuccess(sent) || !isRecord(json)) return [];
    const { id, name, pathname, url } = json;
    if (typeof id !== 'string') return [];
    const texts = [name, pathname, url].filter((text) => typeof text === 'string');
    const [label = ''] = texts;
    const parent = sent.request.path.split('/').at(-2) ?? '';
    return [{ resource: { kind, id, label, parent }, entry }];
  });
}

/** Lists the records that the run created, each once. */
export function listInventory(run: HasJournal): CreatedResource[] {
  const byKey = new Map<string, CreatedResource>();
  for (const { resource } of listCreations(run)) {
    const key = `${resource.kind} ${toKey(resource.id)}`;
    if (!byKey.has(key)) byKey.set(key, resource);
  }
  return [...byKey.values()];
}

/** Normalises a UUID for comparison: case does not matter (RFC 9562, section 4). */
export function toKey(id: string): string {
  return id.toLowerCase();
}

/** The id of a record in a response, normalised for comparison. */
export function toId(record: unknown): string | undefined {
  return isRecord(record) && typeof record['id'] === 'string' ? toKey(record['id']) : undefined;
}

/** The records of a page; undefined if the body is not a page. */
export function readRecords(json: unknown): readonly unknown[] | undefined {
  const data = readAt(json, '/data');
  return Array.isArray(data) ? data : undefined;
}
