import { changeBody, changeSites } from '../deviations/replies.ts';
import type { Entry } from '../entry.ts';
import type { Deviation, IdentifierKind } from '../service/service.ts';

/** Takes ids of one kind from a small ring, so that they repeat. */
const ring =
  (kinds: readonly IdentifierKind[], size: number): Deviation =>
  (service) => {
    const { newIdentifier } = service;
    const drawn: string[] = [];
    let next = 0;
    service.newIdentifier = (kind) => {
      if (!kinds.includes(kind)) return newIdentifier(kind);
      const id = drawn[next % size] ?? newIdentifier(kind);
      drawn[next % size] = id;
      next += 1;
      return id;
    };
  };

/** Derives ids of one kind only from the time, so that records within 50 milliseconds share one. */
const fromTime =
  (drawn: IdentifierKind): Deviation =>
  (service) => {
    const { newIdentifier } = service;
    let last = { at: 0, id: '' };
    service.newIdentifier = (kind) => {
      if (kind !== drawn) return newIdentifier(kind);
      if (Date.now() - last.at > 50) last = { at: Date.now(), id: newIdentifier(kind) };
      return last.id;
    };
  };

/** Finds a record by part of its id, if no record has the whole id. */
const findByPart =
  (toPart: (id: string) => string): Deviation =>
  (service) => {
    const { store } = service;
    const { findSite, findRoute, insertSite, insertRoute } = store;
    const known = { sites: new Map<string, string>(), routes: new Map<string, string>() };
    store.insertSite = (site) => {
      known.sites.set(toPart(site.id), site.id);
      insertSite(site);
    };
    store.insertRoute = (route) => {
      known.routes.set(toPart(route.id), route.id);
      insertRoute(route);
    };
    store.findSite = (id) =>
      findSite(id) ?? findSite(known.sites.get(toPart(id.toLowerCase())) ?? '');
    store.findRoute = (id) =>
      findRoute(id) ?? findRoute(known.routes.get(toPart(id.toLowerCase())) ?? '');
  };

export const identifiers: readonly Entry[] = [
  {
    id: 'identifiers/site-ids-always-same',
    title: 'Every site gets the same id.',
    deviate: ring(['site'], 1),
  },
  {
    id: 'identifiers/site-ids-reused-after-four',
    title: 'The fifth site gets the id of the first.',
    deviate: ring(['site'], 4),
  },
  {
    id: 'identifiers/api-keys-always-same',
    title: 'Every site gets the same apiKey.',
    deviate: ring(['apiKey'], 1),
  },
  {
    id: 'identifiers/route-ids-always-same',
    title: 'Every route gets the same id.',
    deviate: ring(['route'], 1),
  },
  {
    id: 'identifiers/route-ids-reused-after-three',
    title: 'The fourth route gets the id of the first.',
    deviate: ring(['route'], 3),
  },
  {
    id: 'identifiers/webhook-ids-always-same',
    title: 'Every webhook gets the same id.',
    deviate: ring(['webhook'], 1),
  },
  {
    id: 'identifiers/webhook-ids-reused-after-two',
    title: 'The third webhook gets the id of the first.',
    deviate: ring(['webhook'], 2),
  },
  {
    id: 'identifiers/route-id-by-pathname',
    title: 'Routes of the same pathname get the same id, also on different sites.',
    deviate: (service) => {
      const ids = new Map<unknown, unknown>();
      changeBody(['createRoute'], (route) => {
        const id = ids.get(route['pathname']) ?? route['id'];
        ids.set(route['pathname'], id);
        return { ...route, id };
      })(service);
    },
  },
  {
    id: 'identifiers/api-key-is-site-id',
    title: 'The apiKey of every site equals its id.',
    level: 'should',
    deviate: changeSites((site) => ({ ...site, apiKey: site['id'] })),
  },
  {
    id: 'identifiers/route-id-is-site-id',
    title: 'A created route returns the id of its site as its own.',
    deviate: changeBody(['createRoute'], (route, { resourceId }) => ({ ...route, id: resourceId })),
  },
  {
    id: 'concurrency/creations-share-api-key',
    title: 'Sites that are created within the same 50 milliseconds get the same apiKey.',
    deviate: fromTime('apiKey'),
  },
  {
    id: 'identifiers/api-key-of-the-workspace',
    title: 'All sites of a workspace have the same apiKey.',
    deviate: (service) => {
      const keys = new Map<string, string>();
      const { insertSite } = service.store;
      service.store.insertSite = (site) => {
        const apiKey = keys.get(site.workspaceId) ?? site.apiKey;
        keys.set(site.workspaceId, apiKey);
        insertSite({ ...site, apiKey });
      };
      const { site: represent } = service.represent;
      service.represent.site = (site, exchange) =>
        represent({ ...site, apiKey: keys.get(site.workspaceId) ?? site.apiKey }, exchange);
    },
  },
  ...(
    [
      ['eight-characters', 'first eight characters', (id: string) => id.slice(0, 8)],
      ['three-groups', 'first three groups', (id: string) => id.slice(0, 18)],
      ['all-but-the-last-group', 'groups before the last', (id: string) => id.slice(0, 23)],
      ['the-last-group', 'last group', (id: string) => id.slice(24)],
    ] as const
  ).map(
    ([slug, what, toPart]): Entry => ({
      id: `identifiers/matched-by-${slug}`,
      title: `Sites and routes are found by the ${what} of their id.`,
      deviate: findByPart(toPart),
    }),
  ),
];
