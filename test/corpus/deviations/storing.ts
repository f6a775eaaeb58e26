import type { Deviation, Service } from '../service/service.ts';
import type { SiteRecord } from '../service/store.ts';

/** Changes the result of lists; other reads and all writes are unchanged. */
export function changeListing(
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

/** Remembers each updated site as it was before its last update. */
export function rememberUpdated({ store }: Service): ReadonlyMap<string, SiteRecord> {
  const previous = new Map<string, SiteRecord>();
  const { replaceSite, findSite } = store;
  store.replaceSite = (site) => {
    const old = findSite(site.id);
    if (old) previous.set(site.id, old);
    replaceSite(site);
  };
  return previous;
}

/** Hides sites that meet a condition from the list. */
export const hide = (isHidden: (site: SiteRecord) => boolean): Deviation =>
  changeListing((sites) => sites.filter((site) => !isHidden(site)));

/** Responds as if the site was written, but stores something else. */
export const storeSiteAs =
  (change: (site: SiteRecord) => SiteRecord): Deviation =>
  (service) => {
    const { insertSite } = service.store;
    service.store.insertSite = (site) => insertSite(change(site));
  };

export const storeUpdateAs =
  (change: (site: SiteRecord, old: SiteRecord) => SiteRecord): Deviation =>
  (service) => {
    const { replaceSite, findSite } = service.store;
    service.store.replaceSite = (site) => replaceSite(change(site, findSite(site.id) ?? site));
  };

/** Drops every nth write of one kind. */
export const dropEvery =
  (count: number): Deviation =>
  (service) => {
    const { insertSite } = service.store;
    let written = 0;
    service.store.insertSite = (site) => {
      written += 1;
      if (written % count !== 0) insertSite(site);
    };
  };
