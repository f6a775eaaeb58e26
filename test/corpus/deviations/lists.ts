import { createHash } from 'node:crypto';
import { endpoints } from '../../../generated/endpoints.ts';
import {
  type Exchange,
  operationIds,
  type Query,
  Refusal,
  type RefusalReason,
} from '../service/exchange.ts';
import { isObject } from '../service/field-rules.ts';
import {
  around,
  type Deviation,
  type Service,
  type SitePage,
  type SiteRecord,
} from '../service/service.ts';
import { wrapOperation } from './replies.ts';

export const otherSites = (service: Service, workspaceId: string): readonly SiteRecord[] =>
  service.workspaceIds
    .filter((id) => id !== workspaceId)
    .flatMap((id) => service.store.sitesOf(id));

/** Adds sites of other workspaces to some pages. */
export const leak = (
  add: (
    page: SitePage,
    foreign: readonly SiteRecord[],
    after: string | undefined,
  ) => readonly SiteRecord[],
): Deviation =>
  changePage((page, { service, exchange, query }) => ({
    ...page,
    sites: add(page, otherSites(service, exchange.resourceId), query.after),
  }));

export const changeSitesOfList = (
  change: (
    sites: readonly SiteRecord[],
    workspaceId: string,
    service: Service,
  ) => readonly SiteRecord[],
): Deviation =>
  around(
    'listedSites',
    (listedSites, service) => (workspaceId) =>
      change(listedSites(workspaceId), workspaceId, service),
  );

/** Changes a valid query. */
export function changeQuery(change: (query: Query, exchange: Exchange) => Query): Deviation {
  return around(
    'paginate',
    (paginate) => (sites, query, exchange) => paginate(sites, change(query, exchange), exchange),
  );
}

export interface Paging {
  readonly sites: readonly SiteRecord[];
  readonly query: Query;
  readonly exchange: Exchange;
  readonly service: Service;
}

/** Changes a correct page. */
export function changePage(change: (page: SitePage, paging: Paging) => SitePage): Deviation {
  return around(
    'paginate',
    (paginate, service) => (sites, query, exchange) =>
      change(paginate(sites, query, exchange), { sites, query, exchange, service }),
  );
}

/** Whether the request has a limit. */
export const namesLimit = (exchange: Exchange): boolean => exchange.request.query.has('limit');

/** Starts a page elsewhere than after its cursor. */
export function startAt(
  find: (position: number, sites: readonly SiteRecord[], query: Query) => number,
): Deviation {
  return around('paginate', (paginate) => (sites, query, exchange) => {
    if (query.after === undefined) return paginate(sites, query, exchange);
    const position = sites.findIndex(({ id }) => id === query.after);
    if (position < 0) return paginate(sites, query, exchange);
    const start = find(position, sites, query);
    const end = start + query.limit;
    return { sites: sites.slice(start, end), hasMore: end < sites.length };
  });
}

export const ignoreCursor = (isIgnored: (text: string) => boolean): Deviation =>
  around(
    'readAfter',
    (readAfter) => (text, exchange) =>
      text !== null && isIgnored(text) ? undefined : readAfter(text, exchange),
  );

export const isUuid = (text: string): boolean => /^[0-9a-f-]{36}$/i.test(text);

/** Number of pages of the same size before a cursor. */
export const pageNumber = (sites: readonly SiteRecord[], query: Query): number =>
  query.limit === 0
    ? 0
    : Math.floor((sites.findIndex(({ id }) => id === query.after) + 1) / query.limit);

/** By code units, as most databases do. */
export function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

export const orderBy =
  (keyOf: (site: SiteRecord) => string): Deviation =>
  (service) => {
    service.order = (sites) =>
      sites
        .map((site) => ({ site, key: keyOf(site) }))
        .sort((left, right) => compareTexts(left.key, right.key))
        .map(({ site }) => site);
  };

export const hashOf = (text: string): string => createHash('sha1').update(text).digest('hex');

export const nameCopies =
  (nameCopy: (original: SiteRecord) => string): Deviation =>
  (service) => {
    service.nameCopy = nameCopy;
  };

/** Refuses requests that meet a condition, immediately before the operation. */
export const refuseWhen = (
  reason: RefusalReason,
  isRefused: (exchange: Exchange) => boolean,
  status?: number,
): Deviation =>
  around('checkBody', (checkBody) => (exchange) => {
    checkBody(exchange);
    if (isRefused(exchange))
      throw new Refusal(reason, 'refused by a rule of this deployment', status);
  });

export const isEmptyUpdate = ({ operationId, body }: Exchange): boolean =>
  (operationId === 'updateSite' || operationId === 'updateRoute') &&
  isObject(body) &&
  Object.keys(body).length === 0;

export const knownQueries: Readonly<Record<string, readonly string[]>> = {
  listSites: ['limit', 'after'],
  createRoute: ['skipValidation'],
  updateRoute: ['skipValidation'],
};

export const unknownCursor = (answer: 'empty' | 'first'): Deviation =>
  around('paginate', (paginate) => (sites, query, exchange) => {
    if (query.after === undefined || sites.some(({ id }) => id === query.after)) {
      return paginate(sites, query, exchange);
    }
    if (answer === 'empty') return { sites: [], hasMore: false };
    return paginate(sites, { ...query, after: undefined }, exchange);
  });

export const fractions = (round: (limit: number) => number): Deviation =>
  around(
    'readLimit',
    (readLimit) => (text, exchange) =>
      readLimit(
        text !== null && /^\d+\.\d+$/.test(text) ? String(round(Number(text))) : text,
        exchange,
      ),
  );

export const knownWorkspaces =
  (status: number, isAsked: (exchange: Exchange) => boolean): Deviation =>
  (service) => {
    const workspaces = new Set<string>(service.workspaceIds);
    refuseWhen(
      'not-found',
      (exchange) =>
        exchange.operationId !== 'unmatched' &&
        endpoints[exchange.operationId].path.includes('{workspaceId}') &&
        isAsked(exchange) &&
        !workspaces.has(exchange.resourceId.toLowerCase()),
      status,
    )(service);
  };

type WriteKind = 'insert' | 'replace' | 'remove';

interface Change {
  readonly due: number;
  /** A late change must not undo a newer one that was applied early. */
  readonly sequence: number;
  readonly site: SiteRecord;
}

/** A replica of all sites that applies each change when it is due. */
function createReplica(isThere: (id: string) => boolean) {
  const workspaces = new Map<string, Map<string, SiteRecord>>();
  const newest = new Map<string, number>();
  let waiting: Change[] = [];
  let sequence = 0;
  const sitesOf = (workspaceId: string): Map<string, SiteRecord> => {
    const key = workspaceId.toLowerCase();
    const sites = workspaces.get(key) ?? new Map<string, SiteRecord>();
    workspaces.set(key, sites);
    return sites;
  };
  const learn = (change: Change): void => {
    const { site } = change;
    if ((newest.get(site.id) ?? 0) > change.sequence) return;
    newest.set(site.id, change.sequence);
    if (isThere(site.id)) sitesOf(site.workspaceId).set(site.id, site);
    else sitesOf(site.workspaceId).delete(site.id);
  };
  return {
    note: (site: SiteRecord, lag: number): void => {
      sequence += 1;
      waiting.push({ due: Date.now() + lag, sequence, site });
    },
    read: (workspaceId: string): readonly SiteRecord[] => {
      const now = Date.now();
      const due = waiting.filter((change) => change.due <= now);
      if (due.length > 0) waiting = waiting.filter((change) => change.due > now);
      for (const change of due) learn(change);
      return [...sitesOf(workspaceId).values()];
    },
  };
}

/** Reads of sites that are not lists, such as one by its id. */
const reads = operationIds.filter(
  (id) => endpoints[id].method === 'GET' && endpoints[id].path.includes('{siteId}'),
);

/** Lists and reads sites from a replica that applies changes with a delay. */
export const lagList =
  (lag: (kind: WriteKind) => number): Deviation =>
  (service) => {
    const { insertSite, replaceSite, removeSite, findSite } = service.store;
    const replica = createReplica((id) => findSite(id) !== undefined);
    service.store.insertSite = (site) => {
      insertSite(site);
      replica.note(site, lag('insert'));
    };
    service.store.replaceSite = (site) => {
      replaceSite(site);
      replica.note(site, lag('replace'));
    };
    service.store.removeSite = (id) => {
      const site = findSite(id);
      removeSite(id);
      if (site) replica.note(site, lag('remove'));
    };
    service.listedSites = replica.read;
    for (const operationId of reads)
      wrapOperation(operationId, (exchange, plain) => {
        const plainFind = service.store.findSite;
        const sites = service.workspaceIds.flatMap(replica.read);
        service.store.findSite = (id) =>
          sites.find((site) => site.id.toLowerCase() === id.toLowerCase());
        try {
          return plain(exchange);
        } finally {
          service.store.findSite = plainFind;
        }
      })(service);
  };
