import { contract, successResponse } from '../../../contract/index.ts';
import {
  type Change,
  changeBody,
  changeListed,
  changeSites,
  drop,
  eachVariant,
  isLaterPage,
  set,
  whenNoVariants,
  without,
} from '../deviations/replies.ts';
import { type Entry, entries, entry } from '../entry.ts';
import type { OperationId } from '../service/exchange.ts';
import { endpoints } from '../service/operations.ts';
import type { Deviation } from '../service/service.ts';

const inReplyTo =
  (operationId: OperationId) =>
  (change: Change): Deviation =>
    changeBody([operationId], change);

const createdSite = inReplyTo('createSite');
const createdRoute = inReplyTo('createRoute');
const updatedRoute = inReplyTo('updateRoute');
const webhook = inReplyTo('createWebhook');
const page = inReplyTo('listSites');
const onLaterPages = (change: Change): Deviation =>
  changeListed((site, { exchange }) => (isLaterPage(exchange) ? change(site) : site));

/** The fields that a record must show: the required ones, and those that its creation can contain. */
const listShown = (creation: OperationId): string[] =>
  contract.operations
    .filter(({ id }) => id === creation)
    .flatMap((operation) => {
      const { properties = {}, required = [] } = successResponse(operation).schema;
      const { fields } = endpoints[creation];
      return Object.keys(properties).filter((field) => required.includes(field) || field in fields);
    });
const site = listShown('createSite');
const route = listShown('createRoute');

/** Where records are shown, with their fields. */
const places: readonly (readonly [
  prefix: string,
  title: string,
  fields: readonly string[],
  apply: (change: Change) => Deviation,
])[] = [
  ['site-fields/create', 'A created site', site, createdSite],
  ['site-fields/update', 'An updated site', site, inReplyTo('updateSite')],
  ['site-fields/duplicate', 'A duplicated site', site, inReplyTo('duplicateSite')],
  ['site-fields/list', 'Every listed site', site, changeListed],
  ['site-fields/later-page', 'Every site on a page after the first', site, onLaterPages],
  ['route-fields/create', 'A created route', route, createdRoute],
  ['route-fields/update', 'An updated route', route, updatedRoute],
  ['webhook-fields/create', 'A webhook', listShown('createWebhook'), webhook],
  ['page-fields/list', 'A page', ['data', 'hasMore'], page],
];

/** Every field is missing, and null, in every place. The host of a site may be null. */
export const lostFields: readonly Entry[] = places.flatMap(([prefix, title, fields, apply]) =>
  fields.flatMap((field) => [
    entry(`${prefix}-${field}-missing`, `${title} has no ${field}.`, apply(drop(field))),
    ...(field === 'hostUrl'
      ? []
      : [
          entry(
            `${prefix}-${field}-null`,
            `${title} has null as ${field}.`,
            apply(set(field, null)),
          ),
        ]),
  ]),
);

/** Writes a field anew from its text. */
const bend =
  (field: string, write: (text: string) => unknown): Change =>
  (body) => ({ ...body, [field]: write(String(body[field])) });

/** Changes hosts only where there are any, so that only the value is wrong. */
const bendHost = (write: (hostUrl: string) => unknown): Deviation =>
  changeSites((site) => (site['hostUrl'] === null ? site : bend('hostUrl', write)(site)));

const whenFalse =
  (change: Change): Change =>
  (body) =>
    body['hasMore'] === false ? change(body) : body;

/** Changes the data of pages with this number of sites. */
const whenSites =
  (count: number, change: (data: readonly unknown[]) => unknown): Change =>
  (body) => {
    const { data } = body;
    return Array.isArray(data) && data.length === count ? { ...body, data: change(data) } : body;
  };

const listVariants = (value: unknown) => (Array.isArray(value) ? value : []);

/** Values that are there, in another form. */
export const bentFields: readonly Entry[] = entries({
  'site-fields/create-id-not-uuid: A created site has an id that is not a UUID.': createdSite(
    bend('id', (id) => `site_${id}`),
  ),
  'site-fields/create-id-short-uuid: A created site has an id without its dashes.': createdSite(
    bend('id', (id) => id.replaceAll('-', '')),
  ),
  'site-fields/create-api-key-masked: A created site has a masked apiKey.': createdSite(
    bend('apiKey', (key) => `${key.slice(0, 4)}****`),
  ),
  'site-fields/create-host-missing-when-not-given: A created site has no hostUrl when none was given.':
    createdSite((site) => (site['hostUrl'] === null ? without(site, 'hostUrl') : site)),
  'site-fields/duplicate-name-object: A duplicated site has an object as name.': inReplyTo(
    'duplicateSite',
  )(bend('name', (value) => ({ value }))),
  'site-fields/list-id-number: Every listed site has a number as id.': changeListed(set('id', 1)),
  'site-fields/last-item-api-key-missing: The last site of every page has no apiKey.': changeListed(
    (site, { index, length }) => (index === length - 1 ? without(site, 'apiKey') : site),
  ),
  'site-fields/all-host-number: Every returned host is a number.': bendHost((host) => host.length),
  'site-fields/all-host-with-path: Every returned host has a path.': bendHost(
    (host) => `${host}/index`,
  ),
  'site-fields/all-host-with-query: Every returned host has a query.': bendHost(
    (host) => `${host}?ref=api`,
  ),
  'site-fields/all-host-without-scheme: Every returned host lacks the scheme.': bendHost((host) =>
    host.replace(/^\w+:\/\//, ''),
  ),
  'site-fields/all-host-empty: Every returned site without a host has an empty hostUrl.':
    changeSites((site) => (site['hostUrl'] === null ? { ...site, hostUrl: '' } : site)),
  'site-fields/all-renamed-fields: Every returned site spells its fields with underscores.':
    changeSites(({ id, name, hostUrl, apiKey }) => {
      return { id, name, host_url: hostUrl, api_key: apiKey };
    }),
  'route-fields/create-id-number: A created route has a number as id.': createdRoute(set('id', 12)),
  'route-fields/create-pathname-without-slash: A created route has a pathname without the slash.':
    createdRoute(bend('pathname', (path) => path.replace(/^\//, ''))),
  'route-fields/create-pathname-array: A created route has its pathname as an array of segments.':
    createdRoute(bend('pathname', (path) => path.split('/'))),
  'route-fields/create-variants-missing-when-none: A route created without localized variants lacks the empty array.':
    createdRoute(whenNoVariants(drop('localizedVariants'))),
  'route-fields/create-variants-default-when-none: A route created without localized variants has one for en-US.':
    createdRoute((route) => {
      const variants = [{ locale: 'en-US', pathname: route['pathname'] }];
      return whenNoVariants(set('localizedVariants', variants))(route);
    }),
  'route-fields/create-variants-by-locale: A created route has an object keyed by locale as localizedVariants.':
    createdRoute(({ localizedVariants, ...fields }) => {
      const variants = listVariants(localizedVariants);
      const pathnames = variants.map((variant) => [variant?.locale, variant?.pathname]);
      return { ...fields, localizedVariants: Object.fromEntries(pathnames) };
    }),
  'route-fields/create-variant-without-locale: The localized variants of a created route have no locale.':
    createdRoute(eachVariant((variant) => without(variant, 'locale'))),
  'route-fields/create-variants-are-locales: The localized variants of a created route are bare locales.':
    createdRoute(eachVariant((variant) => variant['locale'])),
  'route-fields/update-variants-null-when-none: An updated route without localized variants has null for them.':
    updatedRoute(whenNoVariants(set('localizedVariants', null))),
  'route-fields/update-variant-path-for-pathname: The localized variants of an updated route spell pathname as path.':
    updatedRoute(
      eachVariant((variant) => ({ locale: variant['locale'], path: variant['pathname'] })),
    ),
  'webhook-fields/id-not-uuid: A webhook has an id that is not a UUID.': webhook(
    bend('id', (id) => `wh_${id.slice(0, 12)}`),
  ),
  'webhook-fields/url-not-uri: A webhook has a url without its scheme.': webhook(
    bend('url', (url) => url.replace(/^\w+:\/\//, '')),
  ),
  'webhook-fields/event-type-underscore: A webhook has an underscore in its eventType.': webhook(
    bend('eventType', (type) => type.replace('.', '_')),
  ),
  'webhook-fields/event-type-unknown-published: A webhook for site.published returns the unknown type site.publish.':
    webhook(bend('eventType', (type) => type.replace('published', 'publish'))),
  'page-fields/data-null-when-empty: An empty page has null as data.': page(
    whenSites(0, () => null),
  ),
  'page-fields/data-single-object: A page with one site has that site as data, without the array.':
    page(whenSites(1, ([only]) => only)),
  'page-fields/data-object: A page has an object keyed by position as data.': page(
    ({ data, ...fields }) => ({ ...fields, data: { ...listVariants(data) } }),
  ),
  'page-fields/has-more-text: A page has hasMore as a string.': page(bend('hasMore', String)),
  'page-fields/has-more-missing-when-false: A page that is the last has no hasMore.': page(
    whenFalse(drop('hasMore')),
  ),
});
