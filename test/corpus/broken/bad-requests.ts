import { wrapOperation } from '../deviations/replies.ts';
import { type Entry, entries, entry, should } from '../entry.ts';
import {
  type Exchange,
  emptyInput,
  type OperationId,
  operationIds,
  type Refusal,
  type RefusalReason,
} from '../service/exchange.ts';
import {
  type FieldRule,
  isLocale,
  isObject,
  isOrigin,
  isPathname,
  isText,
} from '../service/field-rules.ts';
import { endpoints } from '../service/operations.ts';
import { around, type Deviation, type Service } from '../service/service.ts';

/** Accepts bodies that the plain service refuses, by parsing them differently. */
function readLoosely(read: (text: string, exchange: Exchange) => unknown): Deviation {
  return around('readBody', (readBody) => (exchange) => {
    try {
      return readBody(exchange);
    } catch (error) {
      const body = read(exchange.request.bytes.toString(), exchange);
      if (body === undefined) throw error;
      return body;
    }
  });
}

/** Converts a body of another JSON type to an object. */
function convert(toBody: (body: unknown, exchange: Exchange) => unknown): Deviation {
  return around('readBody', (readBody) => (exchange) => {
    const body = readBody(exchange);
    return isObject(body) ? body : (toBody(body, exchange) ?? body);
  });
}

const anyIdentifier = (operationId: OperationId): Deviation =>
  around(
    'isIdentifier',
    (isIdentifier) => (text, exchange) =>
      exchange.operationId === operationId || isIdentifier(text, exchange),
  );

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const inWorkspace = operationIds.filter((id) => endpoints[id].line.includes(' workspaces '));
/** Operations with a body, none of whose fields is required. */
const optional = operationIds.filter((id) => {
  const rules: readonly FieldRule[] = Object.values(endpoints[id].fields);
  return rules.length > 0 && rules.every(({ required }) => !required);
});

const isOptional = ({ operationId }: Exchange): boolean =>
  optional.some((id) => id === operationId);

export const badRequests: readonly Entry[] = [
  ...entries({
    'bad-requests/malformed-as-empty: A body that is not JSON is treated as an empty object.':
      readLoosely((text) => (text === '' ? undefined : {})),
  }),
  ...optional.map((operationId) =>
    entry(
      `bad-requests/malformed-as-empty-${operationId}`,
      `In ${operationId}, a body that is not JSON is treated as an empty object.`,
      readLoosely((text, exchange) =>
        exchange.operationId === operationId && text !== '' ? {} : undefined,
      ),
    ),
  ),
  ...entries({
    'bad-requests/malformed-as-name: A body that is not JSON is accepted as the name of a site.':
      readLoosely((text, { operationId }) =>
        operationId === 'createSite' && text !== '' ? { name: text.slice(0, 50) } : undefined,
      ),
    'bad-requests/wrong-bytes-replaced: Bytes that are not UTF-8 are replaced instead of refused.':
      should(readLoosely((text) => (text.includes('\ufffd') ? parse(text) : undefined))),
    'bad-requests/empty-route-taken: Creating a route without any body creates the root.':
      readLoosely((text, { operationId }) =>
        operationId === 'createRoute' && text === '' ? { pathname: '/' } : undefined,
      ),
    'bad-requests/array-as-empty: An array is treated as an empty object where no field is required.':
      convert((body, exchange) => (Array.isArray(body) && isOptional(exchange) ? {} : undefined)),
    'bad-requests/first-of-array-taken: The first object of an array is accepted as the body.':
      convert((body) => (Array.isArray(body) ? body[0] : undefined)),
    'bad-requests/null-as-empty: null is treated as an empty object where no field is required.':
      should(convert((body, exchange) => (body === null && isOptional(exchange) ? {} : undefined))),
    'bad-requests/text-as-empty: A JSON string is treated as an empty object where no field is required.':
      convert((body, exchange) =>
        typeof body === 'string' && isOptional(exchange) ? {} : undefined,
      ),
    'bad-requests/text-as-name: A JSON string is accepted as the name of a copy.': convert(
      (body, { operationId }) =>
        typeof body === 'string' && operationId === 'duplicateSite' ? { name: body } : undefined,
    ),
  }),
  ...inWorkspace.map((operationId) =>
    entry(
      `bad-requests/any-workspace-id-${operationId}`,
      `${operationId} accepts any string as the id of a workspace.`,
      anyIdentifier(operationId),
    ),
  ),
  ...entries({
    'bad-requests/unknown-site-takes-routes: A route can be created on a site that does not exist.':
      wrapOperation('createRoute', (exchange, plain, service) => {
        if (service.store.findSite(exchange.resourceId)) return plain(exchange);
        const { pathname = '/', localizedVariants = [] } = exchange.input;
        const id = service.newIdentifier('route');
        const route = { id, siteId: exchange.resourceId, pathname, localizedVariants };
        service.store.insertRoute(route);
        return service.represent.route(route, exchange);
      }),
    'bad-requests/workspace-id-as-site: A route can be created on a workspace as if it were a site.':
      should(
        wrapOperation('createRoute', (exchange, plain, service) => {
          const isWorkspace = service.workspaceIds.some((id) => id === exchange.resourceId);
          if (isWorkspace)
            exchange.resourceId = service.store.sitesOf(exchange.resourceId)[0]?.id ?? '';
          return plain(exchange);
        }),
      ),
    'bad-requests/route-id-finds-site-routes: An update of a route under the id of its site changes the first route of the site.':
      wrapOperation('updateRoute', (exchange, plain, service) => {
        const first = service.store.routesOf(exchange.resourceId)[0];
        if (first) exchange.resourceId = first.id;
        return plain(exchange);
      }),
  }),
  ...(
    [
      ['invalid', 'An invalid body', 200, { error: 'invalid' }],
      ['malformed', 'A body that is not JSON', 200, { error: 'malformed' }],
      ['not-found', 'What does not exist', 200, null],
      ['bad-query', 'A bad query parameter', 200, { error: 'bad query' }],
      ['bad-identifier', 'An id in the path that is not a UUID', 200, { error: 'bad id' }],
    ] as const
  ).map(([reason, title, status, body]) =>
    entry(
      `bad-requests/${reason}-answers-${status}`,
      `${title} gets status ${status} with ${body === null ? 'null' : 'an error in the body'}.`,
      around('refuse', (refuse) => (exchange, refusal) => {
        const reply = refuse(exchange, refusal);
        return refusal.reason === reason
          ? { ...reply, status, bytes: Buffer.from(JSON.stringify(body)) }
          : reply;
      }) satisfies Deviation,
    ),
  ),
  ...entries({
    'bad-requests/unknown-site-answers-204: An update of an unknown site returns 204.': around(
      'refuse',
      (refuse) => (exchange, refusal) =>
        refusal.reason === 'not-found' && exchange.operationId === 'updateSite'
          ? { status: 204, headers: {}, bytes: Buffer.alloc(0) }
          : refuse(exchange, refusal),
    ),
    'bad-requests/unknown-route-updates-last: An update of an unknown route updates the route that was created last.':
      (service) => {
        let last = '';
        const { insertRoute, findRoute } = service.store;
        service.store.insertRoute = (route) => {
          last = route.id;
          insertRoute(route);
        };
        service.store.findRoute = (id) => findRoute(id) ?? findRoute(last);
      },
  }),
];

/** Refuses correctly, but has an effect before that. */
function doBeforeRefusing(
  reason: RefusalReason,
  operationId: OperationId,
  effect: (exchange: Exchange, service: Service) => unknown,
): Deviation {
  return around('refuse', (refuse, service) => (exchange: Exchange, refusal: Refusal) => {
    if (refusal.reason === reason && exchange.operationId === operationId)
      effect(exchange, service);
    return refuse(exchange, refusal);
  });
}

function isVariant(item: Partial<Record<'locale' | 'pathname', unknown>> | null): boolean {
  return isLocale(item?.locale) && isPathname(item?.pathname);
}

/** Keeps the valid fields of the body. */
function keepLawful(exchange: Exchange): Exchange['input'] {
  const body = isObject(exchange.body) ? exchange.body : {};
  const { name, hostUrl, pathname, localizedVariants } = body;
  const variants = Array.isArray(localizedVariants) ? localizedVariants.filter(isVariant) : [];
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

export const effects: readonly Entry[] = entries({
  'effects/invalid-create-stored: Creating a site with an error is refused, and the site is stored.':
    doWhatIsRight('invalid', 'createSite'),
  'effects/malformed-create-stored: Creating a site with a body that is not JSON is refused, and a site without a name is stored.':
    doWhatIsRight('malformed', 'createSite'),
  'effects/invalid-update-stored: An update of a site with an error is refused, and its valid part is stored.':
    doWhatIsRight('invalid', 'updateSite'),
  'effects/invalid-route-update-stored: An update of a route with an error is refused, and its valid part is stored.':
    doWhatIsRight('invalid', 'updateRoute'),
  'effects/invalid-route-update-clears-variants: An update of a route with an error is refused, and clears the localized variants.':
    doBeforeRefusing('invalid', 'updateRoute', (exchange, { store }) => {
      const route = store.findRoute(exchange.resourceId);
      if (route) store.replaceRoute({ ...route, localizedVariants: [] });
    }),
});
