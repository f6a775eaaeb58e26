import { createMemoryStore } from '../../mock/store/memory-store.ts';
import type { Store } from '../../mock/store/store.ts';

/** A store that answers everything by a promise, some time later, as a database would. */
export function createPromisingStore(): Store {
  const memory = createMemoryStore();
  const later = async <T>(answer: () => T): Promise<Awaited<T>> => {
    await new Promise((resolve) => setImmediate(resolve));
    return await answer();
  };
  return {
    findSite: (id) => later(() => memory.findSite(id)),
    hasSite: (id) => later(() => memory.hasSite(id)),
    putSite: (record) => later(() => memory.putSite(record)),
    listSites: (query) => later(() => memory.listSites(query)),
    findHostUrl: (workspaceId, hostUrl, except) =>
      later(() => memory.findHostUrl(workspaceId, hostUrl, except)),
    findRoute: (id) => later(() => memory.findRoute(id)),
    putRoute: (record) => later(() => memory.putRoute(record)),
    listRoutes: (siteId) => later(() => memory.listRoutes(siteId)),
    putWebhook: (record) => later(() => memory.putWebhook(record)),
    listWebhooks: (workspaceId) => later(() => memory.listWebhooks(workspaceId)),
    read: () => later(() => memory.read()),
    replace: (contents) => later(() => memory.replace(contents)),
  };
}
