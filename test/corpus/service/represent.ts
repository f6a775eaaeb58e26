import type { Body, Exchange } from './exchange.ts';
import type { SitePage } from './operations.ts';
import type { RouteRecord, SiteRecord, WebhookRecord } from './store.ts';

export interface Representations {
  site: (site: SiteRecord, exchange: Exchange) => Body;
  route: (route: RouteRecord, exchange: Exchange) => Body;
  webhook: (webhook: WebhookRecord, exchange: Exchange) => Body;
  page: (page: SitePage, exchange: Exchange) => Body;
}

export function createRepresentations(): Representations {
  const represent: Representations = {
    site: ({ id, name, hostUrl, apiKey }) => ({ id, name, hostUrl, apiKey }),
    route: ({ id, pathname, localizedVariants }) => ({ id, pathname, localizedVariants }),
    webhook: ({ id, workspaceId, url, eventType }) => ({ id, workspaceId, url, eventType }),
    page: ({ sites, hasMore }, exchange) => ({
      data: sites.map((site) => represent.site(site, exchange)),
      hasMore,
    }),
  };
  return represent;
}
