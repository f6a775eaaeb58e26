import { afterCopy, copyAs, tie } from '../deviations/records.ts';
import { changeBody, changeSites, wrapOperation } from '../deviations/replies.ts';
import { alsoDemand, demandField } from '../deviations/requests.ts';
import { type Entry, entries, entry, should } from '../entry.ts';
import type { Deviation, IdentifierKind, SiteRecord } from '../service/service.ts';

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
    'identifiers/api-key-of-the-workspace: All sites of a workspace have the same apiKey.': (
      service,
    ) => {
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
  }),
  ...(
    [
      ['eight-characters', 'first eight characters', (id: string) => id.slice(0, 8)],
      ['three-groups', 'first three groups', (id: string) => id.slice(0, 18)],
      ['all-but-the-last-group', 'groups before the last', (id: string) => id.slice(0, 23)],
      ['the-last-group', 'last group', (id: string) => id.slice(24)],
    ] as const
  ).map(
    ([slug, what, toPart]): Entry =>
      entry(
        `identifiers/matched-by-${slug}`,
        `Sites and routes are found by the ${what} of their id.`,
        findByPart(toPart),
      ),
  ),
];

export const duplicates: readonly Entry[] = entries({
  'duplicates/update-of-copy-reaches-original: An update of a copy changes the original too.': tie(
    (written, other, originals) => originals.get(written) === other,
  ),
  'duplicates/update-of-original-reaches-copy: An update of the original changes its copies too.':
    tie((written, other, originals) => originals.get(other) === written),
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
  'duplicates/shares-api-key: A copy has the apiKey of its original.': should(
    copyAs((copy, original) => ({ ...copy, apiKey: original.apiKey })),
  ),
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

interface Tie {
  readonly follower: string;
  readonly followed: string;
  readonly isNamed: boolean;
}

/** A copy, or its original, shows the values of the other until it is updated itself. */
const followUntilTouched =
  (
    toTie: (tie: { copy: string; original: string; isNamed: boolean }) => Tie,
    show: (follower: SiteRecord, followed: SiteRecord, tie: Tie) => SiteRecord,
  ): Deviation =>
  (service) => {
    const ties = new Map<string, Tie>();
    const { duplicateSite, updateSite } = service.operations;
    const { findSite, replaceSite } = service.store;
    service.operations.duplicateSite = async (exchange) => {
      const body = await duplicateSite(exchange);
      const isNamed = exchange.input.name !== undefined;
      const original = exchange.resourceId.toLowerCase();
      const tie = toTie({ copy: String(body['id']).toLowerCase(), original, isNamed });
      ties.set(tie.follower, tie);
      return body;
    };
    service.operations.updateSite = async (exchange) => {
      const isTouching = Object.keys(Object(exchange.body)).length > 0;
      if (isTouching) ties.delete(exchange.resourceId.toLowerCase());
      const body = await updateSite(exchange);
      if (!isTouching) return body;
      const followed = findSite(exchange.resourceId);
      for (const tie of ties.values()) {
        const follower = findSite(tie.follower);
        if (followed && follower && tie.followed === followed.id.toLowerCase())
          replaceSite(show(follower, followed, tie));
      }
      return body;
    };
  };

type Ends = { copy: string; original: string; isNamed: boolean };
const copyFollows = ({ copy, original, isNamed }: Ends): Tie => ({
  follower: copy,
  followed: original,
  isNamed,
});
const originalFollows = ({ copy, original, isNamed }: Ends): Tie => ({
  follower: original,
  followed: copy,
  isNamed,
});

export const followedCopies: readonly Entry[] = entries({
  'copies/host-follows-original: A copy shows the host that its original has, until the copy is updated.':
    followUntilTouched(copyFollows, (copy, { hostUrl }) => ({ ...copy, hostUrl })),
  'copies/unnamed-copy-follows-name: A copy without a name of its own is renamed with its original, until it is updated.':
    followUntilTouched(copyFollows, (copy, { name }, { isNamed }) =>
      isNamed ? copy : { ...copy, name: `Copy of ${name}` },
    ),
  'copies/original-shows-host-of-copy: An original shows the host that its copy was given, until the original is updated.':
    followUntilTouched(originalFollows, (original, { hostUrl }) => ({
      ...original,
      hostUrl,
    })),
  'copies/original-shows-name-of-copy: An original shows the name that its copy was given later, until it is updated itself.':
    followUntilTouched(originalFollows, (original, { name }) => ({ ...original, name })),
  'copies/of-a-cached-original: A copy gets the host that its original had when it was first copied.':
    (service) => {
      const cache = new Map<string, SiteRecord>();
      const { duplicateSite } = service.operations;
      const { findSite } = service.store;
      service.operations.duplicateSite = async (exchange) => {
        const key = exchange.resourceId.toLowerCase();
        const site = cache.get(key) ?? findSite(exchange.resourceId);
        if (site !== undefined) cache.set(key, site);
        const body = await duplicateSite(exchange);
        const copy = findSite(String(body['id']));
        if (copy === undefined || site === undefined) return body;
        service.store.replaceSite({ ...copy, hostUrl: site.hostUrl });
        return service.represent.site({ ...copy, hostUrl: site.hostUrl }, exchange);
      };
    },
});
