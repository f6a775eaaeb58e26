import { Refusal } from '../refusal.ts';

export function refuseUnknownSite(siteId: string): Refusal {
  return new Refusal('not-found', `Site ${siteId} not found. Create it first.`);
}

export function refuseUnknownRoute(routeId: string): Refusal {
  return new Refusal('not-found', `Route ${routeId} not found. Create it first.`);
}

/** @param pointer the field whose value is already taken */
export function refuseConflict(pointer: string, detail: string): Refusal {
  return new Refusal('conflict', detail, { faults: [{ pointer, detail: 'is already taken' }] });
}
