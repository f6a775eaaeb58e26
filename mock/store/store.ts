import type { AssumptionValues, Route, Site, Webhook } from '../../contract/index.ts';
import type { Answer } from './answer.ts';

/** A site, and what belongs to it without being shown. Records never change; a new one takes the place of the old. */
export interface SiteRecord {
  /** In lower case. */
  readonly workspaceId: string;
  readonly locale: string | undefined;
  readonly site: Site;
}

export interface RouteRecord {
  /** In lower case. */
  readonly siteId: string;
  readonly route: Route;
}

export interface WebhookRecord {
  /** In lower case. */
  readonly workspaceId: string;
  readonly webhook: Webhook;
}

export type SiteOrder = AssumptionValues['list-order'];

export interface SiteQuery {
  workspaceId: string;
  order: SiteOrder;
  /** The site that the page follows. Default: it starts with the first. */
  after: string | undefined;
  /** How many sites at most. */
  limit: number;
}

export interface SiteSlice {
  sites: Site[];
  /** Whether more sites follow. */
  hasMore: boolean;
}

/** Everything that a store holds, each kind in the order of creation. */
export interface StoreContents {
  readonly sites: readonly SiteRecord[];
  readonly routes: readonly RouteRecord[];
  readonly webhooks: readonly WebhookRecord[];
}

/** Makes new contents from the present ones, or nothing to leave them alone. */
export type ContentsEdit = (contents: StoreContents) => StoreContents | undefined;

/** The contents at two moments, between which only one change was made. */
export interface ContentsChange {
  readonly before: StoreContents;
  readonly after: StoreContents;
}

/**
 * Where the mock keeps its state. Ids and workspaces are found whatever their case. A store answers either all its
 * verbs at once, or all by promises.
 */
export interface Store {
  /**
   * What the operation reads from now on stays so until it has written: no other one that locks writes in between. Left out
   * where operations run one after the other anyway.
   */
  lock?(): Answer<void>;
  /**
   * Runs an operation on a view of this store that writes everything together or nothing, and again where what it read was
   * changed meanwhile. Left out where operations have to run one after the other.
   */
  transact?<T>(operation: (store: Store) => Answer<T>): Promise<T>;
  findSite(siteId: string): Answer<SiteRecord | undefined>;
  /** Whether there is a site of that id: less work than to find it. */
  hasSite(siteId: string): Answer<boolean>;
  /** Adds a site, or takes the place of the one with the same id. */
  putSite(record: SiteRecord): Answer<void>;
  /** Undefined when `after` names no site of the workspace. */
  listSites(query: SiteQuery): Answer<SiteSlice | undefined>;
  /** Some other site of the workspace with that host URL. */
  findHostUrl(
    workspaceId: string,
    hostUrl: string,
    exceptSiteId: string | undefined,
  ): Answer<SiteRecord | undefined>;
  findRoute(routeId: string): Answer<RouteRecord | undefined>;
  /** Adds a route, or takes the place of the one with the same id. */
  putRoute(record: RouteRecord): Answer<void>;
  /** The routes of a site in the order of creation. */
  listRoutes(siteId: string): Answer<readonly RouteRecord[]>;
  putWebhook(record: WebhookRecord): Answer<void>;
  /** The webhooks of a workspace in the order of creation. */
  listWebhooks(workspaceId: string): Answer<readonly WebhookRecord[]>;
  /** A copy of the current contents, which later changes do not affect. */
  read(): Answer<StoreContents>;
  /** Replaces all contents. */
  replace(contents: StoreContents): Answer<void>;
}

export const emptyContents: StoreContents = { sites: [], routes: [], webhooks: [] };
