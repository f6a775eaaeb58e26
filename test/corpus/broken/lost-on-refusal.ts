import type { Entry } from '../entry.ts';
import type { Exchange, LocalizedVariant } from '../service/exchange.ts';
import { isLocale, isObject, isPathname, isText } from '../service/field-rules.ts';
import type { Deviation } from '../service/service.ts';
import type { RouteRecord } from '../service/store.ts';

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

/** The fields of a record that a refused update can lose. */
export const lostOnRefusal: readonly Entry[] = (
  [
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
      id: 'effects/wrong-pathname-clears-variants',
      title:
        'An update with a pathname of another type is refused, and the variants of the route are lost.',
      deviate: loseRoute((route, { pathname }) =>
        pathname === undefined || isText(pathname) ? route : { ...route, localizedVariants: [] },
      ),
    },
  ] as const
).map((entry) => ({ ...entry }));
