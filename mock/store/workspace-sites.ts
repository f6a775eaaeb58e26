import type { Site } from '../../contract/index.ts';
import { SortedList } from './sorted-list.ts';
import type { SiteOrder, SiteRecord, SiteSlice } from './store.ts';

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

/** The sites of one workspace. A page costs the same however many there are, and wherever it starts. */
export class WorkspaceSites {
  /** In lower case. */
  readonly id: string;
  readonly #sites: Site[] = [];
  /** By place; most sites have none. */
  readonly #locales = new Map<number, string>();
  /** Made when the order is first asked for, and kept up from then on. */
  readonly #sorted = new Map<SortedOrder, SortedList<Site>>();

  constructor(id: string) {
    this.id = id;
  }

  /** @returns the place of the site in the order of creation. Sites are never deleted, so that it stays. */
  add({ site, locale }: SiteRecord): number {
    const at = this.#sites.push(site) - 1;
    if (locale !== undefined) this.#locales.set(at, locale);
    for (const list of this.#sorted.values()) list.add(site);
    return at;
  }

  /** Takes the site away that was added last. */
  removeLast(): void {
    const site = this.#sites.pop();
    if (site === undefined) return;
    this.#locales.delete(this.#sites.length);
    for (const list of this.#sorted.values()) list.remove(site);
  }

  read(at: number): SiteRecord | undefined {
    const site = this.#sites[at];
    if (site === undefined) return undefined;
    return { workspaceId: this.id, locale: this.#locales.get(at), site };
  }

  replace(at: number, { site, locale }: SiteRecord): void {
    const before = this.#sites[at];
    if (before === undefined) return;
    this.#sites[at] = site;
    if (locale === undefined) this.#locales.delete(at);
    else this.#locales.set(at, locale);
    for (const list of this.#sorted.values()) {
      list.remove(before);
      list.add(site);
    }
  }

  /** @param after the place of the site that the page follows */
  slice(order: SiteOrder, after: number | undefined, limit: number): SiteSlice {
    switch (order) {
      case 'oldest-first':
        return this.#sliceByPlace(after === undefined ? 0 : after + 1, limit, 1);
      case 'newest-first':
        return this.#sliceByPlace((after ?? this.#sites.length) - 1, limit, -1);
      default: {
        const site = after === undefined ? undefined : this.#sites[after];
        // One more than asked for tells whether more follow.
        const sites = this.#sort(order).slice(site, limit + 1);
        return { sites: sites.slice(0, limit), hasMore: sites.length > limit };
      }
    }
  }

  find(holds: (site: Site) => boolean): SiteRecord | undefined {
    return this.read(this.#sites.findIndex(holds));
  }

  #sliceByPlace(first: number, limit: number, step: 1 | -1): SiteSlice {
    const sites: Site[] = [];
    let at = first;
    for (let site = this.#sites[at]; site !== undefined; site = this.#sites[at]) {
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
      for (const site of this.#sites) list.add(site);
      this.#sorted.set(order, list);
    }
    return list;
  }
}
