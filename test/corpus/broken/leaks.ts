import { changeSitesOfList, leak, otherSites } from '../deviations/listing.ts';
import type { Entry } from '../entry.ts';

export const leaks: readonly Entry[] = [
  {
    id: 'listing/ignores-workspace',
    title: 'Every workspace lists the sites of all.',
    deviate: changeSitesOfList((sites, workspaceId, service) => [
      ...sites,
      ...otherSites(service, workspaceId),
    ]),
  },
  {
    id: 'listing/always-first-workspace',
    title: 'Every workspace lists the sites of the first one.',
    deviate: (service) => {
      service.listedSites = () => service.store.sitesOf(service.workspaceIds[0]);
    },
  },
  {
    id: 'listing/leaks-on-first-page',
    title: 'The first page ends with a site of another workspace.',
    deviate: leak((page, foreign, after) =>
      after === undefined
        ? [...page.sites.slice(0, -1), ...foreign.slice(0, 1), ...page.sites.slice(-1)]
        : page.sites,
    ),
  },
  {
    id: 'listing/leaks-on-later-page',
    title: 'Pages after the first start with a site of another workspace.',
    deviate: leak((page, foreign, after) =>
      after === undefined ? page.sites : [...foreign.slice(0, 1), ...page.sites],
    ),
  },
  {
    id: 'listing/leaks-when-empty',
    title: 'A workspace without sites lists those of another.',
    deviate: changeSitesOfList((sites, workspaceId, service) =>
      sites.length === 0 ? otherSites(service, workspaceId) : sites,
    ),
  },
];
