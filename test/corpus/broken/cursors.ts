import { ignoreCursor, isUuid, pageNumber, startAt } from '../deviations/cursor.ts';
import { changePage, changeQuery, namesLimit } from '../deviations/paging.ts';
import type { Entry } from '../entry.ts';
import { Refusal } from '../service/refusal.ts';

export const cursors: readonly Entry[] = [
  {
    id: 'cursors/inclusive',
    title: 'A page starts with the site that the cursor names.',
    deviate: startAt((position) => position),
  },
  {
    id: 'cursors/skips-one-after-first-page',
    title: 'Pages after the second skip one site.',
    deviate: startAt((position, sites, query) =>
      pageNumber(sites, query) > 1 ? position + 2 : position + 1,
    ),
  },
  {
    id: 'cursors/repeats-one-after-second-page',
    title: 'Pages after the second repeat the last site of the page before.',
    deviate: startAt((position, sites, query) =>
      pageNumber(sites, query) > 1 ? position : position + 1,
    ),
  },
  {
    id: 'cursors/ignored-without-limit',
    title: 'The cursor is ignored when no limit is given.',
    deviate: changeQuery((query, exchange) =>
      namesLimit(exchange) ? query : { ...query, after: undefined },
    ),
  },
  {
    id: 'cursors/snaps-to-page',
    title: 'A cursor in the middle of a page starts at the next multiple of the limit.',
    deviate: startAt((position, _, { limit }) =>
      limit === 0 ? position + 1 : Math.ceil((position + 1) / limit) * limit,
    ),
  },
  {
    id: 'cursors/last-site-starts-again',
    title: 'After the last site the list starts again.',
    deviate: startAt((position, sites) => (position + 1 === sites.length ? 0 : position + 1)),
  },
  {
    id: 'cursors/last-site-refused',
    title: 'The last site is refused as a cursor.',
    deviate: startAt((position, sites) => {
      if (position + 1 === sites.length) throw new Refusal('not-found', 'there is no next page');
      return position + 1;
    }),
  },
  {
    id: 'cursors/middle-of-page-refused',
    title: 'Only the last site of a returned page is accepted as a cursor.',
    deviate: (service) => {
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
    },
    level: 'should',
  },
  {
    id: 'cursors/words-ignored',
    title: 'A cursor that is not a UUID is ignored.',
    deviate: ignoreCursor((text) => !isUuid(text)),
  },
  {
    id: 'cursors/empty-ignored',
    title: 'An empty cursor is ignored, although it is not a UUID.',
    level: 'should',
    deviate: ignoreCursor((text) => text === ''),
  },
  {
    id: 'cursors/words-crash',
    title: 'A cursor that is not a UUID gets status 500.',
    deviate: ignoreCursor((text) => {
      if (!isUuid(text)) throw new Error('invalid input syntax for type uuid');
      return false;
    }),
  },
  {
    id: 'cursors/unknown-crashes',
    title: 'A cursor that names no site gets status 500.',
    deviate: (service) => {
      const { paginate } = service;
      service.paginate = (sites, query, exchange) => {
        const isKnown = sites.some(({ id }) => id === query.after);
        if (query.after !== undefined && !isKnown) throw new Error('undefined is not an object');
        return paginate(sites, query, exchange);
      };
    },
  },
  {
    id: 'cursors/numbers-accepted',
    title: 'A number is accepted as a cursor and taken for an offset.',
    deviate: (service) => {
      const { readAfter, paginate } = service;
      service.readAfter = (text, exchange) =>
        text !== null && /^\d+$/.test(text) ? text : readAfter(text, exchange);
      service.paginate = (sites, query, exchange) =>
        query.after !== undefined && /^\d+$/.test(query.after)
          ? paginate(sites.slice(Number(query.after)), { ...query, after: undefined }, exchange)
          : paginate(sites, query, exchange);
    },
  },
  {
    id: 'cursors/stops-after-20-sites',
    title: 'Nothing is listed after the twentieth site.',
    deviate: (service) => {
      const { order } = service;
      service.order = (sites, exchange) => order(sites, exchange).slice(0, 20);
    },
  },
  {
    id: 'cursors/stops-after-50-sites',
    title: 'Nothing is listed after the fiftieth site.',
    thorough: true,
    deviate: (service) => {
      const { order } = service;
      service.order = (sites, exchange) => order(sites, exchange).slice(0, 50);
    },
  },
  {
    id: 'cursors/of-other-workspace-accepted-as-position',
    title: 'A site of another workspace is a cursor that continues in that workspace.',
    deviate: (service) => {
      const { paginate } = service;
      service.paginate = (sites, query, exchange) => {
        const site = query.after === undefined ? undefined : service.store.findSite(query.after);
        const isForeign = site !== undefined && site.workspaceId !== exchange.resourceId;
        return paginate(
          isForeign ? service.store.sitesOf(site.workspaceId) : sites,
          query,
          exchange,
        );
      };
    },
  },
];
