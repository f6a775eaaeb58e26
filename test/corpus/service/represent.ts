import type { Representations } from './service.ts';

export function createRepresentations(): Representations {
  const represent: Representations = {
    site: ({ id, name, hostUrl, apiKey, further }) => ({ id, name, hostUrl, apiKey, ...further }),
    route: ({ id, pathname, localizedVariants, further }) => ({
      id,
      pathname,
      localizedVariants,
      ...further,
    }),
    webhook: ({ id, workspaceId, url, eventType, further }) => ({
      id,
      workspaceId,
      url,
      eventType,
      ...further,
    }),
    page: ({ sites, hasMore }, exchange) => ({
      data: sites.map((site) => represent.site(site, exchange)),
      hasMore,
    }),
  };
  return represent;
}
