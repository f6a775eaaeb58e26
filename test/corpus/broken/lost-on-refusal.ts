import type { Entry, Proof } from '../entry.ts';
import { makeSite } from '../probe/make-site.ts';
import { readId } from '../probe/script/session.ts';
import type { Exchange, LocalizedVariant } from '../service/exchange.ts';
import { isLocale, isObject, isOrigin, isPathname, isText } from '../service/field-rules.ts';
import type { Deviation } from '../service/service.ts';
import type { RouteRecord, SiteRecord } from '../service/store.ts';

/** Refuses an update because of its body, but has changed the record before. */
const loseSite =
  (change: (site: SiteRecord, body: Record<string, unknown>) => SiteRecord): Deviation =>
  (service) => {
    const { refuse } = service;
    service.refuse = (exchange, refusal) => {
      const site = service.store.findSite(exchange.resourceId);
      if (isRefusedUpdate(exchange, 'updateSite', refusal.reason) && site)
        service.store.replaceSite(change(site, toBody(exchange)));
      return refuse(exchange, refusal);
    };
  };

const loseRoute =
  (change: (route: RouteRecord, body: Record<string, unknown>) => RouteRecord): Deviation =>
  (service) => {
    const { refuse } = service;
    service.refuse = (exchange, refusal) => {
      const route = service.store.findRoute(exchange.resourceId);
      if (isRefusedUpdate(exchange, 'updateRoute', refusal.reason) && route)
        service.store.replaceRoute(change(route, toBody(exchange)));
      return refuse(exchange, refusal);
    };
  };

const isRefusedUpdate = (exchange: Exchange, operationId: string, reason: string): boolean =>
  exchange.operationId === operationId && reason === 'invalid';

const toBody = ({ body }: Exchange): Record<string, unknown> => (isObject(body) ? body : {});

/** Returns the valid variants of a body. */
function listRight(body: Record<string, unknown>): LocalizedVariant[] {
  const variants = body['localizedVariants'];
  return (Array.isArray(variants) ? variants : []).flatMap(({ locale, pathname } = {}) =>
    isLocale(locale) && isPathname(pathname) ? [{ locale, pathname }] : [],
  );
}

/** Returns a route with variants and a site with a host after refused updates. */
const afterRefusals: Proof = async (client) => {
  const hostUrl = 'https://a.example.com';
  const siteId = await makeSite(client, 0, { name: 'A', hostUrl });
  const variant = { locale: 'en-US', pathname: '/en' };
  const created = await client.call('POST', `/v1/sites/${siteId}/routes`, {
    body: { pathname: '/a', localizedVariants: [variant] },
  });
  const site = `/v1/sites/${siteId}`;
  const route = `/v1/routes/${readId(created)}`;
  for (const [path, body] of [
    [site, { name: 'B', hostUrl: `${hostUrl}/path` }],
    [site, { name: 1, hostUrl: 'https://b.example.com' }],
    [route, { pathname: 'b', localizedVariants: [{ locale: 'de-DE', pathname: '/de' }] }],
    [
      route,
      {
        pathname: '/b',
        localizedVariants: [
          { locale: 'fr-FR', pathname: '/fr' },
          { locale: 'x', pathname: '/x' },
        ],
      },
    ],
    [route, { pathname: 5 }],
  ] as const)
    await client.call('PATCH', path, { body });
  const shown = [site, route].map((path) => client.call('PATCH', path, { body: {} }));
  const withoutIds = /"(?:id|apiKey)":"[^"]+"/g;
  return (await Promise.all(shown)).map(({ text }) => text.replaceAll(withoutIds, ''));
};

/** The fields of a record that a refused update can lose. */
export const lostOnRefusal: readonly Entry[] = (
  [
    {
      id: 'effects/name-beside-more-than-an-origin-stored',
      title: 'An update with a name and a host with a path is refused, and the name is stored.',
      deviate: loseSite((site, { name, hostUrl }) =>
        isText(name) && isText(hostUrl) && !isOrigin(hostUrl) ? { ...site, name } : site,
      ),
    },
    {
      id: 'effects/host-beside-wrong-name-stored',
      title: 'An update with a host and a name of another type is refused, and the host is stored.',
      deviate: loseSite((site, body) => {
        const { name, hostUrl } = body;
        return name !== undefined && !isText(name) && isText(hostUrl) && isOrigin(hostUrl)
          ? { ...site, hostUrl }
          : site;
      }),
    },
    {
      id: 'effects/refused-update-clears-host',
      title: 'An update with a wrong name is refused, and the site has no host afterwards.',
      deviate: loseSite((site, { name }) => (isText(name) ? site : { ...site, hostUrl: null })),
    },
    {
      id: 'effects/variants-beside-bad-pathname-stored',
      title:
        'An update with variants and a pathname without a slash is refused, and the variants are stored.',
      deviate: loseRoute((route, body) => {
        const { pathname } = body;
        const variants = listRight(body);
        return isText(pathname) && !isPathname(pathname) && variants.length > 0
          ? { ...route, localizedVariants: variants }
          : route;
      }),
    },
    {
      id: 'effects/pathname-beside-bad-locale-stored',
      title:
        'An update with a pathname and a variant in no locale is refused, and the pathname is stored.',
      deviate: loseRoute((route, body) => {
        const { pathname, localizedVariants } = body;
        const areTexts =
          Array.isArray(localizedVariants) &&
          localizedVariants.length > 0 &&
          localizedVariants.every((item) => isObject(item) && isText(item['locale']));
        return isPathname(pathname) && areTexts ? { ...route, pathname: String(pathname) } : route;
      }),
    },
    {
      id: 'effects/wrong-pathname-clears-variants',
      title:
        'An update with a pathname of another type is refused, and the variants of the route are lost.',
      deviate: loseRoute((route, { pathname }) =>
        pathname === undefined || isText(pathname) ? route : { ...route, localizedVariants: [] },
      ),
    },
    {
      id: 'effects/variants-replaced-up-to-the-wrong-one',
      title:
        'An update with a wrong variant is refused, and the variants of the route are those before it.',
      deviate: loseRoute((route, body) =>
        Array.isArray(body['localizedVariants'])
          ? { ...route, localizedVariants: listRight(body) }
          : route,
      ),
    },
    {
      id: 'effects/right-variants-added',
      title:
        'An update with a wrong variant is refused, and the right ones are added to those of the route.',
      deviate: loseRoute((route, body) => ({
        ...route,
        localizedVariants: [...route.localizedVariants, ...listRight(body)],
      })),
    },
    {
      id: 'effects/variants-emptied-where-there-are-any',
      title:
        'An update with wrong variants is refused, and a route that has variants has none afterwards.',
      deviate: loseRoute((route, body) =>
        'localizedVariants' in body ? { ...route, localizedVariants: [] } : route,
      ),
    },
  ] as const
).map((entry) => ({ ...entry, proof: afterRefusals }));
