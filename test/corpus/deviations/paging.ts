import type { Exchange, Query } from '../service/exchange.ts';
import type { Deviation, Service, SitePage } from '../service/service.ts';
import type { SiteRecord } from '../service/store.ts';

/** Changes a valid query. */
export function changeQuery(change: (query: Query, exchange: Exchange) => Query): Deviation {
  return (service) => {
    const { paginate } = service;
    service.paginate = (sites, query, exchange) =>
      paginate(sites, change(query, exchange), exchange);
  };
}

export interface Paging {
  readonly sites: readonly SiteRecord[];
  readonly query: Query;
  readonly exchange: Exchange;
  readonly service: Service;
}

/** Changes a correct page. */
export function changePage(change: (page: SitePage, paging: Paging) => SitePage): Deviation {
  return (service) => {
    const { paginate } = service;
    service.paginate = (sites, query, exchange) =>
      change(paginate(sites, query, exchange), { sites, query, exchange, service });
  };
}

/** Whether the request has a limit. */
export const namesLimit = (exchange: Exchange): boolean => exchange.request.query.has('limit');
