import type { Site } from '../../contract/index.ts';
import { fromKeptJson, KeptJson, toKeptJson } from '../http/kept-json.ts';
import { KeptList } from './kept-list.ts';
import { SortedList } from './sorted-list.ts';
import type { KeptSlice, SiteOrder, SiteRecord } from './store.ts';

type SortedOrder = Extract<SiteOrder, 'by-name' | 'by-id'>;

const comparisons: Record<SortedOrder, (a: Site, b: Site) => number> = {
  'by-name': (a, b) => compare(a.name, b.name) || compareIds(a, b),
  'by-id': compareIds,
};

function compareIds(a: Site, b: Site): number {
  return compare(a.id, b.id);
}

/** By code units, as JavaScript compares texts. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

const beforeId = '{"id":"';

function readFirstId(text: string): string | undefined {
  if (!text.startsWith(beforeId)) return undefined;
  return text.slice(beforeId.length, text.indexOf('"', beforeId.length));
}

/** The sites of one workspace. A page costs the same however many there are, and wherever it starts. */
export class WorkspaceSites {
  /** In lower case. */
  readonly id: string;
  /** The JSON of each site, or the site itself where it carries none. */
  readonly #sites = new KeptList();
  /** By place; most sites have none. */
  readonly #locales = new Map<number, string>();
  /** Made when the order is first asked for, and kept up from then on. */
  readonly #sorted = new Map<SortedOrder, SortedList<Site>>();

  constructor(id: string) {
    this.id = id;
  }

  /** @returns the place of the site in the order of creation. Sites are never deleted, so that it stays. */
  add({ site, locale }: SiteRecord): number {
    const at = this.#sites.length;
    this.#sites.push(toKeptJson(site));
    if (locale !== undefined) this.#locales.set(at, locale);
    for (const list of this.#sorted.values()) list.add(site);
    return at;
  }

  /** Takes the site away that was added last. */
  removeLast(): void {
    const last = this.#sites.pop();
    if (last === undefined) return;
    this.#locales.delete(this.#sites.length);
    for (const list of this.#sorted.values()) list.remove(fromKeptJson(last));
  }

  read(at: number): SiteRecord | undefined {
    const kept = this.#sites.at(at);
    if (kept === undefined) return undefined;
    return { workspaceId: this.id, locale: this.#locales.get(at), site: fromKeptJson(kept) };
  }

  /** Whether the site in a place has an id, which is in lower case. */
  isAt(at: number, id: string): boolean {
    const kept = this.#sites.at(at);
    if (kept === undefined) return false;
    // Where the id comes first, as it mostly does, the JSON need not be taken apart.
    const isFirst = kept instanceof KeptJson && readFirstId(kept.text) === id;
    return isFirst || fromKeptJson(kept).id.toLowerCase() === id;
  }

  replace(at: number, { site, locale }: SiteRecord): void {
    const before = this.#sites.at(at);
    if (before === undefined) return;
    this.#sites.replace(at, toKeptJson(site));
    if (locale === undefined) this.#locales.delete(at);
    else this.#locales.set(at, locale);
    for (const list of this.#sorted.values()) {
      list.remove(fromKeptJson(before));
      list.add(site);
    }
  }

  /** @param after the place of the site that the page follows */
  slice(order: SiteOrder, after: number | undefined, limit: number): KeptSlice {
    switch (order) {
      case 'oldest-first':
        return this.#sliceByPlace(after === undefined ? 0 : after + 1, limit, 1);
      case 'newest-first':
        return this.#sliceByPlace((after ?? this.#sites.length) - 1, limit, -1);
      default: {
        const site = after === undefined ? undefined : this.read(after)?.site;
        // One more than asked for tells whether more follow.
        const sites = this.#sort(order).slice(site, limit + 1);
        return { sites: sites.slice(0, limit), hasMore: sites.length > limit };
      }
    }
  }

  findHostUrl(hostUrl: string, exceptSiteId: string | undefined): SiteRecord | undefined {
    const written = JSON.stringify(hostUrl);
    let at = 0;
    for (const kept of this.#sites) {
      // Few have to be read.
      if (!(kept instanceof KeptJson) || kept.text.includes(written)) {
        const site = fromKeptJson(kept);
        if (site.hostUrl === hostUrl && site.id !== exceptSiteId) return this.read(at);
      }
      at += 1;
    }
    return undefined;
  }

  #sliceByPlace(first: number, limit: number, step: 1 | -1): KeptSlice {
    const sites: (Site | KeptJson)[] = [];
    let at = first;
    for (let site = this.#sites.at(at); site !== undefined; site = this.#sites.at(at)) {
      if (sites.length === limit) return { sites, hasMore: true };
      sites.push(site);
      at += step;
    }
    return { sites, hasMore: false };
  }

  #sort(order: SortedOrder): SortedList<Site> {
    let list = this.#sorted.get(order);
    if (list === undefined) {
      list = new SortedList(comparisons[order]);
      for (const kept of this.#sites) list.add(fromKeptJson(kept));
      this.#sorted.set(order, list);
    }
    return list;
  }
}
