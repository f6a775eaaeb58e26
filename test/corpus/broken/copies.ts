import { copyAs } from '../deviations/copying.ts';
import { wrapOperation } from '../deviations/replies.ts';
import { alsoDemand, demandField } from '../deviations/rules.ts';
import type { Entry } from '../entry.ts';

export const copies: readonly Entry[] = [
  {
    id: 'duplicates/shares-api-key',
    title: 'A copy has the apiKey of its original.',
    level: 'should',
    deviate: copyAs((copy, original) => ({ ...copy, apiKey: original.apiKey })),
  },
  {
    id: 'duplicates/of-newest-site',
    title: 'Duplicating copies the newest site of the workspace instead of the named one.',
    deviate: wrapOperation('duplicateSite', (exchange, plain, service) => {
      const named = service.store.findSite(exchange.resourceId);
      const newest = named && service.store.sitesOf(named.workspaceId).at(-1);
      exchange.resourceId = newest?.id ?? exchange.resourceId;
      return plain(exchange);
    }),
  },
  {
    id: 'duplicates/name-demanded',
    title: 'Duplicating without a name is refused.',
    deviate: (service) => {
      demandField('duplicateSite', 'name')(service);
    },
  },
  {
    id: 'duplicates/name-refused',
    title: 'Duplicating with a name is refused.',
    deviate: alsoDemand('duplicateSite', 'name', () => false),
  },
  {
    id: 'duplicates/unknown-site-created',
    title: 'Duplicating an unknown site creates an empty one.',
    deviate: wrapOperation('duplicateSite', (exchange, plain, service) => {
      if (service.store.findSite(exchange.resourceId)) return plain(exchange);
      const site = {
        id: service.newIdentifier('site'),
        workspaceId: service.workspaceIds[0],
        name: exchange.input.name ?? 'Untitled',
        hostUrl: null,
        locale: undefined,
        apiKey: service.newIdentifier('apiKey'),
      };
      service.store.insertSite(site);
      return service.represent.site(site, exchange);
    }),
  },
];
