import { changeInput, changeVariants } from '../deviations/inputs.ts';
import { changeBody, wrapOperation } from '../deviations/replies.ts';
import type { Entry } from '../entry.ts';
import { makeSite } from '../probe/make-site.ts';
import type { LocalizedVariant } from '../service/exchange.ts';

type Change = (variants: readonly LocalizedVariant[]) => readonly LocalizedVariant[];

const locales =
  (change: (locale: string) => string): Change =>
  (variants) =>
    variants.map(({ locale, pathname }) => ({ locale: change(locale), pathname }));

const byLocale = (variants: readonly LocalizedVariant[]): readonly LocalizedVariant[] =>
  [...variants].sort((a, b) => (a.locale < b.locale ? -1 : a.locale > b.locale ? 1 : 0));

const uniqueBy =
  (keyOf: (variant: LocalizedVariant) => string): Change =>
  (variants) => [...new Map(variants.map((variant) => [keyOf(variant), variant])).values()];

const rows: readonly (readonly [fault: string, what: string, change: Change])[] = [
  ['dropped', 'are not kept', () => []],
  ['first-only', 'are dropped except for the first', (variants) => variants.slice(0, 1)],
  ['last-only', 'are dropped except for the last', (variants) => variants.slice(-1)],
  [
    'last-lost',
    'lose the last of several',
    (variants) => (variants.length > 1 ? variants.slice(0, -1) : variants),
  ],
  ['three-at-most', 'are cut at three', (variants) => variants.slice(0, 3)],
  ['ten-at-most', 'are cut at ten', (variants) => variants.slice(0, 10)],
  ['sorted', 'are sorted by locale', byLocale],
  ['reversed', 'are reversed', (variants) => [...variants].reverse()],
  [
    'unique-pathnames',
    'are dropped when another has the same pathname',
    uniqueBy(({ pathname }) => pathname),
  ],
  [
    'unique-languages',
    'are dropped when another has the same language',
    uniqueBy(({ locale }) => locale.slice(0, 2)),
  ],
  ['repeated', 'are kept twice', (variants) => [...variants, ...variants]],
  ['locale-lower-case', 'have lower-cased locales', locales((locale) => locale.toLowerCase())],
  [
    'locale-underscore',
    'have an underscore in the locale',
    locales((locale) => locale.replace('-', '_')),
  ],
  [
    'locale-language-only',
    'have locales without the region',
    locales((locale) => locale.slice(0, 2)),
  ],
  [
    'locale-default',
    'of English all become en-US',
    locales((locale) => (locale.startsWith('en-') ? 'en-US' : locale)),
  ],
  [
    'locales-rotated',
    'swap their locales',
    (variants) =>
      variants.map(({ pathname }, index) => ({
        pathname,
        locale: variants[(index + 1) % variants.length]?.locale ?? '',
      })),
  ],
  [
    'pathname-of-first',
    'all get the pathname of the first',
    (variants) => variants.map(({ locale }) => ({ locale, pathname: variants[0]?.pathname ?? '' })),
  ],
  [
    'locale-prefixed',
    'get their language in front of the pathname',
    (variants) =>
      variants.map(({ locale, pathname }) => ({
        locale,
        pathname: `/${locale.slice(0, 2)}${pathname}`,
      })),
  ],
];

const onlyIn = (operationId: 'createRoute' | 'updateRoute', change: Change) =>
  changeInput([operationId], (input) =>
    input.localizedVariants
      ? { ...input, localizedVariants: change(input.localizedVariants) }
      : input,
  );

export const variants: readonly Entry[] = [
  ...rows.map(([fault, what, change]) => ({
    id: `variants/${fault}`,
    title: `Localized variants ${what}.`,
    deviate: changeVariants(change),
  })),
  {
    id: 'variants/pathname-of-route',
    title: 'Localized variants get the pathname of their route.',
    deviate: changeInput(['createRoute', 'updateRoute'], (input) => ({
      ...input,
      localizedVariants: input.localizedVariants?.map(({ locale, pathname }) => ({
        locale,
        pathname: input.pathname ?? pathname,
      })),
    })),
  },
  {
    id: 'variants/create-dropped',
    title: 'Only the creation of a route drops localized variants.',
    deviate: onlyIn('createRoute', () => []),
  },
  {
    id: 'variants/create-answered-not-stored',
    title: 'The localized variants of a created route are returned but not stored.',
    deviate: (service) => {
      const { insertRoute } = service.store;
      service.store.insertRoute = (route) => insertRoute({ ...route, localizedVariants: [] });
    },
  },
  {
    id: 'variants/create-stored-not-answered',
    title: 'The localized variants of a created route are stored but returned as none.',
    deviate: changeBody(['createRoute'], (route) => ({ ...route, localizedVariants: [] })),
  },
  {
    id: 'variants/update-ignored',
    title: 'An update of a route ignores localized variants.',
    deviate: changeInput(['updateRoute'], (input) => ({ ...input, localizedVariants: undefined })),
  },
  {
    id: 'variants/update-empty-ignored',
    title: 'An update with an empty array of localized variants leaves the old ones.',
    deviate: changeInput(['updateRoute'], (input) => ({
      ...input,
      localizedVariants:
        input.localizedVariants?.length === 0 ? undefined : input.localizedVariants,
    })),
  },
  {
    id: 'variants/update-sorted',
    title: 'Only an update sorts localized variants by locale.',
    deviate: onlyIn('updateRoute', byLocale),
  },
  {
    id: 'variants/update-first-only',
    title: 'Only an update keeps no more than the first localized variant.',
    deviate: onlyIn('updateRoute', (variants) => variants.slice(0, 1)),
  },
  {
    id: 'variants/update-appended',
    title: 'An update adds localized variants to the old ones.',
    level: 'should',
    deviate: (service) => {
      const { findRoute } = service.store;
      const plain = service.operations.updateRoute;
      service.operations.updateRoute = (exchange) => {
        const old = findRoute(exchange.resourceId)?.localizedVariants ?? [];
        const { localizedVariants } = exchange.input;
        if (localizedVariants) {
          exchange.input = { ...exchange.input, localizedVariants: [...old, ...localizedVariants] };
        }
        return plain(exchange);
      };
    },
  },
  {
    id: 'variants/shared-between-routes',
    title: 'All routes of a site share the localized variants that were given last.',
    deviate: (service) => {
      const { findRoute, insertRoute, replaceRoute } = service.store;
      const shared = new Map<string, readonly LocalizedVariant[]>();
      service.store.insertRoute = (route) => {
        shared.set(route.siteId, route.localizedVariants);
        insertRoute(route);
      };
      service.store.replaceRoute = (route) => {
        shared.set(route.siteId, route.localizedVariants);
        replaceRoute(route);
      };
      service.store.findRoute = (id) => {
        const route = findRoute(id);
        return route && { ...route, localizedVariants: shared.get(route.siteId) ?? [] };
      };
    },
  },
  {
    id: 'variants/lost-on-second-route',
    title: 'The second route of a site loses its localized variants.',
    deviate: wrapOperation('createRoute', (exchange, plain, service) => {
      if (service.store.routesOf(exchange.resourceId).length === 1)
        exchange.input = { ...exchange.input, localizedVariants: [] };
      return plain(exchange);
    }),
    proof: async (client) => {
      const id = await makeSite(client, 0, { name: 'A' });
      const localizedVariants = [{ locale: 'en-US', pathname: '/x' }];
      const texts: boolean[] = [];
      for (const pathname of ['/a', '/b']) {
        const body = { pathname, localizedVariants };
        const { text } = await client.call('POST', `/v1/sites/${id}/routes`, { body });
        texts.push(text.includes('en-US'));
      }
      return texts;
    },
  },
  {
    id: 'variants/pathnames-lower-case-when-validated',
    title: 'Pathnames of variants are lower-cased, unless validation is skipped.',
    deviate: changeInput(['createRoute', 'updateRoute'], (input, { query }) =>
      query.skipValidation
        ? input
        : {
            ...input,
            localizedVariants: input.localizedVariants?.map(({ locale, pathname }) => ({
              locale,
              pathname: pathname.toLowerCase(),
            })),
          },
    ),
  },
];
