import { wrapOperation } from '../deviations/replies.ts';
import {
  changeListing,
  rememberCreated,
  rememberUpdated,
  storeUpdateAs,
} from '../deviations/storing.ts';
import { afterUpdateSite } from '../deviations/updating.ts';
import type { Entry, Proof } from '../entry.ts';
import { makeSite, sitesOf } from '../probe/make-site.ts';
import { readId } from '../probe/script/session.ts';
import type { SiteRecord } from '../service/store.ts';

/** Sets a host, another one and the first again, and lists. */
const hostAndBack: Proof = async (client) => {
  const hosts = ['https://a.example.com', 'https://b.example.com', 'https://a.example.com'];
  const id = await makeSite(client, 0, { name: 'A', hostUrl: hosts[0] });
  for (const hostUrl of hosts.slice(1))
    await client.call('PATCH', `/v1/sites/${id}`, { body: { hostUrl } });
  const { text } = await client.call('GET', sitesOf(client, 0));
  return hosts.map((host) => text.includes(host));
};

const routeAndBack: Proof = async (client) => {
  const id = await makeSite(client, 0, { name: 'A' });
  const body = { pathname: '/a' };
  const route = `/v1/routes/${readId(await client.call('POST', `/v1/sites/${id}/routes`, { body }))}`;
  for (const pathname of ['/b', '/a']) await client.call('PATCH', route, { body: { pathname } });
  return (await client.call('PATCH', route, { body: {} })).text.includes('"/a"');
};

export const persistenceOfUpdates: readonly Entry[] = [
  {
    id: 'persistence/update-not-stored',
    title: 'An update of a site is returned and not stored.',
    deviate: storeUpdateAs((_, old) => old),
  },
  {
    id: 'persistence/update-name-not-stored',
    title: 'An update of a site stores the host and not the name.',
    deviate: storeUpdateAs((site, old) => ({ ...site, name: old.name })),
  },
  {
    id: 'persistence/update-host-not-stored',
    title: 'An update of a site stores the name and not the host.',
    deviate: storeUpdateAs((site, old) => ({ ...site, hostUrl: old.hostUrl })),
  },
  {
    id: 'persistence/update-only-first-stored',
    title: 'Only the first update of a site is stored.',
    deviate: (service) => {
      const updated = new Set<string>();
      storeUpdateAs((site, old) => {
        const isFirst = !updated.has(site.id);
        updated.add(site.id);
        return isFirst ? site : old;
      })(service);
    },
  },
  {
    id: 'persistence/update-lasts-one-read',
    title: 'An updated site turns back to what it was once it has been listed.',
    deviate: (service) => {
      const { replaceSite, findSite } = service.store;
      const { listSites } = service.operations;
      const undone = new Map<string, SiteRecord>();
      service.store.replaceSite = (site) => {
        const old = findSite(site.id);
        if (old) undone.set(site.id, old);
        replaceSite(site);
      };
      service.operations.listSites = async (exchange) => {
        const page = await listSites(exchange);
        for (const old of undone.values()) replaceSite(old);
        undone.clear();
        return page;
      };
    },
  },
  {
    id: 'persistence/list-shows-old-version',
    title: 'The list shows every site as it was created, never as updated.',
    deviate: (service) => {
      const first = rememberCreated(service);
      changeListing((sites) => sites.map((site) => first.get(site.id) ?? site))(service);
    },
  },
  {
    id: 'persistence/list-shows-previous-version',
    title: 'The list shows every updated site one version behind.',
    deviate: (service) => {
      const previous = rememberUpdated(service);
      changeListing((sites) => sites.map((site) => previous.get(site.id) ?? site))(service);
    },
  },
  {
    id: 'persistence/list-shows-old-host',
    title: 'The list shows the host with which a site was created after it was changed.',
    deviate: (service) => {
      const first = rememberCreated(service);
      changeListing((sites) =>
        sites.map((site) => ({ ...site, hostUrl: (first.get(site.id) ?? site).hostUrl })),
      )(service);
    },
  },
  {
    id: 'persistence/list-cached-for-ever',
    title: 'A page is cached under its query and never renewed.',
    deviate: (service) => {
      const plain = service.operations.listSites;
      const cache = new Map<string, Awaited<ReturnType<typeof plain>>>();
      service.operations.listSites = async (exchange) => {
        const key = `${exchange.resourceId}?${exchange.request.query}`;
        const page = cache.get(key) ?? (await plain(exchange));
        cache.set(key, page);
        return page;
      };
    },
  },
  {
    id: 'persistence/update-answers-old-record',
    title: 'An update of a site is stored and returns the record from before.',
    deviate: wrapOperation('updateSite', async (exchange, plain, service) => {
      const old = service.store.findSite(exchange.resourceId);
      const body = await plain(exchange);
      return old ? service.represent.site(old, exchange) : body;
    }),
  },
  {
    id: 'persistence/empty-update-answers-created-record',
    title: 'An update that changes nothing returns the site as it was created.',
    deviate: (service) => {
      const { updateSite } = service.operations;
      const first = rememberCreated(service);
      service.operations.updateSite = (exchange) => {
        const { name, hostUrl } = exchange.input;
        const site = first.get(exchange.resourceId);
        if (site && name === undefined && hostUrl === undefined) {
          return service.represent.site(site, exchange);
        }
        return updateSite(exchange);
      };
    },
  },
  {
    id: 'persistence/first-host-not-stored-again',
    title: 'An update back to the first host of a site is returned and not stored.',
    deviate: (service) => {
      const first = new Map<string, string | null>();
      afterUpdateSite((site, old, _, { store }) => {
        const before = first.get(site.id) ?? old.hostUrl;
        first.set(site.id, before);
        if (site.hostUrl === before && old.hostUrl !== before)
          store.replaceSite({ ...site, hostUrl: old.hostUrl });
      })(service);
    },
    proof: hostAndBack,
  },
  {
    id: 'persistence/first-pathname-not-stored-again',
    title: 'An update back to the first pathname of a route is returned and not stored.',
    deviate: (service) => {
      const first = new Map<string, string>();
      const { findRoute, replaceRoute } = service.store;
      service.store.replaceRoute = (route) => {
        const old = findRoute(route.id) ?? route;
        const before = first.get(route.id) ?? old.pathname;
        first.set(route.id, before);
        const isBack = route.pathname === before && old.pathname !== before;
        replaceRoute(isBack ? { ...route, pathname: old.pathname } : route);
      };
    },
    proof: routeAndBack,
  },
];
