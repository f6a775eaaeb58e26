import type { Store } from '../../store/store.ts';

/** A store that tells of each change, once it is made. */
export function createObservedStore(store: Store, onChange: () => void): Store {
  const tell = <T>(answer: T): T => {
    if (answer instanceof Promise) answer.then(onChange, () => undefined);
    else onChange();
    return answer;
  };
  return {
    findSite: (id) => store.findSite(id),
    putSite: (record) => tell(store.putSite(record)),
    listSites: (query) => store.listSites(query),
    findHostUrl: (workspaceId, hostUrl, except) => store.findHostUrl(workspaceId, hostUrl, except),
    findRoute: (id) => store.findRoute(id),
    putRoute: (record) => tell(store.putRoute(record)),
    listRoutes: (siteId) => store.listRoutes(siteId),
    putWebhook: (record) => tell(store.putWebhook(record)),
    listWebhooks: (workspaceId) => store.listWebhooks(workspaceId),
    read: () => store.read(),
    replace: (contents) => tell(store.replace(contents)),
  };
}
