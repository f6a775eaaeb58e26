import { changeBody, changeListed, isLaterPage, without } from '../deviations/replies.ts';
import type { Entry } from '../entry.ts';
import type { Body, OperationId } from '../service/exchange.ts';
import { isObject } from '../service/field-rules.ts';

type Change = (body: Body) => Body;

const set =
  (field: string, value: unknown): Change =>
  (body) => ({ ...body, [field]: value });

const drop =
  (field: string): Change =>
  (body) =>
    without(body, field);

function eachVariant(change: (variant: Body) => unknown): Change {
  return (route) => {
    const variants = route['localizedVariants'];
    if (!Array.isArray(variants)) return route;
    const localizedVariants = variants.map((item) => change(isObject(item) ? item : {}));
    return { ...route, localizedVariants };
  };
}

/** Changes the variants only where there are none. */
const whenNoVariants =
  (change: Change): Change =>
  (route) => {
    const variants = route['localizedVariants'];
    return Array.isArray(variants) && variants.length === 0 ? change(route) : route;
  };

type Row = readonly [operationId: OperationId, fault: string, title: string, change: Change];

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

const webhookRows: readonly Row[] = [
  ['createWebhook', 'id-missing', 'A created webhook has no id.', drop('id')],
  ['createWebhook', 'id-number', 'A created webhook has a number as id.', set('id', 3)],
  [
    'createWebhook',
    'id-not-uuid',
    'A created webhook has an id that is no UUID.',
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
    'A created webhook has a workspaceId that is no UUID.',
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
    'A webhook for site.published answers the unknown type site.publish.',
    (webhook) =>
      webhook['eventType'] === 'site.published'
        ? { ...webhook, eventType: 'site.publish' }
        : webhook,
  ],
];

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

const toEntries = (family: string, rows: readonly Row[]): Entry[] =>
  rows.map(([operationId, fault, title, change]) => ({
    id: `${family}/${fault}`,
    title,
    deviate: changeBody([operationId], change),
  }));

export const otherFields: readonly Entry[] = [
  ...toEntries('route-fields', routeRows),
  ...toEntries('webhook-fields', webhookRows),
  ...toEntries('page-fields', pageRows),
  {
    id: 'page-fields/data-ids-only',
    title: 'A page lists ids instead of sites.',
    deviate: changeListed((site) => site['id']),
  },
  {
    id: 'page-fields/data-nulls-later-page',
    title: 'The last site of a page after the first is null.',
    deviate: changeListed((site, { index, length, exchange }) =>
      isLaterPage(exchange) && index === length - 1 ? null : site,
    ),
  },
  {
    id: 'page-fields/has-more-missing-later-page',
    title: 'The pages after the first have no hasMore.',
    deviate: changeBody(['listSites'], (page, exchange) =>
      isLaterPage(exchange) ? without(page, 'hasMore') : page,
    ),
  },
  {
    id: 'page-fields/has-more-text-later-page',
    title: 'The pages after the first have hasMore as a string.',
    deviate: changeBody(['listSites'], (page, exchange) =>
      isLaterPage(exchange) ? { ...page, hasMore: String(page['hasMore']) } : page,
    ),
  },
];
