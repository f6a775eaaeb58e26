import { changePage, changeQuery, namesLimit } from '../deviations/paging.ts';
import type { Entry } from '../entry.ts';
import { Refusal } from '../service/refusal.ts';
import type { Deviation } from '../service/service.ts';

const defaultLimit = (limit: number): Deviation =>
  changeQuery((query, exchange) => (namesLimit(exchange) ? query : { ...query, limit }));

const cap = (limit: number): Deviation =>
  changeQuery((query) => ({ ...query, limit: Math.min(query.limit, limit) }));

/** Parses some texts of a limit differently; undefined uses the plain parser. */
const readLimitAs =
  (read: (text: string) => number | undefined): Deviation =>
  (service) => {
    const { readLimit } = service;
    service.readLimit = (text, exchange) =>
      (text === null ? undefined : read(text)) ?? readLimit(text, exchange);
  };

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
  ...[1, 5, 10, 15, 19, 21, 25].map((limit) => ({
    id: `limits/default-${limit}`,
    title: `A page has ${limit} sites when no limit is given.`,
    deviate: defaultLimit(limit),
  })),
  ...[30, 50, 100].map((limit) => ({
    id: `limits/default-${limit}`,
    title: `A page has ${limit} sites when no limit is given.`,
    deviate: defaultLimit(limit),
  })),
  { id: 'limits/capped-at-20', title: 'No page has more than 20 sites.', deviate: cap(20) },
  {
    id: 'limits/capped-at-50',
    title: 'No page has more than 50 sites.',
    thorough: true,
    deviate: cap(50),
  },
  {
    id: 'limits/ignored-with-after',
    title: 'The limit is ignored when a cursor is given.',
    deviate: changeQuery((query) => (query.after === undefined ? query : { ...query, limit: 20 })),
  },
  {
    id: 'limits/one-too-few',
    title: 'A page has one site fewer than the limit.',
    deviate: changeQuery((query) => ({ ...query, limit: Math.max(0, query.limit - 1) })),
  },
  {
    id: 'limits/one-becomes-none',
    title: 'A limit of 1 returns no site.',
    deviate: changePage((page, { query }) => (query.limit === 1 ? { ...page, sites: [] } : page)),
  },
  {
    id: 'limits/zero-becomes-default',
    title: 'A limit of 0 returns 20 sites.',
    deviate: changeQuery((query) => (query.limit === 0 ? { ...query, limit: 20 } : query)),
  },
  {
    id: 'limits/hundred-refused',
    title: 'A limit of 100 is refused.',
    deviate: refuseLimit((limit) => limit === 100),
  },
  {
    id: 'limits/above-50-refused',
    title: 'A limit above 50 is refused.',
    deviate: refuseLimit((limit) => limit > 50),
  },
  {
    id: 'limits/101-accepted',
    title: 'A limit of 101 is accepted, the bound being off by one.',
    deviate: readLimitAs((text) => (text === '101' ? 101 : undefined)),
  },
  {
    id: 'limits/huge-crashes',
    title: 'A limit far above the bound gets status 500.',
    deviate: crashOn((text) => Number(text) > 100),
  },
  {
    id: 'limits/negative-crashes',
    title: 'A negative limit gets status 500.',
    deviate: crashOn((text) => text.startsWith('-')),
  },
  {
    id: 'limits/words-as-default',
    title: 'A limit that is not a number is treated as the default.',
    deviate: readLimitAs((text) => (Number.isNaN(Number(text)) ? 20 : undefined)),
  },
];
