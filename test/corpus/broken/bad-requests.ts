import { wrapOperation } from '../deviations/replies.ts';
import type { Entry } from '../entry.ts';
import type { Exchange, OperationId } from '../service/exchange.ts';
import { isObject } from '../service/field-rules.ts';
import type { Deviation } from '../service/service.ts';

/** Accepts bodies that the plain service refuses, by parsing them differently. */
function readLoosely(read: (text: string, exchange: Exchange) => unknown): Deviation {
  return (service) => {
    const { readBody } = service;
    service.readBody = (exchange) => {
      try {
        return readBody(exchange);
      } catch (error) {
        const body = read(exchange.request.bytes.toString(), exchange);
        if (body === undefined) throw error;
        return body;
      }
    };
  };
}

/** Converts a body of another JSON type to an object. */
function convert(toBody: (body: unknown, exchange: Exchange) => unknown): Deviation {
  return (service) => {
    const { readBody } = service;
    service.readBody = (exchange) => {
      const body = readBody(exchange);
      return isObject(body) ? body : (toBody(body, exchange) ?? body);
    };
  };
}

const anyIdentifier =
  (operationId: OperationId): Deviation =>
  (service) => {
    const { isIdentifier } = service;
    service.isIdentifier = (text, exchange) =>
      exchange.operationId === operationId || isIdentifier(text, exchange);
  };

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isOptional = ({ operationId }: Exchange): boolean =>
  operationId === 'updateSite' || operationId === 'updateRoute' || operationId === 'duplicateSite';

export const badRequests: readonly Entry[] = [
  {
    id: 'bad-requests/malformed-as-empty',
    title: 'A body that is not JSON is treated as an empty object.',
    deviate: readLoosely((text) => (text === '' ? undefined : {})),
  },
  ...(['updateSite', 'duplicateSite', 'updateRoute'] as const).map((operationId) => ({
    id: `bad-requests/malformed-as-empty-${operationId}`,
    title: `In ${operationId}, a body that is not JSON is treated as an empty object.`,
    deviate: readLoosely((text, exchange) =>
      exchange.operationId === operationId && text !== '' ? {} : undefined,
    ),
  })),
  {
    id: 'bad-requests/malformed-as-name',
    title: 'A body that is not JSON is accepted as the name of a site.',
    deviate: readLoosely((text, { operationId }) =>
      operationId === 'createSite' && text !== '' ? { name: text.slice(0, 50) } : undefined,
    ),
  },
  {
    id: 'bad-requests/wrong-bytes-replaced',
    title: 'Bytes that are not UTF-8 are replaced instead of refused.',
    level: 'should',
    deviate: readLoosely((text) => (text.includes('\ufffd') ? parse(text) : undefined)),
  },
  {
    id: 'bad-requests/empty-route-taken',
    title: 'Creating a route without any body creates the root.',
    deviate: readLoosely((text, { operationId }) =>
      operationId === 'createRoute' && text === '' ? { pathname: '/' } : undefined,
    ),
  },
  {
    id: 'bad-requests/array-as-empty',
    title: 'An array is treated as an empty object where no field is required.',
    deviate: convert((body, exchange) =>
      Array.isArray(body) && isOptional(exchange) ? {} : undefined,
    ),
  },
  {
    id: 'bad-requests/first-of-array-taken',
    title: 'The first object of an array is accepted as the body.',
    deviate: convert((body) => (Array.isArray(body) ? body[0] : undefined)),
  },
  {
    id: 'bad-requests/null-as-empty',
    title: 'null is treated as an empty object where no field is required.',
    level: 'should',
    deviate: convert((body, exchange) => (body === null && isOptional(exchange) ? {} : undefined)),
  },
  {
    id: 'bad-requests/text-as-empty',
    title: 'A JSON string is treated as an empty object where no field is required.',
    deviate: convert((body, exchange) =>
      typeof body === 'string' && isOptional(exchange) ? {} : undefined,
    ),
  },
  {
    id: 'bad-requests/text-as-name',
    title: 'A JSON string is accepted as the name of a copy.',
    deviate: convert((body, { operationId }) =>
      typeof body === 'string' && operationId === 'duplicateSite' ? { name: body } : undefined,
    ),
  },
  ...(['listSites', 'createSite', 'createWebhook'] as const).map((operationId) => ({
    id: `bad-requests/any-workspace-id-${operationId}`,
    title: `${operationId} accepts any string as the id of a workspace.`,
    deviate: anyIdentifier(operationId),
  })),
  {
    id: 'bad-requests/unknown-site-takes-routes',
    title: 'A route can be created on a site that does not exist.',
    deviate: wrapOperation('createRoute', (exchange, plain, service) => {
      if (service.store.findSite(exchange.resourceId)) return plain(exchange);
      const { pathname = '/', localizedVariants = [] } = exchange.input;
      const id = service.newIdentifier('route');
      const route = { id, siteId: exchange.resourceId, pathname, localizedVariants };
      service.store.insertRoute(route);
      return service.represent.route(route, exchange);
    }),
  },
  {
    id: 'bad-requests/workspace-id-as-site',
    title: 'A route can be created on a workspace as if it were a site.',
    deviate: wrapOperation('createRoute', (exchange, plain, service) => {
      const isWorkspace = service.workspaceIds.some((id) => id === exchange.resourceId);
      if (isWorkspace)
        exchange.resourceId = service.store.sitesOf(exchange.resourceId)[0]?.id ?? '';
      return plain(exchange);
    }),
    level: 'should',
  },
  {
    id: 'bad-requests/route-id-finds-site-routes',
    title: 'An update of a route under the id of its site changes the first route of the site.',
    deviate: wrapOperation('updateRoute', (exchange, plain, service) => {
      const first = service.store.routesOf(exchange.resourceId)[0];
      if (first) exchange.resourceId = first.id;
      return plain(exchange);
    }),
  },
  ...(
    [
      ['invalid', 'An invalid body', 200, { error: 'invalid' }],
      ['malformed', 'A body that is not JSON', 200, { error: 'malformed' }],
      ['not-found', 'What does not exist', 200, null],
      ['bad-query', 'A bad query parameter', 200, { error: 'bad query' }],
      ['bad-identifier', 'An id in the path that is not a UUID', 200, { error: 'bad id' }],
    ] as const
  ).map(([reason, title, status, body]) => ({
    id: `bad-requests/${reason}-answers-${status}`,
    title: `${title} gets status ${status} with ${body === null ? 'null' : 'an error in the body'}.`,
    deviate: ((service) => {
      const { refuse } = service;
      service.refuse = (exchange, refusal) => {
        const reply = refuse(exchange, refusal);
        return refusal.reason === reason
          ? { ...reply, status, bytes: Buffer.from(JSON.stringify(body)) }
          : reply;
      };
    }) satisfies Deviation,
  })),
  {
    id: 'bad-requests/unknown-site-answers-204',
    title: 'An update of an unknown site returns 204.',
    deviate: (service) => {
      const { refuse } = service;
      service.refuse = (exchange, refusal) =>
        refusal.reason === 'not-found' && exchange.operationId === 'updateSite'
          ? { status: 204, headers: {}, bytes: Buffer.alloc(0) }
          : refuse(exchange, refusal);
    },
  },
  {
    id: 'bad-requests/unknown-route-updates-last',
    title: 'An update of an unknown route updates the route that was created last.',
    deviate: (service) => {
      let last = '';
      const { insertRoute, findRoute } = service.store;
      service.store.insertRoute = (route) => {
        last = route.id;
        insertRoute(route);
      };
      service.store.findRoute = (id) => findRoute(id) ?? findRoute(last);
    },
  },
];
