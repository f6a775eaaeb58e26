import type { Input, LocalizedVariant } from './exchange.ts';

export interface SiteRecord {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly hostUrl: string | null;
  readonly locale: string | undefined;
  readonly further?: Input['further'];
  readonly apiKey: string;
}

export interface RouteRecord {
  readonly id: string;
  readonly siteId: string;
  readonly pathname: string;
  readonly localizedVariants: readonly LocalizedVariant[];
  readonly further?: Input['further'];
}

export interface WebhookRecord {
  readonly id: string;
  readonly workspaceId: string;
  readonly url: string;
  readonly eventType: string;
  readonly further?: Input['further'];
}

/** Records are immutable, so a saved one stays the same. Ids match in any case. */
export interface Store {
  /** The sites of a workspace in order of creation. */
  sitesOf: (workspaceId: string) => readonly SiteRecord[];
  findSite: (id: string) => SiteRecord | undefined;
  insertSite: (site: SiteRecord) => void;
  replaceSite: (site: SiteRecord) => void;
  removeSite: (id: string) => void;
  routesOf: (siteId: string) => readonly RouteRecord[];
  findRoute: (id: string) => RouteRecord | undefined;
  insertRoute: (route: RouteRecord) => void;
  replaceRoute: (route: RouteRecord) => void;
  removeRoute: (id: string) => void;
  insertWebhook: (webhook: WebhookRecord) => void;
  webhooksOf: (workspaceId: string) => readonly WebhookRecord[];
}

/** Stores records by id, and by owner in order of insertion. */
function createTable<T extends { readonly id: string }>(ownerOf: (record: T) => string) {
  const owners = new Map<string, T[]>();
  const places = new Map<string, { list: T[]; position: number }>();
  const listOf = (owner: string): T[] => {
    const key = owner.toLowerCase();
    const list = owners.get(key) ?? [];
    owners.set(key, list);
    return list;
  };
  return {
    of: (owner: string): readonly T[] => owners.get(owner.toLowerCase()) ?? [],
    find: (id: string): T | undefined => {
      const place = places.get(id.toLowerCase());
      return place?.list[place.position];
    },
    insert: (record: T): void => {
      const list = listOf(ownerOf(record));
      places.set(record.id.toLowerCase(), { list, position: list.length });
      list.push(record);
    },
    replace: (record: T): void => {
      const place = places.get(record.id.toLowerCase());
      if (place) place.list[place.position] = record;
    },
    remove: (id: string): void => {
      const place = places.get(id.toLowerCase());
      if (!place) return;
      place.list.splice(place.position, 1);
      places.delete(id.toLowerCase());
      for (const [position, record] of place.list.entries()) {
        places.set(record.id.toLowerCase(), { list: place.list, position });
      }
    },
  };
}

export function createStore(): Store {
  const sites = createTable<SiteRecord>((site) => site.workspaceId);
  const routes = createTable<RouteRecord>((route) => route.siteId);
  const webhooks = createTable<WebhookRecord>((webhook) => webhook.workspaceId);
  return {
    sitesOf: sites.of,
    findSite: sites.find,
    insertSite: sites.insert,
    replaceSite: sites.replace,
    removeSite: sites.remove,
    routesOf: routes.of,
    findRoute: routes.find,
    insertRoute: routes.insert,
    replaceRoute: routes.replace,
    removeRoute: routes.remove,
    insertWebhook: webhooks.insert,
    webhooksOf: webhooks.of,
  };
}
