import type { AssumptionValues, Route, Site, Webhook } from '../../contract/index.ts';

/** A site, with data that is stored but not returned. Records are immutable; an update replaces the record. */
export interface SiteRecord {
  /** In lower case. */
  readonly workspaceId: string;
  /** The locale that the site was created with, if any. */
  readonly locale?: string | undefined;
  /** The site as it is returned. */
  readonly site: Site;
}

/** A route, and its site. */
export interface RouteRecord {
  /** In lower case. */
  readonly siteId: string;
  /** The route as it is returned. */
  readonly route: Route;
}

/** A webhook, and its workspace. */
export interface WebhookRecord {
  /** In lower case. */
  readonly workspaceId: string;
  /** The webhook as it is returned. */
  readonly webhook: Webhook;
}

/** The order of a list of sites. */
export type SiteOrder = AssumptionValues['list-order'];

/** Selects the page of a list. */
export interface SiteQuery {
  /** The workspace whose sites are listed. */
  workspaceId: string;
  /** The order of the sites. */
  order: SiteOrder;
  /** The id of the site before the page. Default: the page starts with the first site. */
  after: string | undefined;
  /** The maximum number of sites. */
  limit: number;
}

/** One page of a list. */
export interface SiteSlice {
  /** The sites of the page. */
  sites: Site[];
  /** Whether more sites follow. */
  hasMore: boolean;
}

/** The contents of a store, each kind of record in the order of creation. */
export interface StoreContents {
  /** The sites of all workspaces. */
  readonly sites: readonly SiteRecord[];
  /** The routes of all sites. */
  readonly routes: readonly RouteRecord[];
  /** The webhooks of all workspaces. */
  readonly webhooks: readonly WebhookRecord[];
}

/** The record of each kind of resource. */
export interface RecordKinds {
  site: SiteRecord;
  route: RouteRecord;
  webhook: WebhookRecord;
}

export type Kind = keyof RecordKinds;

/** The id of a record, and that of its workspace or site, both in lower case. */
export interface RecordKey {
  id: string;
  owner: string;
}

export const toKey: { readonly [Of in Kind]: (record: RecordKinds[Of]) => RecordKey } = {
  site: ({ site, workspaceId }) => ({ id: site.id.toLowerCase(), owner: workspaceId }),
  route: ({ route, siteId }) => ({ id: route.id.toLowerCase(), owner: siteId }),
  webhook: ({ webhook, workspaceId }) => ({ id: webhook.id.toLowerCase(), owner: workspaceId }),
};

export const emptyContents: StoreContents = { sites: [], routes: [], webhooks: [] };
