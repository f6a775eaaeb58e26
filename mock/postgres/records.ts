import { hash } from 'node:crypto';
import type { Route, Site, Webhook } from '../../contract/index.ts';
import type { RouteRecord, SiteRecord, WebhookRecord } from '../store/store.ts';
import type { Row } from './driver.ts';

/** What the mock wrote as JSON is read as what it was. */
export function toSiteRecord(row: Row): SiteRecord {
  const site: Site = JSON.parse(String(row['json']));
  const locale: string | undefined =
    typeof row['locale'] === 'string' ? JSON.parse(row['locale']) : undefined;
  return { workspaceId: String(row['workspace']), locale, site };
}

export function toRouteRecord(row: Row): RouteRecord {
  const route: Route = JSON.parse(String(row['json']));
  return { siteId: String(row['site']), route };
}

export function toWebhookRecord(row: Row): WebhookRecord {
  const webhook: Webhook = JSON.parse(String(row['json']));
  return { workspaceId: String(row['workspace']), webhook };
}

/** What names are sorted by: no text of the database holds a NUL. */
export function toSortKey(name: string): string {
  return name.replaceAll('\0', '');
}

/** A host URL can be too long for an index. */
export function toHostKey(hostUrl: string | null): string | null {
  return hostUrl === null ? null : hash('sha256', hostUrl, 'base64url');
}

export function toLocaleText(locale: string | undefined): string | null {
  return locale === undefined ? null : JSON.stringify(locale);
}
