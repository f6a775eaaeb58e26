import type { Site } from '../../contract/index.ts';
import { SortedList } from './sorted-list.ts';
import type { SiteOrder, SiteRecord, SiteSlice } from './store.ts';

/** What is kept of a record, and its place in the order of creation. Sites are never deleted, so the place stays. */
export interface SiteEntry {
  site: Site;
  locale: string | undefined;
  readonly place: number;
  readonly workspace: WorkspaceSites;
}

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
  readonly #entries: SiteEntry[] = [];
  /** Made when the order is first asked for, and kept up from then on. */
  readonly #sorted = new Map<SortedOrder, SortedList<Site>>();

  constructor(id: string) {
    this.id = id;
  }

  add({ site, locale }: SiteRecord): SiteEntry {
    const entry = { site, locale, place: this.#entries.length, workspace: this };
    this.#entries.push(entry);
    for (const list of this.#sorted.values()) list.add(site);
    return entry;
  }

  /** Takes the site away that was added last. */
  removeLast(entry: SiteEntry): void {
    this.#entries.pop();
    for (const list of this.#sorted.values()) list.remove(entry.site);
  }

  replace(entry: SiteEntry, { site, locale }: SiteRecord): void {
    for (const list of this.#sorted.values()) {
      list.remove(entry.site);
      list.add(site);
    }
    entry.site = site;
    entry.locale = locale;
  }

  slice(order: SiteOrder, after: SiteEntry | undefined, limit: number): SiteSlice {
    switch (order) {
      case 'oldest-first':
        return this.#sliceByPlace(after === undefined ? 0 : after.place + 1, limit, 1);
      case 'newest-first': {
        const first = after === undefined ? this.#entries.length - 1 : after.place - 1;
        return this.#sliceByPlace(first, limit, -1);
      }
      default: {
        // One more than asked for tells whether more follow.
        const sites = this.#sort(order).slice(after?.site, limit + 1);
        return { sites: sites.slice(0, limit), hasMore: sites.length > limit };
      }
    }
  }

  find(holds: (site: Site) => boolean): SiteEntry | undefined {
    return this.#entries.find(({ site }) => holds(site));
  }

  #sliceByPlace(first: number, limit: number, step: 1 | -1): SiteSlice {
    const sites = [];
    let place = first;
    for (let entry = this.#entries[place]; entry !== undefined; entry = this.#entries[place]) {
      if (sites.length === limit) return { sites, hasMore: true };
      sites.push(entry.site);
      place += step;
    }
    return { sites, hasMore: false };
  }

  #sort(order: SortedOrder): SortedList<Site> {
    let list = this.#sorted.get(order);
    if (list === undefined) {
      list = new SortedList(comparisons[order]);
      for (const { site } of this.#entries) list.add(site);
      this.#sorted.set(order, list);
    }
    return list;
  }
}

export function toSiteRecord({ site, locale, workspace }: SiteEntry): SiteRecord {
  return { workspaceId: workspace.id, locale, site };
}
