import type { Deviation, Service, SitePage } from '../service/service.ts';
import type { SiteRecord } from '../service/store.ts';
import { changePage } from './paging.ts';

export const otherSites = (service: Service, workspaceId: string): readonly SiteRecord[] =>
  service.workspaceIds.flatMap((id) => (id === workspaceId ? [] : service.store.sitesOf(id)));

/** Adds sites of other workspaces to some pages. */
export const leak = (
  add: (
    page: SitePage,
    foreign: readonly SiteRecord[],
    after: string | undefined,
  ) => readonly SiteRecord[],
): Deviation =>
  changePage((page, { service, exchange, query }) => ({
    ...page,
    sites: add(page, otherSites(service, exchange.resourceId), query.after),
  }));

export const changeSitesOfList =
  (
    change: (
      sites: readonly SiteRecord[],
      workspaceId: string,
      service: Service,
    ) => readonly SiteRecord[],
  ): Deviation =>
  (service) => {
    const { listedSites } = service;
    service.listedSites = (workspaceId) => change(listedSites(workspaceId), workspaceId, service);
  };
