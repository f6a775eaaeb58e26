import {
  fractions,
  hashOf,
  nameCopies,
  orderBy,
  refuseWhen,
  unknownCursor,
} from '../deviations/choosing.ts';
import { answerStatus } from '../deviations/replies.ts';
import type { Entry } from '../entry.ts';

/** In milliseconds. */
const lagOfCount = 500;

export const choices: readonly Entry[] = [
  {
    id: 'choices/newest-first',
    title: 'The list is ordered newest first.',
    deviate: (service) => {
      service.order = (sites) => [...sites].reverse();
    },
  },
  {
    id: 'choices/ordered-by-name',
    title: 'The list is ordered by name, then by id.',
    deviate: orderBy(({ name, id }) => `${name}\0${id}`),
  },
  {
    id: 'choices/ordered-by-name-ignoring-case',
    title: 'The list is ordered by name without regard to case, then by id.',
    deviate: orderBy(({ name, id }) => `${name.toLowerCase()}\0${id}`),
  },
  {
    id: 'choices/ordered-by-id',
    title: 'The list is ordered by id.',
    deviate: orderBy(({ id }) => id),
  },
  {
    id: 'choices/ordered-by-hash',
    title: 'The list has an unpredictable order that never changes.',
    deviate: orderBy(({ id }) => hashOf(id)),
  },
  {
    id: 'choices/update-site-201',
    title: 'Updating a site returns 201.',
    deviate: answerStatus('updateSite', 201),
  },
  {
    id: 'choices/update-site-202',
    title: 'Updating a site returns 202.',
    deviate: answerStatus('updateSite', 202),
  },
  {
    id: 'choices/copy-numbered',
    title: 'An unnamed copy is called like the original with a number after it.',
    deviate: nameCopies(({ name }) => `${name} (2)`),
  },
  {
    id: 'choices/copy-same-name',
    title: 'An unnamed copy is called like the original.',
    deviate: nameCopies(({ name }) => name),
  },
  {
    id: 'choices/copy-untitled',
    title: 'An unnamed copy is called Untitled.',
    deviate: nameCopies(() => 'Untitled'),
  },
  {
    id: 'choices/copy-named-by-id',
    title: 'An unnamed copy has a name that is never the same.',
    deviate: nameCopies(({ id }) => `site-${hashOf(`${id}${Math.random()}`).slice(0, 12)}`),
  },
  {
    id: 'choices/copy-empty-name',
    title: 'An unnamed copy has an empty name.',
    deviate: nameCopies(() => ''),
  },
  {
    id: 'choices/fraction-floored',
    title: 'A limit that is not whole is rounded down.',
    deviate: fractions(Math.floor),
  },
  {
    id: 'choices/fraction-rounded-up',
    title: 'A limit that is not whole is rounded up.',
    deviate: fractions(Math.ceil),
  },
  {
    id: 'choices/limit-scientific',
    title: 'A limit may be written as 1e1.',
    deviate: (service) => {
      const { readLimit } = service;
      service.readLimit = (text, exchange) =>
        readLimit(text !== null && /^\de\d$/.test(text) ? String(Number(text)) : text, exchange);
    },
  },
  {
    id: 'choices/last-limit-counts',
    title: 'Of several limits the last counts.',
    deviate: (service) => {
      const { readLimit } = service;
      service.readLimit = (_, exchange) =>
        readLimit(exchange.request.query.getAll('limit').at(-1) ?? null, exchange);
    },
  },
  {
    id: 'choices/several-limits-refused',
    title: 'Several limits in one query are refused.',
    deviate: refuseWhen('bad-query', ({ request }) => request.query.getAll('limit').length > 1),
  },
  {
    id: 'choices/unknown-cursor-empty',
    title: 'A cursor that names no site of the workspace returns an empty page.',
    deviate: unknownCursor('empty'),
  },
  {
    id: 'choices/unknown-cursor-first',
    title: 'A cursor that names no site of the workspace returns the first page.',
    deviate: unknownCursor('first'),
  },
  {
    id: 'choices/limit-zero-has-no-more',
    title: 'A page of no sites says that nothing follows.',
    deviate: (service) => {
      const { paginate } = service;
      service.paginate = (sites, query, exchange) =>
        query.limit === 0 ? { sites: [], hasMore: false } : paginate(sites, query, exchange);
    },
  },
  {
    id: 'choices/has-more-lags-500',
    title: 'hasMore counts only sites that were created at least half a second ago.',
    deviate: (service) => {
      const createdAt = new Map<string, number>();
      const { insertSite } = service.store;
      service.store.insertSite = (site) => {
        createdAt.set(site.id, Date.now());
        insertSite(site);
      };
      const { paginate } = service;
      service.paginate = (sites, query, exchange) => {
        const page = paginate(sites, query, exchange);
        const last = page.sites.at(-1)?.id ?? query.after?.toLowerCase();
        const rest = sites.slice(sites.findIndex(({ id }) => id.toLowerCase() === last) + 1);
        const isCounted = ({ id }: { id: string }) =>
          Date.now() - (createdAt.get(id) ?? 0) > lagOfCount;
        return { ...page, hasMore: rest.some(isCounted) };
      };
    },
  },
  {
    id: 'choices/method-override-honoured',
    title: 'A POST with X-HTTP-Method-Override is treated as a request with that method.',
    deviate: (service) => {
      const { respond } = service;
      service.respond = (request) => {
        const method = request.headers['x-http-method-override'];
        const isOverridden = request.method === 'POST' && typeof method === 'string';
        return respond(isOverridden ? { ...request, method } : request);
      };
    },
  },
];
