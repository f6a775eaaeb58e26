import { alsoLetIn, alsoTakeKey, crashWhen } from '../deviations/authorising.ts';
import type { Entry } from '../entry.ts';
import type { Service } from '../service/service.ts';

export const keyLapses: readonly Entry[] = [
  {
    id: 'keys/api-key-of-site',
    title: 'The apiKey of a site is accepted as the key.',
    deviate: (service) => {
      const given = new Set<string>();
      const { insertSite } = service.store;
      service.store.insertSite = (site) => {
        given.add(site.apiKey);
        insertSite(site);
      };
      alsoTakeKey((key) => given.has(key))(service);
    },
  },
  {
    id: 'keys/writes-open',
    title: 'Any key may write; only reads compare it.',
    deviate: alsoLetIn((header, { request }) => request.method !== 'GET' && header !== ''),
  },
  {
    id: 'keys/patches-open',
    title: 'Updates need no key.',
    deviate: alsoLetIn((_, { request }) => request.method === 'PATCH'),
  },
  {
    id: 'keys/skip-validation-skips-key',
    title: 'With skipValidation=true no key is required.',
    deviate: alsoLetIn((_, { request }) => request.query.get('skipValidation') === 'true'),
  },
  {
    id: 'keys/missing-crashes',
    title: 'A missing Authorization header gets status 500.',
    deviate: crashWhen((header) => header === undefined),
  },
  {
    id: 'keys/bare-scheme-crashes',
    title: 'An Authorization header without a key gets status 500.',
    deviate: crashWhen((header) => header !== undefined && !header.includes(' ')),
  },
  ...(['listSites', 'updateRoute', 'createWebhook', 'duplicateSite'] as const).map((refused) => ({
    id: `keys/right-one-refused-${refused}`,
    title: `The right key is refused in ${refused}.`,
    deviate: (service: Service) => {
      const { isAuthorised } = service;
      service.isAuthorised = (exchange) =>
        exchange.operationId !== refused && isAuthorised(exchange);
    },
  })),
];
