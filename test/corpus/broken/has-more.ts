import { changePage, countRest, namesLimit, type Paging } from '../deviations/paging.ts';
import type { Entry } from '../entry.ts';
import { makeSite, sitesOf } from '../probe/make-site.ts';
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
    id: 'has-more/true-at-exact-boundary-of-later-page',
    title: 'hasMore is true on a later page that is full and the last.',
    deviate: decide((page, paging) =>
      paging.query.after !== undefined && page.sites.length > 0
        ? isFull(page, paging)
        : page.hasMore,
    ),
  },
  {
    id: 'has-more/true-at-default-boundary',
    title: 'hasMore is true when exactly 20 sites are left and no limit is given.',
    deviate: decide((page, paging) =>
      namesLimit(paging.exchange) ? page.hasMore : isFull(page, paging),
    ),
  },
  {
    id: 'has-more/false-with-one-left',
    title: 'hasMore is false when exactly one site follows.',
    deviate: decide((page, paging) => page.hasMore && countRest(page, paging) !== 1),
  },
  {
    id: 'has-more/false-with-one-left-on-first-page',
    title: 'hasMore is false on the first page when exactly one site follows.',
    deviate: decide(
      (page, paging) =>
        page.hasMore && (paging.query.after !== undefined || countRest(page, paging) !== 1),
    ),
  },
  {
    id: 'has-more/false-with-one-left-on-later-page',
    title: 'hasMore is false on a later page when exactly one site follows.',
    deviate: decide(
      (page, paging) =>
        page.hasMore && (paging.query.after === undefined || countRest(page, paging) !== 1),
    ),
  },
  {
    id: 'has-more/false-when-less-than-a-page-left',
    title: 'hasMore is false when fewer sites follow than a page holds.',
    deviate: decide(
      (page, paging) => page.hasMore && countRest(page, paging) >= paging.query.limit,
    ),
  },
  {
    id: 'has-more/true-when-not-empty',
    title: 'hasMore is true on every page that has sites.',
    deviate: decide((page) => page.sites.length > 0),
  },
  {
    id: 'has-more/true-on-last-page',
    title: 'hasMore is true on a last page that is reached by a cursor.',
    deviate: decide((page, { query }) => page.hasMore || query.after !== undefined),
  },
  {
    id: 'has-more/true-on-partial-last-page',
    title: 'hasMore is true on a last page that is not full.',
    deviate: decide(
      (page, paging) => page.hasMore || (page.sites.length > 0 && !isFull(page, paging)),
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
    id: 'has-more/false-on-later-pages',
    title: 'hasMore is false on every page but the first.',
    deviate: decide((page, { query }) => page.hasMore && query.after === undefined),
  },
  {
    id: 'has-more/ignores-cursor',
    title: 'hasMore compares the whole workspace with the limit, wherever the page is.',
    deviate: decide((_, { sites, query }) => sites.length > query.limit),
  },
  {
    id: 'has-more/compares-with-default',
    title: 'hasMore is true only when more than 20 sites are in the workspace.',
    deviate: decide((page, { sites }) => page.hasMore && sites.length > 20),
  },
  {
    id: 'has-more/false-when-no-limit',
    title: 'hasMore is false when no limit is given.',
    deviate: decide((page, { exchange }) => page.hasMore && namesLimit(exchange)),
  },
  {
    id: 'has-more/false-with-limit-one',
    title: 'hasMore is false when the limit is 1.',
    deviate: decide((page, { query }) => page.hasMore && query.limit !== 1),
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
    id: 'has-more/counts-other-workspaces',
    title: 'hasMore is true on the last page when another workspace has sites.',
    deviate: decide(
      (page, { service, exchange }) =>
        page.hasMore ||
        service.workspaceIds.some(
          (id) => id !== exchange.resourceId && service.store.sitesOf(id).length > 0,
        ),
    ),
  },
  {
    id: 'has-more/one-request-late',
    title: 'hasMore is that of the page that was requested before.',
    deviate: (service) => {
      let previous: boolean | undefined;
      decide((page) => {
        const answered = previous ?? page.hasMore;
        previous = page.hasMore;
        return answered;
      })(service);
    },
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
    proof: async (client) => {
      const id = await makeSite(client, 0, { name: 'A' });
      return (await client.call('GET', `${sitesOf(client, 0)}?limit=0&after=${id}`)).text;
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
      proof: async (client) => {
        const list = `${sitesOf(client, 0)}?limit=1`;
        await makeSite(client, 0, { name: 'A' });
        await client.call('GET', list);
        await makeSite(client, 0, { name: 'B' });
        return (await client.call('GET', list)).text.includes('true');
      },
    }),
  ),
];
