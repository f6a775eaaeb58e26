import { dropEvery, storeSiteAs } from '../deviations/storing.ts';
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
    id: 'persistence/every-second-create-lost',
    title: 'Every second created site is returned and not stored.',
    deviate: dropEvery(2),
  },
  {
    id: 'persistence/every-fifth-create-lost',
    title: 'Every fifth created site is returned and not stored.',
    deviate: dropEvery(5),
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
  {
    id: 'persistence/create-stored-twice',
    title: 'A created site is stored twice, under two ids.',
    deviate: (service) => {
      const { insertSite } = service.store;
      service.store.insertSite = (site) => {
        insertSite(site);
        insertSite({ ...site, id: service.newIdentifier('site') });
      };
    },
  },
  {
    id: 'persistence/create-stores-name-trimmed',
    title: 'A created site returns its name as sent and stores it trimmed.',
    deviate: storeSiteAs((site) => ({ ...site, name: site.name.trim() })),
  },
  {
    id: 'persistence/create-stores-name-cut',
    title: 'A created site returns its name as sent and stores 30 characters of it.',
    deviate: storeSiteAs((site) => ({ ...site, name: site.name.slice(0, 30) })),
  },
  {
    id: 'persistence/create-stores-no-host',
    title: 'A created site returns its host and does not store it.',
    deviate: storeSiteAs((site) => ({ ...site, hostUrl: null })),
  },
  {
    id: 'persistence/create-stores-other-id',
    title: 'A created site returns an id under which it is not stored.',
    deviate: (service) =>
      storeSiteAs((site) => ({ ...site, id: service.newIdentifier('site') }))(service),
  },
  {
    id: 'persistence/create-stores-other-api-key',
    title: 'A created site returns an apiKey that it does not keep.',
    deviate: (service) =>
      storeSiteAs((site) => ({ ...site, apiKey: service.newIdentifier('apiKey') }))(service),
  },
];
