import type { Route, Site, Webhook } from '../../contract/index.ts';
import { RecordKind, type TypedRecord } from '../../mock/store/record-kind.ts';

/** What is stored of a site, and never returned. */
type HiddenSite = {
  /** The locale that the site was created with, if any. */
  readonly locale?: string;
};

type Nothing = Record<string, never>;

/** The sites of all workspaces. Their parent is the id of the workspace. */
export const siteKind = new RecordKind<Site, HiddenSite>('site');

/** The routes of all sites. Their parent is the id of the site. */
export const routeKind = new RecordKind<Route, Nothing>('route');

/** The webhooks of all workspaces. Their parent is the id of the workspace. */
export const webhookKind = new RecordKind<Webhook, Nothing>('webhook');

export type SiteRecord = TypedRecord<Site, HiddenSite>;
export type RouteRecord = TypedRecord<Route, Nothing>;
export type WebhookRecord = TypedRecord<Webhook, Nothing>;

/** Returns an id in the form in which ids are compared: UUIDs are equal regardless of case (RFC 9562, section 4). */
export function toKey(id: string): string {
  return id.toLowerCase();
}

export function createSiteRecord(
  workspaceId: string,
  site: Site,
  locale: string | undefined,
): SiteRecord {
  const hidden = locale === undefined ? {} : { locale };
  return siteKind.create(toKey(site.id), toKey(workspaceId), site, hidden);
}

export function createRouteRecord(siteId: string, route: Route): RouteRecord {
  return routeKind.create(toKey(route.id), toKey(siteId), route, {});
}

export function createWebhookRecord(workspaceId: string, webhook: Webhook): WebhookRecord {
  return webhookKind.create(toKey(webhook.id), toKey(workspaceId), webhook, {});
}
