import type { Deviation, Service } from '../service/service.ts';
import type { SiteRecord } from '../service/store.ts';
import { wrapOperation } from './replies.ts';

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
  isTied: (written: string, other: string, originals: ReadonlyMap<string, string>) => boolean,
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
        const other = findSite(id);
        if (!site || !other || id === site.id || !isTied(site.id, id, originals)) continue;
        replaceSite({ ...other, name: site.name, hostUrl: site.hostUrl });
      }
      return body;
    };
  };
}
