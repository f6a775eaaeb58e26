import { changePage, changeQuery, namesLimit } from '../deviations/paging.ts';
import type { Entry } from '../entry.ts';
import { listFilled } from '../probe/fill.ts';
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
  {
    id: 'limits/default-none',
    title: 'A page has all sites when no limit is given.',
    deviate: defaultLimit(Number.MAX_SAFE_INTEGER),
  },
  {
    id: 'limits/default-zero',
    title: 'A page has no sites when no limit is given.',
    deviate: defaultLimit(0),
  },
  {
    id: 'limits/default-10-later-page',
    title: 'Without a limit, pages after the first have 10 sites.',
    deviate: changeQuery((query, exchange) =>
      namesLimit(exchange) || query.after === undefined ? query : { ...query, limit: 10 },
    ),
  },
  { id: 'limits/capped-at-5', title: 'No page has more than 5 sites.', deviate: cap(5) },
  { id: 'limits/capped-at-10', title: 'No page has more than 10 sites.', deviate: cap(10) },
  { id: 'limits/capped-at-20', title: 'No page has more than 20 sites.', deviate: cap(20) },
  { id: 'limits/capped-at-25', title: 'No page has more than 25 sites.', deviate: cap(25) },
  {
    id: 'limits/capped-at-50',
    title: 'No page has more than 50 sites.',
    thorough: true,
    deviate: cap(50),
    proof: (client) => listFilled(client, 52, 'limit=100'),
  },
  {
    id: 'limits/capped-at-99',
    title: 'No page has more than 99 sites.',
    thorough: true,
    deviate: cap(99),
    proof: (client) => listFilled(client, 101, 'limit=100'),
  },
  {
    id: 'limits/ignored',
    title: 'The limit is ignored; a page has 20 sites.',
    deviate: changeQuery((query) => ({ ...query, limit: 20 })),
  },
  {
    id: 'limits/ignored-with-after',
    title: 'The limit is ignored when a cursor is given.',
    deviate: changeQuery((query) => (query.after === undefined ? query : { ...query, limit: 20 })),
  },
  {
    id: 'limits/one-too-many',
    title: 'A page has one site more than the limit.',
    deviate: changePage((page, { sites, query }) => {
      const next = sites[sites.findIndex(({ id }) => id === page.sites.at(-1)?.id) + 1];
      return page.sites.length === query.limit && query.limit > 0 && next
        ? { ...page, sites: [...page.sites, next] }
        : page;
    }),
  },
  {
    id: 'limits/one-too-few',
    title: 'A page has one site fewer than the limit.',
    deviate: changeQuery((query) => ({ ...query, limit: Math.max(0, query.limit - 1) })),
  },
  {
    id: 'limits/one-becomes-two',
    title: 'A limit of 1 returns two sites.',
    deviate: changeQuery((query) => (query.limit === 1 ? { ...query, limit: 2 } : query)),
  },
  {
    id: 'limits/one-becomes-none',
    title: 'A limit of 1 returns no site.',
    deviate: changePage((page, { query }) => (query.limit === 1 ? { ...page, sites: [] } : page)),
  },
  {
    id: 'limits/one-becomes-default',
    title: 'A limit of 1 returns 20 sites.',
    deviate: changeQuery((query) => (query.limit === 1 ? { ...query, limit: 20 } : query)),
  },
  {
    id: 'limits/odd-rounded-up',
    title: 'An odd limit is rounded up to the next even one.',
    deviate: changeQuery((query) => ({ ...query, limit: query.limit + (query.limit % 2) })),
  },
  {
    id: 'limits/at-least-5',
    title: 'A page has at least 5 sites, whatever limit is given.',
    deviate: changeQuery((query) => ({
      ...query,
      limit: query.limit === 0 ? 0 : Math.max(5, query.limit),
    })),
  },
  {
    id: 'limits/zero-refused',
    title: 'A limit of 0 is refused.',
    deviate: refuseLimit((limit) => limit === 0),
  },
  {
    id: 'limits/zero-becomes-default',
    title: 'A limit of 0 returns 20 sites.',
    deviate: changeQuery((query) => (query.limit === 0 ? { ...query, limit: 20 } : query)),
  },
  {
    id: 'limits/zero-becomes-one',
    title: 'A limit of 0 returns one site.',
    deviate: changeQuery((query) => (query.limit === 0 ? { ...query, limit: 1 } : query)),
  },
  {
    id: 'limits/zero-means-all',
    title: 'A limit of 0 returns all sites.',
    deviate: changeQuery((query) =>
      query.limit === 0 ? { ...query, limit: Number.MAX_SAFE_INTEGER } : query,
    ),
  },
  {
    id: 'limits/zero-crashes',
    title: 'A limit of 0 gets status 500.',
    deviate: crashOn((text) => text === '0'),
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
    id: 'limits/hundred-crashes',
    title: 'A limit of 100 gets status 500.',
    deviate: crashOn((text) => text === '100'),
  },
  {
    id: 'limits/101-accepted',
    title: 'A limit of 101 is accepted, the bound being off by one.',
    deviate: readLimitAs((text) => (text === '101' ? 101 : undefined)),
  },
  {
    id: 'limits/above-100-clamped',
    title: 'A limit above 100 is accepted as 100 instead of refused.',
    deviate: readLimitAs((text) => (/^\d+$/.test(text) ? Math.min(100, Number(text)) : undefined)),
  },
  {
    id: 'limits/above-100-accepted',
    title: 'A limit above 100 is accepted.',
    deviate: readLimitAs((text) => (/^\d+$/.test(text) ? Number(text) : undefined)),
  },
  {
    id: 'limits/three-digits-accepted',
    title: 'Every limit of up to three digits is accepted.',
    deviate: readLimitAs((text) => (/^\d{1,3}$/.test(text) ? Number(text) : undefined)),
  },
  {
    id: 'limits/huge-crashes',
    title: 'A limit far above the bound gets status 500.',
    deviate: crashOn((text) => Number(text) > 100),
  },
  {
    id: 'limits/minus-one-accepted',
    title: 'A limit of -1 is accepted and means all.',
    deviate: readLimitAs((text) => (text === '-1' ? Number.MAX_SAFE_INTEGER : undefined)),
  },
  {
    id: 'limits/negative-as-zero',
    title: 'A negative limit is accepted as 0.',
    deviate: readLimitAs((text) => (/^-\d+$/.test(text) ? 0 : undefined)),
  },
  {
    id: 'limits/negative-as-default',
    title: 'A negative limit is treated as the default.',
    deviate: readLimitAs((text) => (/^-\d+$/.test(text) ? 20 : undefined)),
  },
  {
    id: 'limits/negative-absolute',
    title: 'The sign of a negative limit is ignored.',
    deviate: readLimitAs((text) =>
      /^-\d+$/.test(text) ? Math.min(100, -Number(text)) : undefined,
    ),
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
  {
    id: 'limits/words-as-zero',
    title: 'A limit that is not a number is accepted as 0.',
    deviate: readLimitAs((text) => (Number.isNaN(Number(text)) ? 0 : undefined)),
  },
  {
    id: 'limits/leading-digits-read',
    title: 'Only the leading digits of a limit are read, so that 5abc is 5.',
    deviate: readLimitAs((text) => {
      const limit = Number.parseInt(text, 10);
      return limit >= 0 && limit <= 100 ? limit : undefined;
    }),
  },
  {
    id: 'limits/words-crash',
    title: 'A limit that is not a number gets status 500.',
    deviate: crashOn((text) => Number.isNaN(Number(text))),
  },
  {
    id: 'limits/compared-as-text',
    title: 'Limits are compared as text, so that 9 counts as more than 100 and is refused.',
    deviate: refuseLimit((limit) => String(limit) > '100' && limit < 100),
  },
  {
    id: 'limits/fraction-crashes',
    title: 'A limit that is not whole gets status 500.',
    deviate: crashOn((text) => /^\d+\.\d+$/.test(text)),
  },
];
