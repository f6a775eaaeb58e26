import { changeInput } from '../deviations/inputs.ts';
import { changeBody, wrapOperation } from '../deviations/replies.ts';
import { afterUpdateSite, neighbour, reinsert, updateSiteAs } from '../deviations/updating.ts';
import type { Entry } from '../entry.ts';
import { makeSite } from '../probe/make-site.ts';
import { Refusal } from '../service/refusal.ts';

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
    id: 'updates/host-becomes-name',
    title: 'An update of only the host also sets the name to it.',
    deviate: updateSiteAs((site, _, input) =>
      input.name === undefined && input.hostUrl ? { ...site, name: input.hostUrl } : site,
    ),
  },
  {
    id: 'updates/empty-clears-all',
    title: 'An update without any field clears name and host.',
    deviate: updateSiteAs((site, _, input) =>
      input.name === undefined && input.hostUrl === undefined
        ? { ...site, name: '', hostUrl: null }
        : site,
    ),
  },
  {
    id: 'updates/only-name-when-both',
    title: 'An update of name and host changes only the name.',
    deviate: updateSiteAs((site, old, input) =>
      input.name !== undefined ? { ...site, hostUrl: old.hostUrl } : site,
    ),
  },
  {
    id: 'updates/only-host-when-both',
    title: 'An update of name and host changes only the host.',
    deviate: updateSiteAs((site, old, input) =>
      input.hostUrl !== undefined ? { ...site, name: old.name } : site,
    ),
  },
  {
    id: 'updates/name-ignored',
    title: 'An update of the name is ignored.',
    deviate: changeInput(['updateSite'], (input) => ({ ...input, name: undefined })),
  },
  {
    id: 'updates/host-kept-once-set',
    title: 'An update of the host is ignored when the site has one.',
    deviate: updateSiteAs((site, old) => ({ ...site, hostUrl: old.hostUrl ?? site.hostUrl })),
  },
  {
    id: 'updates/host-ignored-when-none',
    title: 'An update cannot give a host to a site that has none.',
    deviate: updateSiteAs((site, old) =>
      old.hostUrl === null ? { ...site, hostUrl: null } : site,
    ),
  },
  {
    id: 'updates/name-appended',
    title: 'An update appends the new name to the old one.',
    deviate: updateSiteAs((site, old, input) =>
      input.name === undefined ? site : { ...site, name: `${old.name} ${input.name}` },
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
    id: 'updates/changes-api-key',
    title: 'An update of a site changes its apiKey.',
    deviate: updateSiteAs((site, _old, _input, service) => ({
      ...site,
      apiKey: service.newIdentifier('apiKey'),
    })),
  },
  {
    id: 'updates/answers-other-api-key',
    title: 'An update of a site returns a different apiKey from the list.',
    deviate: (service) =>
      changeBody(['updateSite'], (site) => ({ ...site, apiKey: service.newIdentifier('apiKey') }))(
        service,
      ),
  },
  {
    id: 'updates/host-change-changes-api-key',
    title: 'An update of the host changes the apiKey.',
    deviate: updateSiteAs((site, old, _input, service) =>
      site.hostUrl === old.hostUrl ? site : { ...site, apiKey: service.newIdentifier('apiKey') },
    ),
  },
  {
    id: 'updates/takes-api-key',
    title: 'An update stores every field that it is sent, an apiKey included.',
    deviate: wrapOperation('updateSite', async (exchange, plain, service) => {
      await plain(exchange);
      const { apiKey } = Object(exchange.body);
      const site = service.store.findSite(exchange.resourceId);
      if (site === undefined) throw new Refusal('not-found', 'no such site');
      const changed = typeof apiKey === 'string' ? { ...site, apiKey } : site;
      service.store.replaceSite(changed);
      return service.represent.site(changed, exchange);
    }),
    proof: async (client) => {
      const site = await makeSite(client, 0, { name: 'A' });
      const { text } = await client.call('PATCH', `/v1/sites/${site}`, {
        body: { apiKey: 'chosen' },
      });
      return text.includes('chosen');
    },
  },
  {
    id: 'updates/changes-id',
    title: 'An update of a site gives it a new id.',
    deviate: wrapOperation('updateSite', async (exchange, plain, service) => {
      await plain(exchange);
      const site = service.store.findSite(exchange.resourceId);
      if (!site) return {};
      const renewed = { ...site, id: service.newIdentifier('site') };
      service.store.removeSite(site.id);
      service.store.insertSite(renewed);
      return service.represent.site(renewed, exchange);
    }),
  },
  {
    id: 'updates/answers-other-id',
    title: 'An update of a site returns an id that is not the one of the site.',
    deviate: (service) =>
      changeBody(['updateSite'], (site) => ({ ...site, id: service.newIdentifier('site') }))(
        service,
      ),
  },
  {
    id: 'updates/adds-a-site',
    title: 'An update of a site leaves the old one and lists the new version beside it.',
    deviate: (service) => {
      service.store.replaceSite = (site) =>
        service.store.insertSite({ ...site, id: service.newIdentifier('site') });
    },
  },
  {
    id: 'updates/moves-to-end-of-list',
    title: 'An updated site moves to the end of the list.',
    level: 'should',
    deviate: afterUpdateSite((site, _old, _exchange, service) => reinsert(site, service)),
  },
  {
    id: 'updates/moves-to-other-workspace',
    title: 'An updated site moves to another workspace.',
    deviate: afterUpdateSite((site, _old, _exchange, service) => {
      const workspaceId = service.workspaceIds.find((id) => id !== site.workspaceId);
      if (workspaceId) reinsert({ ...site, workspaceId }, service);
    }),
  },
  {
    id: 'updates/renames-site-before',
    title: 'An update of a site renames the site before it too.',
    deviate: neighbour(-1),
  },
  {
    id: 'updates/renames-site-after',
    title: 'An update of a site renames the site after it too.',
    deviate: neighbour(1),
  },
  {
    id: 'updates/renames-same-names',
    title: 'An update of a site renames every site of the workspace that had the same name.',
    deviate: afterUpdateSite((site, old, _exchange, { store }) => {
      for (const other of [...store.sitesOf(site.workspaceId)]) {
        if (other.name === old.name) store.replaceSite({ ...other, name: site.name });
      }
    }),
  },
  {
    id: 'updates/rehosts-same-hosts',
    title: 'An update of a host changes every site of the workspace that had the same host.',
    deviate: afterUpdateSite((site, old, _exchange, { store }) => {
      if (old.hostUrl === site.hostUrl || old.hostUrl === null) return;
      for (const other of [...store.sitesOf(site.workspaceId)]) {
        if (other.hostUrl === old.hostUrl) store.replaceSite({ ...other, hostUrl: site.hostUrl });
      }
    }),
  },
  {
    id: 'updates/takes-host-from-others',
    title: 'A host that is given to one site is taken from every other that has it.',
    deviate: afterUpdateSite((site, _old, _exchange, { store }) => {
      if (site.hostUrl === null) return;
      for (const other of [...store.sitesOf(site.workspaceId)]) {
        if (other.id !== site.id && other.hostUrl === site.hostUrl) {
          store.replaceSite({ ...other, hostUrl: null });
        }
      }
    }),
  },
  {
    id: 'updates/renames-whole-workspace',
    title: 'An update of a name renames every site of the workspace.',
    deviate: afterUpdateSite((site, old, _exchange, { store }) => {
      if (site.name === old.name) return;
      for (const other of [...store.sitesOf(site.workspaceId)]) {
        store.replaceSite({ ...other, name: site.name });
      }
    }),
  },
  {
    id: 'updates/resets-api-keys-of-others',
    title: 'An update of a site changes the apiKey of every other site of the workspace.',
    deviate: afterUpdateSite((site, _old, _exchange, service) => {
      for (const other of [...service.store.sitesOf(site.workspaceId)]) {
        if (other.id === site.id) continue;
        service.store.replaceSite({ ...other, apiKey: service.newIdentifier('apiKey') });
      }
    }),
  },
  {
    id: 'updates/removes-site-after',
    title: 'An update of a site removes the site that follows it in the list.',
    deviate: afterUpdateSite((site, _old, _exchange, { store }) => {
      const sites = store.sitesOf(site.workspaceId);
      const other = sites[sites.findIndex(({ id }) => id === site.id) + 1];
      if (other) store.removeSite(other.id);
    }),
  },
  {
    id: 'updates/site-loses-routes',
    title: 'An update of a site removes its routes.',
    deviate: afterUpdateSite((site, _old, _exchange, { store }) => {
      for (const route of [...store.routesOf(site.id)]) store.removeRoute(route.id);
    }),
  },
  {
    id: 'updates/host-reaches-same-names',
    title: 'An update of the host reaches all sites of the same name.',
    deviate: afterUpdateSite((site, old, { input }, { store }) => {
      if (input.hostUrl === undefined) return;
      for (const other of store.sitesOf(site.workspaceId))
        if (other.name === old.name && other.id !== site.id)
          store.replaceSite({ ...other, hostUrl: site.hostUrl });
    }),
  },
];
