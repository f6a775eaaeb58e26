import type { Site } from '../../contract/index.ts';
import type {
  RouteRecord,
  SiteOrder,
  SiteQuery,
  SiteRecord,
  SiteSlice,
  StoreContents,
  WebhookRecord,
} from './contents.ts';

/** Takes a change back, if it was the last one. */
export type Undo = () => void;

interface StoredSite {
  record: SiteRecord;
  /** Among the sites of its workspace. */
  readonly position: number;
}

const none: readonly string[] = [];

/** The resources of one session in memory. All maps use lower-case ids, and keep the order of creation. */
export class MemoryRecords {
  #sites = new Map<string, StoredSite>();
  #workspaces = new Map<string, StoredSite[]>();
  #routes = new Map<string, RouteRecord>();
  /** Route ids by site id, for sites that have routes. */
  #routesOfSites = new Map<string, string[]>();
  #webhooks = new Map<string, WebhookRecord>();

  constructor(contents: StoreContents) {
    this.#fill(contents);
  }

  findSite(siteId: string): SiteRecord | undefined {
    return find(this.#sites, siteId)?.record;
  }

  putSite(record: SiteRecord): Undo {
    const id = record.site.id.toLowerCase();
    const stored = this.#sites.get(id);
    if (stored !== undefined) return replace(stored, record);
    const workspace = open(this.#workspaces, record.workspaceId);
    const added = { record, position: workspace.length };
    workspace.push(added);
    this.#sites.set(id, added);
    return () => {
      workspace.pop();
      this.#sites.delete(id);
    };
  }

  /** In order of creation, a page takes the same time however many sites exist and wherever it starts. */
  listSites({ workspaceId, order, after, limit }: SiteQuery): SiteSlice | undefined {
    const sites = find(this.#workspaces, workspaceId) ?? [];
    const last = after === undefined ? undefined : find(this.#sites, after);
    if (after !== undefined && (last === undefined || sites[last.position] !== last))
      return undefined;
    if (order === 'newest-first') {
      const end = last?.position ?? sites.length;
      const page = sites.slice(Math.max(0, end - limit), end).reverse();
      return { sites: page.map(toSite), hasMore: end > limit };
    }
    const sorted = order === 'oldest-first' ? sites : sortSites(sites, order);
    const start = last === undefined ? 0 : sorted.indexOf(last, findStart(order, last)) + 1;
    const page = sorted.slice(start, start + limit);
    return { sites: page.map(toSite), hasMore: start + limit < sorted.length };
  }

  /** Searches every site, but only for contracts that require unique hosts. */
  findHostUrl(
    workspaceId: string,
    hostUrl: string,
    exceptSiteId: string | undefined,
  ): SiteRecord | undefined {
    return find(this.#workspaces, workspaceId)?.find(
      ({ record: { site } }) => site.hostUrl === hostUrl && site.id !== exceptSiteId,
    )?.record;
  }

  findRoute(routeId: string): RouteRecord | undefined {
    return find(this.#routes, routeId);
  }

  putRoute(record: RouteRecord): Undo {
    const id = record.route.id.toLowerCase();
    const before = this.#routes.get(id);
    this.#routes.set(id, record);
    if (before !== undefined) return () => void this.#routes.set(id, before);
    const routes = open(this.#routesOfSites, record.siteId);
    routes.push(id);
    return () => {
      routes.pop();
      this.#routes.delete(id);
    };
  }

  listRoutes(siteId: string): readonly RouteRecord[] {
    const ids = find(this.#routesOfSites, siteId) ?? none;
    return ids.flatMap((id) => this.#routes.get(id) ?? []);
  }

  putWebhook(record: WebhookRecord): Undo {
    const id = record.webhook.id.toLowerCase();
    const before = this.#webhooks.get(id);
    this.#webhooks.set(id, record);
    return () => {
      if (before === undefined) this.#webhooks.delete(id);
      else this.#webhooks.set(id, before);
    };
  }

  listWebhooks(workspaceId: string): readonly WebhookRecord[] {
    const wanted = workspaceId.toLowerCase();
    return [...this.#webhooks.values()].filter((record) => record.workspaceId === wanted);
  }

  readAll(): StoreContents {
    return {
      sites: Array.from(this.#sites.values(), ({ record }) => record),
      routes: [...this.#routes.values()],
      webhooks: [...this.#webhooks.values()],
    };
  }

  replaceAll(contents: StoreContents): Undo {
    const [sites, workspaces] = [this.#sites, this.#workspaces];
    const [routes, routesOfSites, webhooks] = [this.#routes, this.#routesOfSites, this.#webhooks];
    this.#sites = new Map();
    this.#workspaces = new Map();
    this.#routes = new Map();
    this.#routesOfSites = new Map();
    this.#webhooks = new Map();
    this.#fill(contents);
    return () => {
      this.#sites = sites;
      this.#workspaces = workspaces;
      this.#routes = routes;
      this.#routesOfSites = routesOfSites;
      this.#webhooks = webhooks;
    };
  }

  #fill({ sites, routes, webhooks }: StoreContents): void {
    for (const record of sites) this.putSite(record);
    for (const record of routes) this.putRoute(record);
    for (const record of webhooks) this.putWebhook(record);
  }
}

function toSite({ record }: StoredSite): Site {
  return record.site;
}

/** Finds an id in any case. Almost all ids are lower-case and need no conversion. */
function find<Value>(values: ReadonlyMap<string, Value>, id: string): Value | undefined {
  return values.get(id) ?? values.get(id.toLowerCase());
}

function open<Value>(lists: Map<string, Value[]>, id: string): Value[] {
  const known = lists.get(id);
  if (known !== undefined) return known;
  const list: Value[] = [];
  lists.set(id, list);
  return list;
}

function replace<Value>(stored: { record: Value }, record: Value): Undo {
  const before = stored.record;
  stored.record = record;
  return () => {
    stored.record = before;
  };
}

/** In order of creation, the position of a site is known. */
function findStart(order: SiteOrder, { position }: StoredSite): number {
  return order === 'oldest-first' ? position : 0;
}

function sortSites(sites: readonly StoredSite[], order: SiteOrder): readonly StoredSite[] {
  const toKey = ({ record: { site } }: StoredSite): string =>
    order === 'by-name' ? `${site.name}\0${site.id}` : site.id;
  return (
    sites
      .map((site) => ({ site, key: toKey(site) }))
      // By code units, like comparisons of strings in JavaScript.
      .sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)))
      .map(({ site }) => site)
  );
}
