import { afterUpdateSite, reinsert, updateSiteAs } from '../deviations/updating.ts';
import type { Entry } from '../entry.ts';

export const updates: readonly Entry[] = [
  {
    id: 'updates/name-clears-host',
    title: 'An update of only the name clears the host.',
    deviate: updateSiteAs((site, _, input) =>
      input.hostUrl === undefined ? { ...site, hostUrl: null } : site,
    ),
  },
  {
    id: 'updates/host-clears-name',
    title: 'An update of only the host empties the name.',
    deviate: updateSiteAs((site, _, input) =>
      input.name === undefined && input.hostUrl !== undefined ? { ...site, name: '' } : site,
    ),
  },
  {
    id: 'updates/name-case-change-ignored',
    title: 'An update that changes only the case of the name is ignored.',
    deviate: updateSiteAs((site, old) =>
      site.name.toLowerCase() === old.name.toLowerCase() ? { ...site, name: old.name } : site,
    ),
  },
  {
    id: 'updates/empty-name-ignored',
    title: 'An update to an empty name succeeds but is ignored.',
    deviate: updateSiteAs((site, old) => (site.name === '' ? { ...site, name: old.name } : site)),
  },
  {
    id: 'updates/moves-to-end-of-list',
    title: 'An updated site moves to the end of the list.',
    level: 'should',
    deviate: afterUpdateSite((site, _old, _exchange, service) => reinsert(site, service)),
  },
  {
    id: 'updates/site-loses-routes',
    title: 'An update of a site removes its routes.',
    deviate: afterUpdateSite((site, _old, _exchange, { store }) => {
      for (const route of [...store.routesOf(site.id)]) store.removeRoute(route.id);
    }),
  },
];
