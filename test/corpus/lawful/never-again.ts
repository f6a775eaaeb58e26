import type { Entry } from '../entry.ts';
import { Refusal } from '../service/refusal.ts';
import type { Deviation } from '../service/service.ts';

/** Once a record no longer has a value, no record may have it again, including the same one. */
function createUsed(): (value: string | null, before: string | null) => void {
  const used = new Set<string>();
  return (value, before) => {
    if (value === before) return;
    if (value !== null && used.has(value)) throw new Refusal('conflict', 'was in use before');
    if (before !== null) used.add(before);
  };
}

const siteField =
  (field: 'name' | 'hostUrl'): Deviation =>
  (service) => {
    const use = createUsed();
    const { findSite, replaceSite } = service.store;
    service.store.replaceSite = (site) => {
      use(site[field], findSite(site.id)?.[field] ?? null);
      replaceSite(site);
    };
  };

export const neverAgain: readonly Entry[] = [
  {
    id: 'host-rules/never-again',
    title: 'A host that a site has given up cannot be had again.',
    deviate: siteField('hostUrl'),
  },
  {
    id: 'name-rules/never-again',
    title: 'A name that a site has given up cannot be had again.',
    deviate: siteField('name'),
  },
  {
    id: 'route-rules/never-again',
    title: 'A pathname that a route has given up cannot be had again.',
    deviate: (service) => {
      const use = createUsed();
      const { findRoute, replaceRoute } = service.store;
      service.store.replaceRoute = (route) => {
        use(route.pathname, findRoute(route.id)?.pathname ?? null);
        replaceRoute(route);
      };
    },
  },
];
