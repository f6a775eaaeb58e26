import { detachJson, fromKeptJson } from '../http/kept-json.ts';
import { GivenIds } from './given-ids.ts';
import { SitePlaces } from './site-places.ts';
import {
  emptyContents,
  type KeptSlice,
  type RouteRecord,
  type SiteQuery,
  type SiteRecord,
  type SiteSlice,
  type Store,
  type StoreContents,
  type WebhookRecord,
} from './store.ts';
import { UndoLog } from './undo-log.ts';
import { WorkspaceSites } from './workspace-sites.ts';

/** Everything by lower-case id. A Map keeps the order of creation, also when a record is replaced. */
class Indexes {
  readonly sites = new SitePlaces();
  readonly #workspaces = new Map<string, WorkspaceSites>();
  /** The one that was asked for last: most likely the next one, too, and then no text has to be hashed. */
  #workspace: WorkspaceSites | undefined;
  readonly routes = new Map<string, RouteRecord>();
  /** Ids of routes by site; only of sites that have any. */
  readonly routesOfSites = new Map<string, string[]>();
  readonly webhooks: WebhookRecord[] = [];

  findWorkspace(id: string): WorkspaceSites | undefined {
    if (this.#workspace?.id !== id) this.#workspace = this.#workspaces.get(id);
    return this.#workspace;
  }

  openWorkspace(id: string): WorkspaceSites {
    let workspace = this.findWorkspace(id);
    if (workspace === undefined) {
      workspace = new WorkspaceSites(id);
      this.#workspaces.set(id, workspace);
    }
    return workspace;
  }
}

/** A store in the memory of this process, which answers without promises. */
export class MemoryStore implements Store {
  #indexes = new Indexes();
  readonly #changes = new UndoLog();
  readonly #given = new GivenIds();

  findSite(siteId: string): SiteRecord | undefined {
    const { sites } = this.#indexes;
    const number = sites.find(siteId.toLowerCase());
    return number === undefined ? undefined : sites.read(number);
  }

  putSite(record: SiteRecord): void {
    const { sites } = this.#indexes;
    const id = record.site.id.toLowerCase();
    const number = sites.find(id);
    if (number !== undefined) {
      const before = this.#changes.isKept ? detach(sites.read(number)) : undefined;
      if (before !== undefined) this.#changes.add(() => sites.replace(number, before));
      sites.replace(number, record);
      return;
    }
    sites.add(id, this.#indexes.openWorkspace(record.workspaceId), record);
    if (this.#changes.isKept) this.#changes.add(() => sites.removeLast(id));
  }

  listSites(query: SiteQuery): SiteSlice | undefined {
    const slice = this.listSitesToShow(query);
    return slice && { ...slice, sites: slice.sites.map(fromKeptJson) };
  }

  listSitesToShow({ workspaceId, order, after, limit }: SiteQuery): KeptSlice | undefined {
    const { sites } = this.#indexes;
    const workspace = this.#indexes.findWorkspace(workspaceId.toLowerCase());
    const at = after === undefined ? undefined : sites.findAt(after.toLowerCase(), workspace);
    if (after !== undefined && at === undefined) return undefined;
    return workspace?.slice(order, at, limit) ?? { sites: [], hasMore: false };
  }

  /** Looks at every site: only a contract that asks for unique hosts pays for it. */
  findHostUrl(
    workspaceId: string,
    hostUrl: string,
    exceptSiteId: string | undefined,
  ): SiteRecord | undefined {
    const workspace = this.#indexes.findWorkspace(workspaceId.toLowerCase());
    return workspace?.findHostUrl(hostUrl, exceptSiteId);
  }

  findRoute(routeId: string): RouteRecord | undefined {
    return this.#indexes.routes.get(routeId.toLowerCase());
  }

  putRoute(record: RouteRecord): void {
    const { routes, routesOfSites } = this.#indexes;
    const id = record.route.id.toLowerCase();
    const before = routes.get(id);
    routes.set(id, record);
    if (before !== undefined) {
      if (this.#changes.isKept) this.#changes.add(() => routes.set(id, before));
      return;
    }
    const ids = routesOfSites.get(record.siteId) ?? [];
    if (ids.push(id) === 1) routesOfSites.set(record.siteId, ids);
    if (this.#changes.isKept) {
      this.#changes.add(() => {
        routes.delete(id);
        ids.pop();
        if (ids.length === 0) routesOfSites.delete(record.siteId);
      });
    }
  }

  listRoutes(siteId: string): readonly RouteRecord[] {
    const { routes, routesOfSites } = this.#indexes;
    const ids = routesOfSites.get(siteId.toLowerCase()) ?? [];
    return ids.flatMap((id) => routes.get(id) ?? []);
  }

  putWebhook(record: WebhookRecord): void {
    const { webhooks } = this.#indexes;
    webhooks.push(record);
    if (this.#changes.isKept) this.#changes.add(() => webhooks.pop());
  }

  listWebhooks(workspaceId: string): readonly WebhookRecord[] {
    const wanted = workspaceId.toLowerCase();
    return this.#indexes.webhooks.filter((record) => record.workspaceId === wanted);
  }

  isGiven(id: string): boolean {
    return this.#given.has(id);
  }

  read(): StoreContents {
    const { sites, routes, webhooks } = this.#indexes;
    return {
      sites: sites.readAll(),
      routes: [...routes.values()],
      webhooks: [...webhooks],
    };
  }

  /** Contents that were put there last are had again by taking back what has changed since. */
  replace(contents: StoreContents): void {
    if (this.#changes.undo(contents)) return;
    const { sites, routes, webhooks } = contents;
    this.#changes.stop();
    this.#indexes = new Indexes();
    for (const record of sites) this.putSite(record);
    for (const record of routes) this.putRoute(record);
    for (const record of webhooks) this.putWebhook(record);
    this.#changes.start(contents);
    this.#given.set(contents);
  }
}

/** A record that can be kept: its JSON holds no other in memory. */
function detach(record: SiteRecord | undefined): SiteRecord | undefined {
  return record && { ...record, site: detachJson(record.site) };
}

/** A store in memory, empty or with these contents. */
export function createMemoryStore(contents: StoreContents = emptyContents): Store {
  const store = new MemoryStore();
  store.replace(contents);
  return store;
}
