import type { Entry } from '../entry.ts';

export const persistence: readonly Entry[] = [
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
