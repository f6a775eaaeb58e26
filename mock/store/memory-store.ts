import type { Site, Webhook } from '../../contract/index.ts';
import {
  emptyContents,
  type RouteRecord,
  type SiteOrder,
  type SiteQuery,
  type SiteRecord,
  type SiteSlice,
  type Store,
  type StoreContents,
  type WebhookRecord,
} from './store.ts';
import { createStoredList, RecentValues, StoredJson, StoredPage, toJson } from './stored-json.ts';

/** A site and its position among the sites of its workspace. */
class StoredSite extends StoredJson<Site> {
  readonly workspace: Workspace;
  readonly position: number;
  readonly locale: string | undefined;

  constructor({ site, locale }: SiteRecord, workspace: Workspace, position: number) {
    super(toJson(site));
    this.workspace = workspace;
    this.position = position;
    this.locale = locale;
  }

  toRecord(site = this.read()): SiteRecord {
    return { workspaceId: this.workspace.id, locale: this.locale, site };
  }
}

/** A stored route, which the list of its site also contains. */
interface StoredRoute {
  record: RouteRecord;
}

class StoredWebhook extends StoredJson<Webhook> {
  readonly workspaceId: string;

  constructor({ workspaceId, webhook }: WebhookRecord) {
    super(toJson(webhook));
    this.workspaceId = workspaceId;
  }

  toRecord(): WebhookRecord {
    return { workspaceId: this.workspaceId, webhook: this.read() };
  }
}

/** The sites of one workspace. */
class Workspace {
  /** In lower case. */
  readonly id: string;
  /** In the order of creation. */
  readonly sites: StoredSite[] = [];
  /** Lists for each order, until the next write. */
  readonly #lists = new Map<SiteOrder, SiteList>();

  constructor(id: string) {
    this.id = id;
  }

  /** @param position of the site to replace. Default: the end */
  put(record: SiteRecord, position = this.sites.length): StoredSite {
    const site = new StoredSite(record, this, position);
    this.sites[position] = site;
    if (this.#lists.size > 0) this.#lists.clear();
    return site;
  }

  list(order: SiteOrder): SiteList {
    let list = this.#lists.get(order);
    if (list === undefined) {
      list = new SiteList(sortSites(this.sites, order));
      this.#lists.set(order, list);
    }
    return list;
  }
}

/** Number of cached pages of a list, and the maximum number of sites in a cached page. */
const mostPages = 64;
const longestPage = 128;

/** The sites of a workspace in one order. It is valid until the next write. */
class SiteList {
  readonly sites: readonly StoredSite[];
  /** Pages by their start and limit. */
  readonly #pages = new Map<number, StoredPage<Site>>();

  constructor(sites: readonly StoredSite[]) {
    this.sites = sites;
  }

  /** Returns the same page each time, because clients usually repeat the same list. */
  page(start: number, limit: number): StoredPage<Site> {
    if (limit > longestPage) return this.#read(start, limit);
    const key = start * (longestPage + 1) + limit;
    let page = this.#pages.get(key);
    if (page === undefined) {
      page = this.#read(start, limit);
      if (this.#pages.size >= mostPages) this.#pages.clear();
      this.#pages.set(key, page);
    }
    return page;
  }

  #read(start: number, limit: number): StoredPage<Site> {
    return new StoredPage(this.sites.slice(start, start + limit));
  }
}

function sortSites(sites: readonly StoredSite[], order: SiteOrder): readonly StoredSite[] {
  if (order === 'oldest-first') return sites;
  if (order === 'newest-first') return sites.toReversed();
  const toKey = ({ id, name }: Site): string => (order === 'by-name' ? `${name}\0${id}` : id);
  return (
    sites
      .map((site) => ({ site, key: toKey(site.read()) }))
      // By code units, like comparisons of strings in JavaScript.
      .sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)))
      .map(({ site }) => site)
  );
}

const noSites = new SiteList([]);
const noRoutes: readonly RouteRecord[] = [];

/** A view of the contents of a store. */
export interface StoreView extends Pick<StoreContents, 'routes' | 'webhooks'> {
  workspaces: readonly { id: string; sites: readonly Pick<StoredSite, 'locale' | 'read'>[] }[];
}

/**
 * A store in the memory of this process, which never returns promises. Records of one site or workspace share the text
 * of its id: the id in a request is a slice of a path, and would keep the whole path in memory.
 */
export class MemoryStore implements Store {
  /** By lower-case id, like all maps below. A Map keeps the order of creation, even when a record is replaced. */
  #sites = new Map<string, StoredSite>();
  #workspaces = new Map<string, Workspace>();
  #routes = new Map<string, StoredRoute>();
  /** By site id, for sites that have routes. */
  #routesOfSites = new Map<string, StoredRoute[]>();
  #webhooks = new Map<string, StoredWebhook>();
  /** The workspace of the last webhook: webhooks of one workspace share its text. */
  #webhookWorkspace = '';
  #recent = new RecentValues<Site>();

  findSite(siteId: string): SiteRecord | undefined {
    const stored = find(this.#sites, siteId);
    return stored?.toRecord(this.#recent.read(stored));
  }

  hasSite(siteId: string): boolean {
    return find(this.#sites, siteId) !== undefined;
  }

  putSite(record: SiteRecord): void {
    const id = record.site.id.toLowerCase();
    const before = this.#sites.get(id);
    const workspace = before?.workspace ?? this.#openWorkspace(record.workspaceId);
    const stored = workspace.put(record, before?.position);
    this.#sites.set(id, stored);
    if (before !== undefined) this.#recent.keep(stored, record.site);
  }

  /** In order of creation, a page takes the same time however many sites exist and wherever it starts. */
  listSites({ workspaceId, order, after, limit }: SiteQuery): SiteSlice | undefined {
    const workspace = find(this.#workspaces, workspaceId);
    const last = after === undefined ? undefined : find(this.#sites, after);
    if (after !== undefined && (last === undefined || last.workspace !== workspace))
      return undefined;
    const list = workspace?.list(order) ?? noSites;
    const start = last === undefined ? 0 : findPosition(list.sites, last, order) + 1;
    return {
      sites: createStoredList(list.page(start, limit)),
      hasMore: start + limit < list.sites.length,
    };
  }

  /** Searches every site, but only for contracts that require unique hosts. */
  findHostUrl(
    workspaceId: string,
    hostUrl: string,
    exceptSiteId: string | undefined,
  ): SiteRecord | undefined {
    const written = JSON.stringify(hostUrl);
    for (const stored of find(this.#workspaces, workspaceId)?.sites ?? []) {
      // Most sites need not be parsed.
      if (!stored.text.includes(written)) continue;
      const record = stored.toRecord();
      if (record.site.hostUrl === hostUrl && record.site.id !== exceptSiteId) return record;
    }
    return undefined;
  }

  findRoute(routeId: string): RouteRecord | undefined {
    return find(this.#routes, routeId)?.record;
  }

  putRoute(record: RouteRecord): void {
    const before = find(this.#routes, record.route.id);
    if (before !== undefined) {
      before.record = record;
      return;
    }
    const routes = this.#routesOfSites.get(record.siteId);
    const { siteId } = routes?.[0]?.record ?? record;
    const stored = { record: { siteId, route: record.route } };
    this.#routes.set(record.route.id.toLowerCase(), stored);
    if (routes === undefined) this.#routesOfSites.set(siteId, [stored]);
    else routes.push(stored);
  }

  listRoutes(siteId: string): readonly RouteRecord[] {
    return find(this.#routesOfSites, siteId)?.map(({ record }) => record) ?? noRoutes;
  }

  putWebhook({ workspaceId, webhook }: WebhookRecord): void {
    if (workspaceId !== this.#webhookWorkspace) this.#webhookWorkspace = workspaceId;
    const stored = new StoredWebhook({ workspaceId: this.#webhookWorkspace, webhook });
    this.#webhooks.set(webhook.id.toLowerCase(), stored);
  }

  listWebhooks(workspaceId: string): readonly WebhookRecord[] {
    const wanted = workspaceId.toLowerCase();
    const records: WebhookRecord[] = [];
    for (const stored of this.#webhooks.values())
      if (stored.workspaceId === wanted) records.push(stored.toRecord());
    return records;
  }

  read(): StoreContents {
    return {
      sites: Array.from(this.#sites.values(), (site) => site.toRecord()),
      routes: this.#readRoutes(),
      webhooks: this.#readWebhooks(),
    };
  }

  /** Reads the contents without parsing sites, to write them in small steps between requests. */
  view(): StoreView {
    return {
      workspaces: Array.from(this.#workspaces.values(), ({ id, sites }) => ({
        id,
        sites: [...sites],
      })),
      routes: this.#readRoutes(),
      webhooks: this.#readWebhooks(),
    };
  }

  replace({ sites, routes, webhooks }: StoreContents): void {
    this.#sites = new Map();
    this.#workspaces = new Map();
    this.#routes = new Map();
    this.#routesOfSites = new Map();
    this.#webhooks = new Map();
    this.#recent = new RecentValues();
    for (const record of sites) this.putSite(record);
    for (const record of routes) this.putRoute(record);
    for (const record of webhooks) this.putWebhook(record);
  }

  #readRoutes(): RouteRecord[] {
    return Array.from(this.#routes.values(), ({ record }) => record);
  }

  #readWebhooks(): WebhookRecord[] {
    return Array.from(this.#webhooks.values(), (stored) => stored.toRecord());
  }

  #openWorkspace(id: string): Workspace {
    let workspace = this.#workspaces.get(id);
    if (workspace === undefined) {
      workspace = new Workspace(id);
      this.#workspaces.set(id, workspace);
    }
    return workspace;
  }
}

/** Finds an id in any case. Almost all ids are lower-case and need no conversion. */
function find<Value>(values: ReadonlyMap<string, Value>, id: string): Value | undefined {
  return values.get(id) ?? values.get(id.toLowerCase());
}

function findPosition(all: readonly StoredSite[], site: StoredSite, order: SiteOrder): number {
  if (order === 'oldest-first') return site.position;
  return order === 'newest-first' ? all.length - 1 - site.position : all.indexOf(site);
}

/** Creates a store in memory, either empty or with the given contents. */
export function createMemoryStore(contents: StoreContents = emptyContents): Store {
  const store = new MemoryStore();
  store.replace(contents);
  return store;
}
