/**
 * The handwritten reference: Fastify with the contract's schemas for requests and replies, API key, CORS, and state in
 * memory.
 *
 * node bench/peers/fastify.mjs <port> <document>
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import createFastify from 'fastify';

const [port, file] = process.argv.slice(2);
const document = JSON.parse(readFileSync(file, 'utf8'));
// A number in a body is not a string, so only the number in the query is converted.
const app = createFastify({
  ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
});
app.addHook('preValidation', async ({ query }) => {
  if (query.limit !== undefined) query.limit = Number(query.limit);
});

const sites = new Map();
const places = new Map();
const workspaces = new Map();
const routes = new Map();
const routesOfSites = new Map();
const webhooks = [];

app.addHook('onRequest', async (request, reply) => {
  const { origin, authorization } = request.headers;
  if (origin !== undefined) {
    reply.header('Access-Control-Allow-Origin', origin);
    reply.header('Access-Control-Allow-Credentials', 'true');
    reply.header('Vary', 'Origin');
  }
  if (authorization !== 'Bearer site-contract-key') throw problem(401, 'The API key is missing.');
});
app.setErrorHandler((error, _request, reply) => {
  const status = error.validation === undefined ? (error.statusCode ?? 500) : 422;
  const errors = (error.validation ?? []).map(({ instancePath, message }) => ({
    pointer: instancePath,
    detail: message,
  }));
  const title = status === 422 ? 'Invalid body' : 'Problem';
  const body = { type: 'about:blank', title, status, detail: error.message, errors };
  reply.code(status).type('application/problem+json').send(JSON.stringify(body));
});

const problem = (statusCode, message) => Object.assign(new Error(message), { statusCode });

function findSite(id) {
  const site = sites.get(id);
  if (site === undefined) throw problem(404, `Site ${id} not found.`);
  return site;
}

function toOrigin(hostUrl) {
  if (hostUrl === undefined) return null;
  const { origin, href } = new URL(hostUrl);
  if (href !== `${origin}/`) throw problem(422, 'hostUrl must be an origin.');
  return origin;
}

function addSite(workspaceId, name, hostUrl) {
  const site = { id: randomUUID(), name, hostUrl, apiKey: randomUUID() };
  const list = workspaces.get(workspaceId) ?? [];
  workspaces.set(workspaceId, list);
  places.set(site.id, { workspaceId, place: list.length });
  list.push(site);
  sites.set(site.id, site);
  return site;
}

function addRoute(siteId, { pathname, localizedVariants = [] }) {
  const route = { id: randomUUID(), pathname, localizedVariants };
  routes.set(route.id, route);
  const list = routesOfSites.get(siteId);
  if (list === undefined) routesOfSites.set(siteId, [route]);
  else list.push(route);
  return route;
}

const behaviours = {
  listSites({ params, query }) {
    const list = workspaces.get(params.workspaceId) ?? [];
    const cursor = query.after === undefined ? undefined : places.get(query.after);
    if (query.after !== undefined && cursor?.workspaceId !== params.workspaceId) {
      throw problem(400, 'after is not the id of a site in the workspace.');
    }
    const start = cursor === undefined ? 0 : cursor.place + 1;
    const end = start + query.limit;
    return { data: list.slice(start, end), hasMore: end < list.length };
  },
  createSite: ({ params, body }) => addSite(params.workspaceId, body.name, toOrigin(body.hostUrl)),
  updateSite({ params, body }) {
    const site = findSite(params.siteId);
    if (body.name !== undefined) site.name = body.name;
    if (body.hostUrl !== undefined) site.hostUrl = toOrigin(body.hostUrl);
    return site;
  },
  duplicateSite({ params, body }) {
    const { name, hostUrl } = findSite(params.siteId);
    const { workspaceId } = places.get(params.siteId);
    const copy = addSite(workspaceId, body?.name ?? `Copy of ${name}`, hostUrl);
    for (const route of routesOfSites.get(params.siteId) ?? []) addRoute(copy.id, route);
    return copy;
  },
  createRoute({ params, body }) {
    findSite(params.siteId);
    return addRoute(params.siteId, body);
  },
  updateRoute({ params, body }) {
    const route = routes.get(params.routeId);
    if (route === undefined) throw problem(404, `Route ${params.routeId} not found.`);
    return Object.assign(route, body);
  },
  createWebhook({ params, body }) {
    const webhook = { id: randomUUID(), workspaceId: params.workspaceId, ...body };
    webhooks.push(webhook);
    return webhook;
  },
};

/** Resolves references, and removes keywords that are not part of JSON Schema. */
function resolve(schema) {
  if (Array.isArray(schema)) return schema.map(resolve);
  if (schema === null || typeof schema !== 'object') return schema;
  const { $ref, ...rest } = schema;
  const target = $ref === undefined ? {} : readReference($ref);
  const entries = Object.entries({ ...target, ...rest });
  return Object.fromEntries(
    entries
      .filter(([name]) => !name.startsWith('x-') && name !== 'example' && name !== 'examples')
      .map(([name, value]) => [name, resolve(value)]),
  );
}

function readReference(reference) {
  let value = document;
  for (const name of reference.split('/').slice(1)) value = value[name];
  return value;
}

function toParameterSchema(parameters, place) {
  const those = parameters.filter((parameter) => parameter.in === place);
  return {
    type: 'object',
    properties: Object.fromEntries(those.map(({ name, schema }) => [name, resolve(schema)])),
    required: those.filter(({ required }) => required === true).map(({ name }) => name),
  };
}

for (const [path, { parameters: shared = [], ...item }] of Object.entries(document.paths)) {
  for (const [method, operation] of Object.entries(item)) {
    const parameters = resolve([...shared, ...(operation.parameters ?? [])]);
    const [success, reply] = Object.entries(operation.responses).find(([key]) =>
      key.startsWith('2'),
    );
    const status = success === '2XX' ? 200 : Number(success);
    const behave = behaviours[operation.operationId];
    app.route({
      method: method.toUpperCase(),
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      schema: {
        params: toParameterSchema(parameters, 'path'),
        querystring: toParameterSchema(parameters, 'query'),
        ...(operation.requestBody === undefined
          ? {}
          : { body: resolve(operation.requestBody.content['application/json'].schema) }),
        response: { [status]: resolve(reply.content['application/json'].schema) },
      },
      handler: (request, response) => {
        response.code(status).send(behave(request));
      },
    });
  }
}

await app.listen({ port: Number(port), host: '127.0.0.1' });
process.on('SIGTERM', () => process.exit(0));
