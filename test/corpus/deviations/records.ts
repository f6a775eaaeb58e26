import type { Input } from '../service/exchange.ts';
import {
  around,
  type Deviation,
  type RouteRecord,
  type Service,
  type SiteRecord,
} from '../service/service.ts';
import { wrapOperation } from './replies.ts';

/** Stores and returns an updated site with other values than requested. */
export function updateSiteAs(
  change: (site: SiteRecord, old: SiteRecord, input: Input, service: Service) => SiteRecord,
): Deviation {
  return wrapOperation('updateSite', async (exchange, plain, service) => {
    const old = service.store.findSite(exchange.resourceId);
    const body = await plain(exchange);
    const site = service.store.findSite(exchange.resourceId);
    if (!old || !site) return body;
    const changed = change(site, old, exchange.input, service);
    service.store.replaceSite(changed);
    return service.represent.site(changed, exchange);
  });
}

export function updateRouteAs(
  change: (route: RouteRecord, old: RouteRecord, input: Input) => RouteRecord,
): Deviation {
  return wrapOperation('updateRoute', async (exchange, plain, service) => {
    const old = service.store.findRoute(exchange.resourceId);
    const body = await plain(exchange);
    const route = service.store.findRoute(exchange.resourceId);
    if (!old || !route) return body;
    const changed = change(route, old, exchange.input);
    service.store.replaceRoute(changed);
    return service.represent.route(changed, exchange);
  });
}

/** Moves a record to the end by removing and inserting it. */
export const reinsert = (site: SiteRecord, service: Service): void => {
  service.store.removeSite(site.id);
  service.store.insertSite(site);
};

/** Stores and returns a copy with other values than requested. */
export function copyAs(
  change: (copy: SiteRecord, original: SiteRecord, service: Service) => SiteRecord,
): Deviation {
  return wrapOperation('duplicateSite', async (exchange, plain, service) => {
    const original = service.store.findSite(exchange.resourceId);
    const body = await plain(exchange);
    const copy = service.store.findSite(String(body['id']));
    if (!original || !copy) return body;
    const changed = change(copy, original, service);
    service.store.removeSite(copy.id);
    service.store.insertSite(changed);
    return service.represent.site(changed, exchange);
  });
}

/** Changes other records after a copy was made. */
export function afterCopy(
  effect: (copy: SiteRecord, original: SiteRecord, service: Service) => void,
): Deviation {
  return copyAs((copy, original, service) => {
    effect(copy, original, service);
    return copy;
  });
}

/** @returns whether a duplication is in progress, for steps that do not know which operation they serve */
export function watchCopying({ operations }: Service): () => boolean {
  const { duplicateSite } = operations;
  let isCopying = false;
  operations.duplicateSite = (exchange) => {
    isCopying = true;
    try {
      return duplicateSite(exchange);
    } finally {
      isCopying = false;
    }
  };
  return () => isCopying;
}

/** Ties sites together: a write to one also changes the others. */
export function tie(
  isTied: (written: string, id: string, originals: ReadonlyMap<string, string>) => boolean,
): Deviation {
  return (service) => {
    const originals = new Map<string, string>();
    const { replaceSite, findSite } = service.store;
    afterCopy((copy, original) => originals.set(copy.id, original.id))(service);
    const { updateSite } = service.operations;
    service.operations.updateSite = async (exchange) => {
      const body = await updateSite(exchange);
      const site = findSite(exchange.resourceId);
      for (const id of site ? new Set([...originals.keys(), ...originals.values()]) : []) {
        const original = findSite(id);
        if (!site || !original || id === site.id || !isTied(site.id, id, originals)) continue;
        replaceSite({ ...original, name: site.name, hostUrl: site.hostUrl });
      }
      return body;
    };
  };
}

/** Changes the result of lists; other reads and all writes are unchanged. */
function changeListing(
  change: (sites: readonly SiteRecord[], service: Service) => readonly SiteRecord[],
): Deviation {
  return around(
    'listedSites',
    (listedSites, service) => (workspaceId) => change(listedSites(workspaceId), service),
  );
}

/** Hides sites that meet a condition from the list. */
export const hide = (isHidden: (site: SiteRecord) => boolean): Deviation =>
  changeListing((sites) => sites.filter((site) => !isHidden(site)));

/** Creates sites in both workspaces before the first request. */
export const prefill =
  (count: number, write: (index: number) => Pick<SiteRecord, 'name' | 'hostUrl'>): Deviation =>
  (service) => {
    for (const workspaceId of service.workspaceIds) {
      for (let index = 0; index < count; index += 1) addSite(service, workspaceId, write(index));
    }
  };

export function addSite(
  service: Service,
  workspaceId: string,
  content: Pick<SiteRecord, 'name' | 'hostUrl'>,
): SiteRecord {
  const site: SiteRecord = {
    ...content,
    id: service.newIdentifier('site'),
    workspaceId,
    locale: undefined,
    apiKey: service.newIdentifier('apiKey'),
  };
  service.store.insertSite(site);
  return site;
}

interface WriterOptions {
  readonly perSecond: number;
  /** The writes of the other clients, in rotation. */
  readonly actions: readonly ('create' | 'rename' | 'host' | 'remove')[];
  readonly workspaces?: 'first' | 'both';
}

/** Lets other clients write during the run; they change only their own records. */
export const otherWriters =
  ({ perSecond, actions, workspaces = 'both' }: WriterOptions): Deviation =>
  (service) => {
    const createdIds: string[] = [];
    let turn = 0;
    const act = (): void => {
      const action = actions[turn % actions.length];
      const workspaceId = service.workspaceIds[workspaces === 'both' ? turn % 2 : 0];
      turn += 1;
      const site = service.store.findSite(
        createdIds[(turn * 7) % Math.max(1, createdIds.length)] ?? '',
      );
      if (action === 'create' || !site) {
        const added = addSite(service, workspaceId ?? '', {
          name: `Theirs ${turn}`,
          hostUrl: null,
        });
        createdIds.push(added.id);
      } else if (action === 'remove') {
        service.store.removeSite(site.id);
        createdIds.splice(createdIds.indexOf(site.id), 1);
      } else if (action === 'rename') {
        service.store.replaceSite({ ...site, name: `Theirs ${turn} renamed` });
      } else {
        service.store.replaceSite({ ...site, hostUrl: `https://theirs-${turn}.example.org` });
      }
    };
    service.background.push(() => {
      // The resolution of timers: at high rates, several writes share one tick.
      const tick = Math.max(5, 1000 / perSecond);
      const timer = setInterval(() => {
        for (let done = 0; done < (perSecond * tick) / 1000; done += 1) act();
      }, tick);
      timer.unref();
      return () => clearInterval(timer);
    });
  };
