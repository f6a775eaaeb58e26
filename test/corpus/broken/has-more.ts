import { changePage, type Paging } from '../deviations/paging.ts';
import type { Entry } from '../entry.ts';
import type { OperationId } from '../service/exchange.ts';
import type { Deviation, SitePage } from '../service/service.ts';

const decide = (hasMore: (page: SitePage, paging: Paging) => boolean): Deviation =>
  changePage((page, paging) => ({ ...page, hasMore: hasMore(page, paging) }));

const isFull = (page: SitePage, { query }: Paging): boolean => page.sites.length === query.limit;

/** Caches the number of sites in the last listed workspace, until one of some operations. */
const countOnce =
  (emptiedBy: readonly OperationId[]): Deviation =>
  (service) => {
    let counted = { workspace: '', count: 0 };
    for (const operationId of emptiedBy) {
      const plain = service.operations[operationId];
      service.operations[operationId] = (exchange) => {
        counted = { workspace: '', count: 0 };
        return plain(exchange);
      };
    }
    changePage((page, { sites, query, exchange }) => {
      const workspace = exchange.resourceId.toLowerCase();
      if (counted.workspace !== workspace) counted = { workspace, count: sites.length };
      const start = sites.findIndex(({ id }) => id === query.after) + 1;
      return { ...page, hasMore: start + query.limit < counted.count };
    })(service);
  };

export const hasMore: readonly Entry[] = [
  {
    id: 'has-more/always-false',
    title: 'hasMore is always false.',
    deviate: decide(() => false),
  },
  {
    id: 'has-more/always-true',
    title: 'hasMore is always true.',
    deviate: decide(() => true),
  },
  {
    id: 'has-more/inverted',
    title: 'hasMore says the opposite.',
    deviate: decide((page) => !page.hasMore),
  },
  {
    id: 'has-more/true-at-exact-boundary',
    title: 'hasMore is true on a last page that is full.',
    deviate: decide((page, paging) => isFull(page, paging) && page.sites.length > 0),
  },
  {
    id: 'has-more/true-at-exact-boundary-of-first-page',
    title: 'hasMore is true when the first page holds all sites and is full.',
    deviate: decide((page, paging) =>
      paging.query.after === undefined && page.sites.length > 0
        ? isFull(page, paging)
        : page.hasMore,
    ),
  },
  {
    id: 'has-more/true-behind-last-site',
    title: 'hasMore is true on the empty page after the last site.',
    deviate: decide(
      (page, { query }) => page.hasMore || (page.sites.length === 0 && query.after !== undefined),
    ),
  },
  {
    id: 'has-more/true-in-empty-workspace',
    title: 'hasMore is true in a workspace without sites.',
    deviate: decide((page, { sites }) => page.hasMore || sites.length === 0),
  },
  {
    id: 'has-more/true-with-limit-one',
    title: 'hasMore is true on the last page when the limit is 1.',
    deviate: decide(
      (page, { query }) => page.hasMore || (query.limit === 1 && page.sites.length > 0),
    ),
  },
  {
    id: 'has-more/true-with-limit-100',
    title: 'hasMore is true when the limit is 100.',
    deviate: decide((page, { query }) => page.hasMore || query.limit === 100),
  },
  {
    id: 'has-more/true-for-limit-zero-at-the-end',
    title: 'With limit=0, hasMore is true after the last site, too.',
    level: 'should',
    deviate: (service) => {
      const { paginate } = service;
      service.paginate = (sites, query, exchange) => ({
        ...paginate(sites, query, exchange),
        ...(query.limit === 0 ? { hasMore: true } : {}),
      });
    },
  },
  ...(
    [
      ['an-update', 'an update', ['updateSite']],
      [
        'any-write-but-creations',
        'any write but a creation',
        ['updateSite', 'duplicateSite', 'createRoute', 'updateRoute', 'createWebhook'],
      ],
      ['a-list-of-another-workspace', 'another workspace is listed', []],
    ] as const
  ).map(
    ([slug, what, emptiedBy]): Entry => ({
      id: `has-more/counted-until-${slug}`,
      title: `hasMore depends on the number of sites at the first list, until ${what}.`,
      deviate: countOnce(emptiedBy),
    }),
  ),
];
