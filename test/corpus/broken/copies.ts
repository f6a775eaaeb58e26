import { afterCopy, copyAs, tie } from '../deviations/records.ts';
import { changeBody, changeSites, wrapOperation } from '../deviations/replies.ts';
import { alsoDemand, demandField } from '../deviations/requests.ts';
import { type Entry, entries, should } from '../entry.ts';
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

/** Finds a record by the first eight characters of its id, if no record has the whole id. */
const findByStart: Deviation = ({ store, workspaceIds }) => {
  const { findSite, findRoute, sitesOf, routesOf } = store;
  const listSites = () => workspaceIds.flatMap((id) => sitesOf(id));
  const isLike = (id: string) => (record: { id: string }) =>
    record.id.slice(0, 8) === id.slice(0, 8).toLowerCase();
  store.findSite = (id) => findSite(id) ?? listSites().find(isLike(id));
  store.findRoute = (id) =>
    findRoute(id) ??
    listSites()
      .flatMap((site) => routesOf(site.id))
      .find(isLike(id));
};

export const identifiers: readonly Entry[] = [
  ...entries({
    'identifiers/site-ids-always-same: Every site gets the same id.': ring(['site'], 1),
    'identifiers/site-ids-reused-after-four: The fifth site gets the id of the first.': ring(
      ['site'],
      4,
    ),
    'identifiers/api-keys-always-same: Every site gets the same apiKey.': ring(['apiKey'], 1),
    'identifiers/route-ids-always-same: Every route gets the same id.': ring(['route'], 1),
    'identifiers/route-ids-reused-after-three: The fourth route gets the id of the first.': ring(
      ['route'],
      3,
    ),
    'identifiers/webhook-ids-always-same: Every webhook gets the same id.': ring(['webhook'], 1),
    'identifiers/webhook-ids-reused-after-two: The third webhook gets the id of the first.': ring(
      ['webhook'],
      2,
    ),
    'identifiers/route-id-by-pathname: Routes of the same pathname get the same id, also on different sites.':
      (service) => {
        const ids = new Map<unknown, unknown>();
        changeBody(['createRoute'], (route) => {
          const id = ids.get(route['pathname']) ?? route['id'];
          ids.set(route['pathname'], id);
          return { ...route, id };
        })(service);
      },
    'identifiers/api-key-is-site-id: The apiKey of every site equals its id.': should(
      changeSites((site) => ({ ...site, apiKey: site['id'] })),
    ),
    'identifiers/route-id-is-site-id: A created route returns the id of its site as its own.':
      changeBody(['createRoute'], (route, { resourceId }) => ({ ...route, id: resourceId })),
    'concurrency/creations-share-api-key: Sites that are created within the same 50 milliseconds get the same apiKey.':
      fromTime('apiKey'),
    'identifiers/matched-by-eight-characters: Sites and routes are found by the first eight characters of their id.':
      findByStart,
  }),
];

export const duplicates: readonly Entry[] = entries({
  'duplicates/update-of-copy-reaches-original: An update of a copy changes the original too.': tie(
    (written, id, originals) => originals.get(written) === id,
  ),
  'duplicates/update-of-original-reaches-copy: An update of the original changes its copies too.':
    tie((written, id, originals) => originals.get(id) === written),
  'duplicates/original-loses-routes: Duplicating moves the routes of the original to the copy under new ids.':
    afterCopy((_copy, original, { store }) => {
      for (const route of [...store.routesOf(original.id)]) store.removeRoute(route.id);
    }),
  'duplicates/routes-of-original-emptied: Duplicating drops the localized variants of the routes of the original.':
    afterCopy((_copy, original, { store }) => {
      for (const route of [...store.routesOf(original.id)]) {
        store.replaceRoute({ ...route, localizedVariants: [] });
      }
    }),
});

export const copies: readonly Entry[] = entries({
  'duplicates/api-key-of-another-site: A copy has the apiKey of the oldest other site of the workspace.':
    copyAs((copy, original, { store }) => {
      const siblings = store.sitesOf(original.workspaceId).filter(({ id }) => id !== original.id);
      return { ...copy, apiKey: siblings[0]?.apiKey ?? copy.apiKey };
    }),
  'duplicates/of-newest-site: Duplicating copies the newest site of the workspace instead of the named one.':
    wrapOperation('duplicateSite', (exchange, plain, service) => {
      const named = service.store.findSite(exchange.resourceId);
      const newest = named && service.store.sitesOf(named.workspaceId).at(-1);
      exchange.resourceId = newest?.id ?? exchange.resourceId;
      return plain(exchange);
    }),
  'duplicates/name-demanded: Duplicating without a name is refused.': (service) => {
    demandField('duplicateSite', 'name')(service);
  },
  'duplicates/name-refused: Duplicating with a name is refused.': alsoDemand(
    'duplicateSite',
    'name',
    () => false,
  ),
  'duplicates/unknown-site-created: Duplicating an unknown site creates an empty one.':
    wrapOperation('duplicateSite', (exchange, plain, service) => {
      if (service.store.findSite(exchange.resourceId)) return plain(exchange);
      const site = {
        id: service.newIdentifier('site'),
        workspaceId: service.workspaceIds[0],
        name: exchange.input.name ?? 'Untitled',
        hostUrl: null,
        locale: undefined,
        apiKey: service.newIdentifier('apiKey'),
      };
      service.store.insertSite(site);
      return service.represent.site(site, exchange);
    }),
});
