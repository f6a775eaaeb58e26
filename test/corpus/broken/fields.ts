import {
  type Change,
  changeBody,
  changeListed,
  changeSites,
  drop,
  eachVariant,
  isLaterPage,
  type Row,
  set,
  toEntries,
  whenNoVariants,
  without,
} from '../deviations/replies.ts';
import { type Entry, entry } from '../entry.ts';
import type { Deviation } from '../service/service.ts';

/** Changes the host only if there is one, so that only the value is wrong. */
const bendHost =
  (bend: (hostUrl: string) => unknown): Change =>
  (site) => {
    const { hostUrl } = site;
    return typeof hostUrl === 'string' ? { ...site, hostUrl: bend(hostUrl) } : site;
  };

const places: Readonly<Record<string, { title: string; apply: (change: Change) => Deviation }>> = {
  create: { title: 'A created site', apply: (change) => changeBody(['createSite'], change) },
  update: { title: 'An updated site', apply: (change) => changeBody(['updateSite'], change) },
  duplicate: {
    title: 'A duplicated site',
    apply: (change) => changeBody(['duplicateSite'], change),
  },
  list: { title: 'Every listed site', apply: (change) => changeListed(change) },
  all: { title: 'Every returned site', apply: (change) => changeSites(change) },
  'later-page': {
    title: 'Every site on a page after the first',
    apply: (change) =>
      changeListed((site, { exchange }) => (isLaterPage(exchange) ? change(site) : site)),
  },
  'last-item': {
    title: 'The last site of every page',
    apply: (change) =>
      changeListed((site, { index, length }) => (index === length - 1 ? change(site) : site)),
  },
};

/** [place, name of the fault, predicate of the title, change] */
type SiteRow = readonly [place: string, fault: string, predicate: string, change: Change];

const rows: readonly SiteRow[] = [
  ['create', 'id-missing', 'has no id', drop('id')],
  ['create', 'id-number', 'has a number as id', set('id', 4711)],
  [
    'create',
    'id-not-uuid',
    'has an id that is not a UUID',
    (site) => ({ ...site, id: `site_${site['id']}` }),
  ],
  [
    'create',
    'id-short-uuid',
    'has an id without its dashes',
    (site) => ({ ...site, id: String(site['id']).replaceAll('-', '') }),
  ],
  ['create', 'name-missing', 'has no name', drop('name')],
  ['create', 'host-missing', 'has no hostUrl', drop('hostUrl')],
  ['create', 'api-key-missing', 'has no apiKey', drop('apiKey')],
  ['create', 'api-key-null', 'has null as apiKey', set('apiKey', null)],
  [
    'create',
    'api-key-not-uuid',
    'has an apiKey that is not a UUID',
    (site) => ({ ...site, apiKey: `sk_${String(site['apiKey']).slice(3)}` }),
  ],
  [
    'create',
    'api-key-masked',
    'has a masked apiKey',
    (site) => ({ ...site, apiKey: `${String(site['apiKey']).slice(0, 4)}****` }),
  ],
  [
    'create',
    'host-missing-when-not-given',
    'has no hostUrl when none was given',
    (site) => (site['hostUrl'] === null ? without(site, 'hostUrl') : site),
  ],
  ['update', 'id-missing', 'has no id', drop('id')],
  ['update', 'id-null', 'has null as id', set('id', null)],
  ['update', 'name-null', 'has null as name', set('name', null)],
  ['update', 'name-missing', 'has no name', drop('name')],
  ['update', 'host-missing', 'has no hostUrl', drop('hostUrl')],
  ['update', 'api-key-missing', 'has no apiKey', drop('apiKey')],
  ['update', 'api-key-number', 'has a number as apiKey', set('apiKey', 0)],
  [
    'duplicate',
    'id-not-uuid',
    'has an id that is not a UUID',
    (site) => ({ ...site, id: `copy-of-${site['id']}` }),
  ],
  ['duplicate', 'id-missing', 'has no id', drop('id')],
  [
    'duplicate',
    'name-object',
    'has an object as name',
    (site) => ({ ...site, name: { value: site['name'] } }),
  ],
  ['duplicate', 'name-null', 'has null as name', set('name', null)],
  ['duplicate', 'host-missing', 'has no hostUrl', drop('hostUrl')],
  ['duplicate', 'api-key-missing', 'has no apiKey', drop('apiKey')],
  ['duplicate', 'api-key-empty', 'has an empty apiKey', set('apiKey', '')],
  ['list', 'id-missing', 'has no id', drop('id')],
  ['list', 'id-number', 'has a number as id', set('id', 1)],
  ['list', 'name-missing', 'has no name', drop('name')],
  ['list', 'name-null', 'has null as name', set('name', null)],
  ['list', 'name-array', 'has an array as name', (site) => ({ ...site, name: [site['name']] })],
  ['list', 'host-missing', 'has no hostUrl', drop('hostUrl')],
  ['list', 'api-key-missing', 'has no apiKey', drop('apiKey')],
  ['list', 'api-key-null', 'has null as apiKey', set('apiKey', null)],
  ['list', 'api-key-not-uuid', 'has an apiKey that is not a UUID', set('apiKey', 'hidden')],
  ['all', 'host-number', 'with a host has a number as hostUrl', bendHost((host) => host.length)],
  [
    'all',
    'host-with-path',
    'with a host has a path in hostUrl',
    bendHost((host) => `${host}/index`),
  ],
  [
    'all',
    'host-without-scheme',
    'with a host lacks the scheme in hostUrl',
    bendHost((host) => host.replace(/^\w+:\/\//, '')),
  ],
  [
    'all',
    'host-with-query',
    'with a host has a query in hostUrl',
    bendHost((host) => `${host}?ref=api`),
  ],
  [
    'all',
    'host-with-fragment',
    'with a host has a fragment in hostUrl',
    bendHost((host) => `${host}#top`),
  ],
  [
    'all',
    'host-object',
    'with a host has an object as hostUrl',
    bendHost((host) => ({ origin: host })),
  ],
  [
    'all',
    'host-empty',
    'without a host has an empty hostUrl',
    (site) => (site['hostUrl'] === null ? { ...site, hostUrl: '' } : site),
  ],
  [
    'all',
    'host-false',
    'without a host has false as hostUrl',
    (site) => (site['hostUrl'] === null ? { ...site, hostUrl: false } : site),
  ],
  [
    'all',
    'host-null-text',
    'without a host has the text null as hostUrl',
    (site) => (site['hostUrl'] === null ? { ...site, hostUrl: 'null' } : site),
  ],
  [
    'list',
    'host-with-path',
    'with a host has a path in hostUrl',
    bendHost((host) => `${host}/home`),
  ],
  [
    'update',
    'host-with-path',
    'with a host has a path in hostUrl',
    bendHost((host) => `${host}/v2`),
  ],
  [
    'duplicate',
    'host-with-path',
    'with a host has a path in hostUrl',
    bendHost((host) => `${host}/copy`),
  ],
  [
    'all',
    'renamed-fields',
    'spells its fields with underscores',
    (site) => ({
      id: site['id'],
      name: site['name'],
      host_url: site['hostUrl'],
      api_key: site['apiKey'],
    }),
  ],
  ['later-page', 'api-key-missing', 'has no apiKey', drop('apiKey')],
  ['later-page', 'id-number', 'has a number as id', set('id', 99)],
  ['later-page', 'name-missing', 'has no name', drop('name')],
  ['later-page', 'host-missing', 'has no hostUrl', drop('hostUrl')],
  [
    'later-page',
    'host-with-path',
    'with a host has a path in hostUrl',
    bendHost((host) => `${host}/p`),
  ],
  ['last-item', 'api-key-missing', 'has no apiKey', drop('apiKey')],
  ['last-item', 'name-null', 'has null as name', set('name', null)],
];

export const siteFields: readonly Entry[] = [
  ...rows.flatMap(([place, fault, predicate, change]) => {
    const found = places[place];
    if (!found) return [];
    const { title, apply } = found;
    return [entry(`site-fields/${place}-${fault}`, `${title} ${predicate}.`, apply(change))];
  }),
];

const routeRows: readonly Row[] = [
  ['createRoute', 'create-id-missing', 'A created route has no id.', drop('id')],
  ['createRoute', 'create-id-number', 'A created route has a number as id.', set('id', 12)],
  [
    'createRoute',
    'create-id-not-uuid',
    'A created route has its pathname as id.',
    (route) => ({ ...route, id: route['pathname'] }),
  ],
  ['createRoute', 'create-pathname-missing', 'A created route has no pathname.', drop('pathname')],
  [
    'createRoute',
    'create-pathname-without-slash',
    'A created route has a pathname without the slash.',
    (route) => ({ ...route, pathname: String(route['pathname']).replace(/^\//, '') }),
  ],
  [
    'createRoute',
    'create-variants-missing',
    'A created route has no localizedVariants.',
    drop('localizedVariants'),
  ],
  [
    'createRoute',
    'create-variants-missing-when-none',
    'A route created without localized variants lacks the empty array.',
    whenNoVariants(drop('localizedVariants')),
  ],
  [
    'createRoute',
    'create-variants-null-when-none',
    'A route created without localized variants has null for them.',
    whenNoVariants(set('localizedVariants', null)),
  ],
  [
    'createRoute',
    'create-variants-default-when-none',
    'A route created without localized variants has one for en-US.',
    (route) =>
      whenNoVariants(set('localizedVariants', [{ locale: 'en-US', pathname: route['pathname'] }]))(
        route,
      ),
  ],
  [
    'createRoute',
    'create-variants-by-locale',
    'A created route has an object keyed by locale as localizedVariants.',
    (route) => {
      const variants = route['localizedVariants'];
      const entries = Array.isArray(variants)
        ? variants.map((item) => [item?.locale, item?.pathname])
        : [];
      return { ...route, localizedVariants: Object.fromEntries(entries) };
    },
  ],
  [
    'createRoute',
    'create-variants-text',
    'A created route has its localizedVariants as a string.',
    (route) => ({ ...route, localizedVariants: JSON.stringify(route['localizedVariants']) }),
  ],
  [
    'createRoute',
    'create-variant-without-locale',
    'The localized variants of a created route have no locale.',
    eachVariant((variant) => without(variant, 'locale')),
  ],
  [
    'createRoute',
    'create-variant-without-pathname',
    'The localized variants of a created route have no pathname.',
    eachVariant((variant) => without(variant, 'pathname')),
  ],
  [
    'createRoute',
    'create-variant-pathname-null',
    'The localized variants of a created route have null as pathname.',
    eachVariant((variant) => ({ ...variant, pathname: null })),
  ],
  [
    'createRoute',
    'create-variants-are-locales',
    'The localized variants of a created route are bare locales.',
    eachVariant((variant) => variant['locale']),
  ],
  [
    'createRoute',
    'create-pathname-array',
    'A created route has its pathname as an array of segments.',
    (route) => ({ ...route, pathname: String(route['pathname']).split('/') }),
  ],
  ['updateRoute', 'update-id-missing', 'An updated route has no id.', drop('id')],
  ['updateRoute', 'update-id-null', 'An updated route has null as id.', set('id', null)],
  ['updateRoute', 'update-pathname-missing', 'An updated route has no pathname.', drop('pathname')],
  [
    'updateRoute',
    'update-pathname-null',
    'An updated route has null as pathname.',
    set('pathname', null),
  ],
  [
    'updateRoute',
    'update-variants-missing',
    'An updated route has no localizedVariants.',
    drop('localizedVariants'),
  ],
  [
    'updateRoute',
    'update-variants-null-when-none',
    'An updated route without localized variants has null for them.',
    whenNoVariants(set('localizedVariants', null)),
  ],
  [
    'updateRoute',
    'update-variant-without-locale',
    'The localized variants of an updated route have no locale.',
    eachVariant((variant) => without(variant, 'locale')),
  ],
  [
    'updateRoute',
    'update-variant-path-for-pathname',
    'The localized variants of an updated route spell pathname as path.',
    eachVariant((variant) => ({ locale: variant['locale'], path: variant['pathname'] })),
  ],
];

export const routeFields: readonly Entry[] = toEntries('route-fields', routeRows);

const webhookRows: readonly Row[] = [
  ['createWebhook', 'id-missing', 'A created webhook has no id.', drop('id')],
  ['createWebhook', 'id-number', 'A created webhook has a number as id.', set('id', 3)],
  [
    'createWebhook',
    'id-not-uuid',
    'A created webhook has an id that is not a UUID.',
    (webhook) => ({ ...webhook, id: `wh_${String(webhook['id']).slice(0, 12)}` }),
  ],
  [
    'createWebhook',
    'workspace-missing',
    'A created webhook has no workspaceId.',
    drop('workspaceId'),
  ],
  [
    'createWebhook',
    'workspace-null',
    'A created webhook has null as workspaceId.',
    set('workspaceId', null),
  ],
  [
    'createWebhook',
    'workspace-not-uuid',
    'A created webhook has a workspaceId that is not a UUID.',
    (webhook) => ({ ...webhook, workspaceId: `ws_${webhook['workspaceId']}` }),
  ],
  ['createWebhook', 'url-missing', 'A created webhook has no url.', drop('url')],
  ['createWebhook', 'url-null', 'A created webhook has null as url.', set('url', null)],
  [
    'createWebhook',
    'url-not-uri',
    'A created webhook has a url without its scheme.',
    (webhook) => ({ ...webhook, url: String(webhook['url']).replace(/^\w+:\/\//, '') }),
  ],
  ['createWebhook', 'event-type-missing', 'A created webhook has no eventType.', drop('eventType')],
  [
    'createWebhook',
    'event-type-list',
    'A created webhook has its eventType in an array.',
    (webhook) => ({ ...webhook, eventType: [webhook['eventType']] }),
  ],
  [
    'createWebhook',
    'event-type-upper-case',
    'A created webhook has its eventType in capitals.',
    (webhook) => ({ ...webhook, eventType: String(webhook['eventType']).toUpperCase() }),
  ],
  [
    'createWebhook',
    'event-type-underscore',
    'A created webhook has an underscore in its eventType.',
    (webhook) => ({ ...webhook, eventType: String(webhook['eventType']).replace('.', '_') }),
  ],
  [
    'createWebhook',
    'event-type-unknown-published',
    'A webhook for site.published returns the unknown type site.publish.',
    (webhook) =>
      webhook['eventType'] === 'site.published'
        ? { ...webhook, eventType: 'site.publish' }
        : webhook,
  ],
];

export const webhookFields: readonly Entry[] = toEntries('webhook-fields', webhookRows);

const pageRows: readonly Row[] = [
  ['listSites', 'data-missing', 'A page has no data.', drop('data')],
  [
    'listSites',
    'data-named-items',
    'A page calls its data items.',
    (page) => ({ items: page['data'], hasMore: page['hasMore'] }),
  ],
  [
    'listSites',
    'data-null-when-empty',
    'An empty page has null as data.',
    (page) =>
      Array.isArray(page['data']) && page['data'].length === 0 ? { ...page, data: null } : page,
  ],
  [
    'listSites',
    'data-missing-when-empty',
    'An empty page has no data.',
    (page) =>
      Array.isArray(page['data']) && page['data'].length === 0 ? without(page, 'data') : page,
  ],
  [
    'listSites',
    'data-object',
    'A page has an object keyed by position as data.',
    (page) => ({ ...page, data: { ...(Array.isArray(page['data']) ? page['data'] : []) } }),
  ],
  [
    'listSites',
    'data-single-object',
    'A page with one site has that site as data, without the array.',
    (page) =>
      Array.isArray(page['data']) && page['data'].length === 1
        ? { ...page, data: page['data'][0] }
        : page,
  ],
  ['listSites', 'has-more-missing', 'A page has no hasMore.', drop('hasMore')],
  [
    'listSites',
    'has-more-missing-when-false',
    'A page that is the last has no hasMore.',
    (page) => (page['hasMore'] === false ? without(page, 'hasMore') : page),
  ],
  [
    'listSites',
    'has-more-text',
    'A page has hasMore as a string.',
    (page) => ({ ...page, hasMore: String(page['hasMore']) }),
  ],
  [
    'listSites',
    'has-more-number',
    'A page has hasMore as 0 or 1.',
    (page) => ({ ...page, hasMore: Number(page['hasMore']) }),
  ],
  [
    'listSites',
    'has-more-null-when-false',
    'A page that is the last has null as hasMore.',
    (page) => (page['hasMore'] === false ? { ...page, hasMore: null } : page),
  ],
  [
    'listSites',
    'has-more-underscore',
    'A page spells hasMore as has_more.',
    (page) => ({ data: page['data'], has_more: page['hasMore'] }),
  ],
];

export const pageFields: readonly Entry[] = [...toEntries('page-fields', pageRows)];
