import type { Deviation, Service } from '../service/service.ts';
import type { SiteRecord } from '../service/store.ts';

/** Changes the result of lists; other reads and all writes are unchanged. */
function changeListing(
  change: (sites: readonly SiteRecord[], service: Service) => readonly SiteRecord[],
): Deviation {
  return (service) => {
    const { listedSites } = service;
    service.listedSites = (workspaceId) => change(listedSites(workspaceId), service);
  };
}

/** Remembers each site as it was created. */
export function rememberCreated({ store }: Service): ReadonlyMap<string, SiteRecord> {
  const created = new Map<string, SiteRecord>();
  const { insertSite } = store;
  store.insertSite = (site) => {
    created.set(site.id, site);
    insertSite(site);
  };
  return created;
}

/** Hides sites that meet a condition from the list. */
export const hide = (isHidden: (site: SiteRecord) => boolean): Deviation =>
  changeListing((sites) => sites.filter((site) => !isHidden(site)));
