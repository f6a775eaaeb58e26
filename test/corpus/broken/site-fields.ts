import {
  changeBody,
  changeListed,
  changeSites,
  isLaterPage,
  without,
} from '../deviations/replies.ts';
import type { Entry } from '../entry.ts';
import type { Body } from '../service/exchange.ts';
import type { Deviation } from '../service/service.ts';

type Change = (site: Body) => Body;

const set =
  (field: string, value: unknown): Change =>
  (site) => ({ ...site, [field]: value });

const drop =
  (field: string): Change =>
  (site) =>
    without(site, field);

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
type Row = readonly [place: string, fault: string, predicate: string, change: Change];

const rows: readonly Row[] = [
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
    return [
      {
        id: `site-fields/${place}-${fault}`,
        title: `${title} ${predicate}.`,
        deviate: apply(change),
      },
    ];
  }),
];
