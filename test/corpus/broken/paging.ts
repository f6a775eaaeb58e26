import {
  changePage,
  changeQuery,
  ignoreCursor,
  isUuid,
  namesLimit,
  type Paging,
  pageNumber,
  startAt,
} from '../deviations/lists.ts';
import { type Entry, entries, entry, should, thorough } from '../entry.ts';
import { type Input, type OperationId, Refusal } from '../service/exchange.ts';
import { around, type Deviation, type SitePage } from '../service/service.ts';

const defaultLimit = (limit: number): Deviation =>
  changeQuery((query, exchange) => (namesLimit(exchange) ? query : { ...query, limit }));

const cap = (limit: number): Deviation =>
  changeQuery((query) => ({ ...query, limit: Math.min(query.limit, limit) }));

/** Parses some texts of a limit differently; undefined uses the plain parser. */
const readLimitAs = (read: (text: string) => number | undefined): Deviation =>
  around(
    'readLimit',
    (readLimit) => (text, exchange) =>
      (text === null ? undefined : read(text)) ?? readLimit(text, exchange),
  );

const refuseLimit = (isRefused: (limit: number) => boolean): Deviation =>
  readLimitAs((text) => {
    if (isRefused(Number(text))) throw new Refusal('bad-query', 'limit is out of range');
    return undefined;
  });

const crashOn = (isFatal: (text: string) => boolean): Deviation =>
  readLimitAs((text) => {
    if (isFatal(text)) throw new Error('limit');
    return undefined;
  });

export const limits: readonly Entry[] = [
  ...[1, 5, 10, 15, 19, 21, 25].map((limit) =>
    entry(
      `limits/default-${limit}`,
      `A page has ${limit} sites when no limit is given.`,
      defaultLimit(limit),
    ),
  ),
  ...[30, 50, 100].map((limit) =>
    entry(
      `limits/default-${limit}`,
      `A page has ${limit} sites when no limit is given.`,
      defaultLimit(limit),
    ),
  ),
  ...entries({
    'limits/capped-at-20: No page has more than 20 sites.': cap(20),
    'limits/capped-at-50: No page has more than 50 sites.': thorough(cap(50)),
    'limits/ignored-with-after: The limit is ignored when a cursor is given.': changeQuery(
      (query) => (query.after === undefined ? query : { ...query, limit: 20 }),
    ),
    'limits/one-too-few: A page has one site fewer than the limit.': changeQuery((query) => ({
      ...query,
      limit: Math.max(0, query.limit - 1),
    })),
    'limits/one-becomes-none: A limit of 1 returns no site.': changePage((page, { query }) =>
      query.limit === 1 ? { ...page, sites: [] } : page,
    ),
    'limits/zero-becomes-default: A limit of 0 returns 20 sites.': changeQuery((query) =>
      query.limit === 0 ? { ...query, limit: 20 } : query,
    ),
    'limits/hundred-refused: A limit of 100 is refused.': refuseLimit((limit) => limit === 100),
    'limits/above-50-refused: A limit above 50 is refused.': refuseLimit((limit) => limit > 50),
    'limits/101-accepted: A limit of 101 is accepted, the bound being off by one.': readLimitAs(
      (text) => (text === '101' ? 101 : undefined),
    ),
    'limits/huge-crashes: A limit far above the bound gets status 500.': crashOn(
      (text) => Number(text) > 100,
    ),
    'limits/negative-crashes: A negative limit gets status 500.': crashOn((text) =>
      text.startsWith('-'),
    ),
    'limits/words-as-default: A limit that is not a number is treated as the default.': readLimitAs(
      (text) => (Number.isNaN(Number(text)) ? 20 : undefined),
    ),
  }),
];

type Limited = 'name' | 'pathname' | 'hostUrl' | 'url';

/** Handles long texts of a field differently in one operation. */
const limitIn = (
  operationId: OperationId,
  field: Limited,
  most: number,
  treat: (text: string) => string,
): Deviation =>
  around('toInput', (toInput) => (exchange) => {
    const input: Input = toInput(exchange);
    const text = input[field];
    return exchange.operationId !== operationId || text === undefined || text.length <= most
      ? input
      : { ...input, [field]: treat(text) };
  });

const cut = (most: number) => (text: string) => text.slice(0, most);

const crash = (): string => {
  throw new Error('value too long for type character varying');
};

const rows = [
  ['copies', 'duplicateSite', 'name', 'names', 'a copy'],
  ['creations', 'createSite', 'name', 'names', 'a creation'],
  ['updates', 'updateSite', 'name', 'names', 'an update'],
  ['new-routes', 'createRoute', 'pathname', 'pathnames', 'a new route'],
  ['route-updates', 'updateRoute', 'pathname', 'pathnames', 'an update of a route'],
] as const;

export const siblingLimits: readonly Entry[] = rows.flatMap(
  ([slug, operationId, field, noun, what]): Entry[] => [
    entry(
      `siblings/long-${noun}-cut-in-${slug}`,
      `In ${what}, ${noun} are cut at 255 characters; elsewhere they are kept.`,
      limitIn(operationId, field, 255, cut(255)),
    ),
    entry(
      `siblings/long-${noun}-crash-${slug}`,
      `In ${what}, ${noun} of more than 255 characters get status 500; elsewhere they are kept.`,
      limitIn(operationId, field, 255, crash),
    ),
  ],
);

export const cursors: readonly Entry[] = entries({
  'cursors/inclusive: A page starts with the site that the cursor names.': startAt(
    (position) => position,
  ),
  'cursors/skips-one-after-first-page: Pages after the second skip one site.': startAt(
    (position, sites, query) => (pageNumber(sites, query) > 1 ? position + 2 : position + 1),
  ),
  'cursors/repeats-one-after-second-page: Pages after the second repeat the last site of the page before.':
    startAt((position, sites, query) => (pageNumber(sites, query) > 1 ? position : position + 1)),
  'cursors/ignored-without-limit: The cursor is ignored when no limit is given.': changeQuery(
    (query, exchange) => (namesLimit(exchange) ? query : { ...query, after: undefined }),
  ),
  'cursors/snaps-to-page: A cursor in the middle of a page starts at the next multiple of the limit.':
    startAt((position, _, { limit }) =>
      limit === 0 ? position + 1 : Math.ceil((position + 1) / limit) * limit,
    ),
  'cursors/last-site-starts-again: After the last site the list starts again.': startAt(
    (position, sites) => (position + 1 === sites.length ? 0 : position + 1),
  ),
  'cursors/last-site-refused: The last site is refused as a cursor.': startAt((position, sites) => {
    if (position + 1 === sites.length) throw new Refusal('not-found', 'no site follows');
    return position + 1;
  }),
  'cursors/middle-of-page-refused: Only the last site of a returned page is accepted as a cursor.':
    should((service) => {
      const answered = new Set<string>();
      changePage((page) => {
        const last = page.sites.at(-1);
        if (last) answered.add(last.id);
        return page;
      })(service);
      const { paginate } = service;
      service.paginate = (sites, query, exchange) => {
        if (query.after !== undefined && !answered.has(query.after)) {
          throw new Refusal('bad-query', 'the cursor is unknown');
        }
        return paginate(sites, query, exchange);
      };
    }),
  'cursors/words-ignored: A cursor that is not a UUID is ignored.': ignoreCursor(
    (text) => !isUuid(text),
  ),
  'cursors/empty-ignored: An empty cursor is ignored, although it is not a UUID.': should(
    ignoreCursor((text) => text === ''),
  ),
  'cursors/words-crash: A cursor that is not a UUID gets status 500.': ignoreCursor((text) => {
    if (!isUuid(text)) throw new Error('invalid input syntax for type uuid');
    return false;
  }),
  'cursors/unknown-crashes: A cursor that names no site gets status 500.': around(
    'paginate',
    (paginate) => (sites, query, exchange) => {
      const isKnown = sites.some(({ id }) => id === query.after);
      if (query.after !== undefined && !isKnown) throw new Error('undefined is not an object');
      return paginate(sites, query, exchange);
    },
  ),
  'cursors/numbers-accepted: A number is accepted as a cursor and taken for an offset.': (
    service,
  ) => {
    const { readAfter, paginate } = service;
    service.readAfter = (text, exchange) =>
      text !== null && /^\d+$/.test(text) ? text : readAfter(text, exchange);
    service.paginate = (sites, query, exchange) =>
      query.after !== undefined && /^\d+$/.test(query.after)
        ? paginate(sites.slice(Number(query.after)), { ...query, after: undefined }, exchange)
        : paginate(sites, query, exchange);
  },
  'cursors/stops-after-20-sites: Nothing is listed after the twentieth site.': around(
    'order',
    (order) => (sites, exchange) => order(sites, exchange).slice(0, 20),
  ),
  'cursors/stops-after-50-sites: Nothing is listed after the fiftieth site.': thorough(
    around('order', (order) => (sites, exchange) => order(sites, exchange).slice(0, 50)),
  ),
  'cursors/of-other-workspace-accepted-as-position: A site of another workspace is a cursor that continues in that workspace.':
    around('paginate', (paginate, service) => (sites, query, exchange) => {
      const site = query.after === undefined ? undefined : service.store.findSite(query.after);
      const isForeign = site !== undefined && site.workspaceId !== exchange.resourceId;
      return paginate(isForeign ? service.store.sitesOf(site.workspaceId) : sites, query, exchange);
    }),
});

const decide = (hasMore: (page: SitePage, paging: Paging) => boolean): Deviation =>
  changePage((page, paging) => ({ ...page, hasMore: hasMore(page, paging) }));

const isFull = (page: SitePage, { query }: Paging): boolean => page.sites.length === query.limit;

export const hasMore: readonly Entry[] = entries({
  'has-more/always-false: hasMore is always false.': decide(() => false),
  'has-more/always-true: hasMore is always true.': decide(() => true),
  'has-more/inverted: hasMore says the opposite.': decide((page) => !page.hasMore),
  'has-more/true-at-exact-boundary: hasMore is true on a last page that is full.': decide(
    (page, paging) => isFull(page, paging) && page.sites.length > 0,
  ),
  'has-more/true-at-exact-boundary-of-first-page: hasMore is true when the first page holds all sites and is full.':
    decide((page, paging) =>
      paging.query.after === undefined && page.sites.length > 0
        ? isFull(page, paging)
        : page.hasMore,
    ),
  'has-more/true-behind-last-site: hasMore is true on the empty page after the last site.': decide(
    (page, { query }) => page.hasMore || (page.sites.length === 0 && query.after !== undefined),
  ),
  'has-more/true-in-empty-workspace: hasMore is true in a workspace without sites.': decide(
    (page, { sites }) => page.hasMore || sites.length === 0,
  ),
  'has-more/true-with-limit-one: hasMore is true on the last page when the limit is 1.': decide(
    (page, { query }) => page.hasMore || (query.limit === 1 && page.sites.length > 0),
  ),
  'has-more/true-with-limit-100: hasMore is true when the limit is 100.': decide(
    (page, { query }) => page.hasMore || query.limit === 100,
  ),
  'has-more/true-for-limit-zero-at-the-end: With limit=0, hasMore is true after the last site, too.':
    should(
      around('paginate', (paginate) => (sites, query, exchange) => ({
        ...paginate(sites, query, exchange),
        ...(query.limit === 0 ? { hasMore: true } : {}),
      })),
    ),
  'has-more/counted-until-a-list-of-another-workspace: hasMore depends on the number of sites at the first list, until another workspace is listed.':
    (service) => {
      let counted = { workspace: '', count: 0 };
      changePage((page, { sites, query, exchange }) => {
        const workspace = exchange.resourceId.toLowerCase();
        if (counted.workspace !== workspace) counted = { workspace, count: sites.length };
        const start = sites.findIndex(({ id }) => id === query.after) + 1;
        return { ...page, hasMore: start + query.limit < counted.count };
      })(service);
    },
});
