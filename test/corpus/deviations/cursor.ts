import type { Query } from '../service/exchange.ts';
import type { Deviation } from '../service/service.ts';
import type { SiteRecord } from '../service/store.ts';

/** Starts a page elsewhere than after its cursor. */
export function startAt(
  find: (position: number, sites: readonly SiteRecord[], query: Query) => number,
): Deviation {
  return (service) => {
    const { paginate } = service;
    service.paginate = (sites, query, exchange) => {
      if (query.after === undefined) return paginate(sites, query, exchange);
      const position = sites.findIndex(({ id }) => id === query.after);
      if (position < 0) return paginate(sites, query, exchange);
      const start = find(position, sites, query);
      const end = start + query.limit;
      return { sites: sites.slice(start, end), hasMore: end < sites.length };
    };
  };
}

export const ignoreCursor =
  (isIgnored: (text: string) => boolean): Deviation =>
  (service) => {
    const { readAfter } = service;
    service.readAfter = (text, exchange) =>
      text !== null && isIgnored(text) ? undefined : readAfter(text, exchange);
  };

export const isUuid = (text: string): boolean => /^[0-9a-f-]{36}$/i.test(text);

/** Number of pages of the same size before a cursor. */
export const pageNumber = (sites: readonly SiteRecord[], query: Query): number =>
  query.limit === 0
    ? 0
    : Math.floor((sites.findIndex(({ id }) => id === query.after) + 1) / query.limit);
