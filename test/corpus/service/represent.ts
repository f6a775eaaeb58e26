import type { Representations } from './service.ts';

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
