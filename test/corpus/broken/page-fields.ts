import { drop, type Row, toEntries } from '../deviations/fields.ts';
import { without } from '../deviations/replies.ts';
import type { Entry } from '../entry.ts';

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
