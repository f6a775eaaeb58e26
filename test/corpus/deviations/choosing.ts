import { createHash } from 'node:crypto';
import { endpoints } from '../../../generated/endpoints.ts';
import type { Exchange } from '../service/exchange.ts';
import { isObject } from '../service/field-rules.ts';
import { Refusal, type RefusalReason } from '../service/refusal.ts';
import type { Deviation } from '../service/service.ts';
import type { SiteRecord } from '../service/store.ts';

export const orderBy =
  (keyOf: (site: SiteRecord) => string): Deviation =>
  (service) => {
    service.order = (sites) =>
      sites
        .map((site) => ({ site, key: keyOf(site) }))
        .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
        .map(({ site }) => site);
  };

export const hashOf = (text: string): string => createHash('sha1').update(text).digest('hex');

export const nameCopies =
  (nameCopy: (original: SiteRecord) => string): Deviation =>
  (service) => {
    service.nameCopy = nameCopy;
  };

/** Refuses requests that meet a condition, immediately before the operation. */
export const refuseWhen =
  (reason: RefusalReason, isRefused: (exchange: Exchange) => boolean, status?: number): Deviation =>
  (service) => {
    const { checkBody } = service;
    service.checkBody = (exchange) => {
      checkBody(exchange);
      if (isRefused(exchange))
        throw new Refusal(reason, 'refused by a rule of this deployment', status);
    };
  };

export const isEmptyUpdate = ({ operationId, body }: Exchange): boolean =>
  (operationId === 'updateSite' || operationId === 'updateRoute') &&
  isObject(body) &&
  Object.keys(body).length === 0;

export const knownQueries: Readonly<Record<string, readonly string[]>> = {
  listSites: ['limit', 'after'],
  createRoute: ['skipValidation'],
  updateRoute: ['skipValidation'],
};

export const unknownCursor =
  (answer: 'empty' | 'first'): Deviation =>
  (service) => {
    const { paginate } = service;
    service.paginate = (sites, query, exchange) => {
      if (query.after === undefined || sites.some(({ id }) => id === query.after)) {
        return paginate(sites, query, exchange);
      }
      if (answer === 'empty') return { sites: [], hasMore: false };
      return paginate(sites, { ...query, after: undefined }, exchange);
    };
  };

export const fractions =
  (round: (limit: number) => number): Deviation =>
  (service) => {
    const { readLimit } = service;
    service.readLimit = (text, exchange) =>
      readLimit(
        text !== null && /^\d+\.\d+$/.test(text) ? String(round(Number(text))) : text,
        exchange,
      );
  };

export const knownWorkspaces =
  (status: number, isAsked: (exchange: Exchange) => boolean): Deviation =>
  (service) => {
    const known = new Set<string>(service.workspaceIds);
    refuseWhen(
      'not-found',
      (exchange) =>
        exchange.operationId !== 'unmatched' &&
        endpoints[exchange.operationId].path.includes('{workspaceId}') &&
        isAsked(exchange) &&
        !known.has(exchange.resourceId.toLowerCase()),
      status,
    )(service);
  };
