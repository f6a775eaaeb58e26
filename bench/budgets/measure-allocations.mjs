/**
 * Prints how many bytes the mock allocates for one request of each kind, as one line of JSON.
 *
 * node --expose-gc --min-semi-space-size=256 --max-semi-space-size=256 bench/budgets/measure-allocations.mjs
 *
 * The young generation is so large that no garbage is collected in between. The growth of the heap is then the number
 * of allocated bytes.
 */
import { createMock } from '../../dist/mock/index.js';

const warmUp = 5000;
const batch = 1000;
const batches = 7;

const mock = createMock({ seed: 1 });
const [workspace] = mock.workspaces;
const headers = {
  authorization: `Bearer ${mock.apiKeys[0]}`,
  accept: 'application/json',
  origin: 'http://localhost:3000',
  'content-type': 'application/json',
};
const encoder = new TextEncoder();

const toRequest = (method, path, query, body) => ({
  method,
  path,
  query,
  header: (name) => headers[name],
  body: body === undefined ? undefined : encoder.encode(JSON.stringify(body)),
});

function ask(request, status) {
  const reply = mock.handle(request);
  if (reply.status !== status) throw new Error(`${reply.status} ${reply.body}`);
  // Flattens the concatenated string, like writing it to a socket.
  Buffer.byteLength(reply.body);
  return reply;
}

/** Returns the minimum of several batches: now and then an index grows, which is not part of one request. */
function measure(request, status) {
  for (let index = 0; index < warmUp; index += 1) ask(request, status);
  const sizes = [];
  for (let round = 0; round < batches; round += 1) {
    globalThis.gc();
    const before = process.memoryUsage().heapUsed;
    for (let index = 0; index < batch; index += 1) ask(request, status);
    sizes.push((process.memoryUsage().heapUsed - before) / batch);
  }
  return Math.round(Math.min(...sizes));
}

const sitesPath = `/v1/workspaces/${workspace}/sites`;
// In ASCII: `handle` copies any other body to a second string, unlike a server.
const newSite = { name: 'Harbour Cafe', hostUrl: 'https://harbour-cafe.example', locale: 'en-GB' };
const newRoute = {
  pathname: '/about-us',
  localizedVariants: [{ locale: 'de-DE', pathname: '/ueber-uns' }],
};
const create = toRequest('POST', sitesPath, '', newSite);
for (let index = 0; index < 1000; index += 1) ask(create, 201);
const site = JSON.parse(ask(create, 201).body);
const routesPath = `/v1/sites/${site.id}/routes`;

// Copied before it has routes, and changed at the end, so that the kinds do not affect each other.
const kinds = {
  listSites: [toRequest('GET', sitesPath, 'limit=20'), 201],
  createSite: [create, 201],
  refusedCreateSite: [toRequest('POST', sitesPath, '', { ...newSite, name: 5 }), 422],
  duplicateSite: [toRequest('POST', `/v1/sites/${site.id}/duplicate`, '', { name: 'Copy' }), 201],
  updateSite: [toRequest('PATCH', `/v1/sites/${site.id}`, '', { name: 'Renamed' }), 200],
  createRoute: [toRequest('POST', routesPath, '', newRoute), 201],
  updateRoute: [undefined, 200],
  createWebhook: [
    toRequest('POST', `/v1/workspaces/${workspace}/webhooks`, '', {
      url: 'https://hooks.example/site',
      eventType: 'site.published',
    }),
    201,
  ],
};
const route = JSON.parse(ask(kinds.createRoute[0], 201).body);
kinds.duplicateSite[0].path = `/v1/sites/${JSON.parse(ask(create, 201).body).id}/duplicate`;
kinds.updateRoute[0] = toRequest('PATCH', `/v1/routes/${route.id}`, '', { pathname: '/moved' });
const bytes = Object.entries(kinds).map(([name, [request, status]]) => [
  name,
  measure(request, status),
]);
console.log(JSON.stringify(Object.fromEntries(bytes)));
