import type { Entry } from '../entry.ts';
import { type Exchange, emptyInput, type OperationId } from '../service/exchange.ts';
import { isLocale, isObject, isOrigin, isPathname, isText } from '../service/field-rules.ts';
import type { Refusal, RefusalReason } from '../service/refusal.ts';
import type { Deviation, Service } from '../service/service.ts';

/** Refuses correctly, but has an effect before that. */
function doBeforeRefusing(
  reason: RefusalReason,
  operationId: OperationId,
  effect: (exchange: Exchange, service: Service) => unknown,
): Deviation {
  return (service) => {
    const { refuse } = service;
    service.refuse = (exchange: Exchange, refusal: Refusal) => {
      if (refusal.reason === reason && exchange.operationId === operationId)
        effect(exchange, service);
      return refuse(exchange, refusal);
    };
  };
}

/** Keeps the valid fields of the body. */
function keepLawful(exchange: Exchange): Exchange['input'] {
  const body = isObject(exchange.body) ? exchange.body : {};
  const { name, hostUrl, pathname, localizedVariants } = body;
  const variants = Array.isArray(localizedVariants)
    ? localizedVariants.filter((item) => isLocale(item?.locale) && isPathname(item?.pathname))
    : [];
  return {
    ...emptyInput,
    name: isText(name) ? name : undefined,
    hostUrl: isText(hostUrl) && isOrigin(hostUrl) ? hostUrl : undefined,
    pathname: isText(pathname) && isPathname(pathname) ? pathname : undefined,
    localizedVariants: variants.length > 0 ? variants : undefined,
  };
}

/** Runs the operation with the valid part of the body, and then refuses the request. */
const doWhatIsRight = (reason: RefusalReason, operationId: OperationId): Deviation =>
  doBeforeRefusing(reason, operationId, (exchange, service) => {
    exchange.input = keepLawful(exchange);
    // An unknown site or route has no effect.
    return Promise.resolve()
      .then(() => service.operations[operationId](exchange))
      .catch(() => undefined);
  });

export const effects: readonly Entry[] = [
  {
    id: 'effects/invalid-create-stored',
    title: 'Creating a site with an error is refused, and the site is stored.',
    deviate: doWhatIsRight('invalid', 'createSite'),
  },
  {
    id: 'effects/malformed-create-stored',
    title:
      'Creating a site with a body that is not JSON is refused, and a site without a name is stored.',
    deviate: doWhatIsRight('malformed', 'createSite'),
  },
  {
    id: 'effects/nameless-create-stored',
    title: 'Creating a site without a name is refused, and a site is stored.',
    deviate: doBeforeRefusing('invalid', 'createSite', (exchange, service) => {
      if (!isObject(exchange.body) || 'name' in exchange.body) return;
      exchange.input = keepLawful(exchange);
      return service.operations.createSite(exchange);
    }),
  },
  {
    id: 'effects/invalid-update-stored',
    title: 'An update of a site with an error is refused, and its valid part is stored.',
    deviate: doWhatIsRight('invalid', 'updateSite'),
  },
  {
    id: 'effects/invalid-route-update-stored',
    title: 'An update of a route with an error is refused, and its valid part is stored.',
    deviate: doWhatIsRight('invalid', 'updateRoute'),
  },
  {
    id: 'effects/invalid-route-update-clears-variants',
    title: 'An update of a route with an error is refused, and clears the localized variants.',
    deviate: doBeforeRefusing('invalid', 'updateRoute', (exchange, { store }) => {
      const route = store.findRoute(exchange.resourceId);
      if (route) store.replaceRoute({ ...route, localizedVariants: [] });
    }),
  },
  {
    id: 'effects/bad-skip-validation-stored',
    title: 'An update of a route with an unknown skipValidation is refused, and stored.',
    deviate: doBeforeRefusing('bad-query', 'updateRoute', (exchange, service) => {
      exchange.body = service.readBody(exchange);
      exchange.input = keepLawful(exchange);
      const route = service.store.findRoute(exchange.resourceId);
      const pathname = exchange.input.pathname;
      if (route && pathname) service.store.replaceRoute({ ...route, pathname });
    }),
  },
];
