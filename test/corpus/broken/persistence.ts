import type { Entry } from '../entry.ts';

export const persistence: readonly Entry[] = [
  {
    id: 'persistence/create-not-stored',
    title: 'A created site is returned and never stored.',
    deviate: (service) => {
      service.store.insertSite = () => undefined;
    },
  },
  {
    id: 'persistence/create-overwrites-previous',
    title: 'A workspace keeps only the ten sites that were created last.',
    deviate: (service) => {
      const { insertSite, sitesOf, removeSite } = service.store;
      service.store.insertSite = (site) => {
        insertSite(site);
        const sites = sitesOf(site.workspaceId);
        if (sites.length > 10 && sites[0]) removeSite(sites[0].id);
      };
    },
  },
  {
    id: 'persistence/same-name-replaces',
    title: 'A site that is created with an existing name replaces the old one.',
    deviate: (service) => {
      const { insertSite, sitesOf, removeSite } = service.store;
      service.store.insertSite = (site) => {
        const old = sitesOf(site.workspaceId).find(({ name }) => name === site.name);
        if (old) removeSite(old.id);
        insertSite(site);
      };
    },
  },
];
