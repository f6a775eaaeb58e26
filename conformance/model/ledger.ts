import type { SiteUpdate } from '../../contract/index.ts';
import { isRecord, readAt } from '../../contract/resolve-reference.ts';
import type { CreatedResource } from '../results.ts';
import { uuids } from '../runner/client.ts';

/** The fields of a site that updates write. */
export const writable = ['name', 'hostUrl'] as const satisfies readonly (keyof SiteUpdate)[];

/** A site of this run with the values that a list must show. */
export interface ExpectedSite {
  id: string;
  workspace: string;
  name: string;
  /** The requested host, or the one that the creation returned if none was requested. */
  hostUrl: string | null;
  apiKey: string;
  /** When the creation was sent and when its response arrived, in milliseconds. */
  createdFrom: number;
  createdTo: number;
  /** Ids of the checks that wrote to it, in order. */
  writers: string[];
  /** Fields that a write with an unclear outcome may have changed. */
  uncertain: Set<(typeof writable)[number]>;
}

/** The records that the run created, with the values that later responses must show. */
export interface Ledger {
  sites: ReadonlyMap<string, ExpectedSite>;
  inventory: readonly CreatedResource[];
  addSite(site: Omit<ExpectedSite, 'writers' | 'uncertain'>, by: string): ExpectedSite;
  add(resource: CreatedResource): void;
  /** Texts that only refused requests contained. If a record shows one, a refused request took effect. */
  refused: ReadonlyMap<string, string>;
  addRefused(text: string, by: string): void;
  /** Records that the target accepted an invalid request, so its effects are unknown. */
  admit(by: string, path: string): void;
  /** Whether such a request may have changed the resource with this id. */
  isTouched(id: string): boolean;
}

export function createLedger(): Ledger {
  const sites = new Map<string, ExpectedSite>();
  const inventory: CreatedResource[] = [];
  const refused = new Map<string, string>();
  const admitted: string[] = [];
  /** Texts of accepted requests. A later refusal of the same text does not matter. */
  const taken = new Set<string>();
  return {
    sites,
    inventory,
    refused,
    addSite(site, by) {
      const expected: ExpectedSite = { ...site, writers: [by], uncertain: new Set() };
      // If a target returns an id twice, the first record is kept. Another check reports the duplicate.
      if (!sites.has(toKey(site.id))) sites.set(toKey(site.id), expected);
      inventory.push({ kind: 'site', id: site.id, label: site.name, parent: site.workspace });
      return expected;
    },
    add: (resource) => inventory.push(resource),
    addRefused(text, by) {
      if (!taken.has(text)) refused.set(text, by);
    },
    admit(by, path) {
      admitted.push(path.toLowerCase());
      for (const [text, check] of refused) {
        if (check !== by) continue;
        refused.delete(text);
        taken.add(text);
      }
      for (const site of sites.values()) {
        if (path.toLowerCase().includes(toKey(site.id))) site.uncertain = new Set(writable);
      }
    },
    isTouched: (id) => admitted.some((path) => path.includes(toKey(id))),
  };
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

/** The ids in a path, and optionally those in its query. */
export function listPathIds(path: string, { query = false } = {}): string[] {
  const [address = ''] = query ? [path] : path.split('?');
  return decodeEscapes(address).match(uuids)?.map(toKey) ?? [];
}

/** Decodes escapes, because an id with an encoded letter is the same id. */
export function decodeEscapes(address: string): string {
  return address.replaceAll(/%([2-7][\da-f])/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
