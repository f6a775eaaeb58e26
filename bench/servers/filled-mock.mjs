/**
 * A mock with many sites in one workspace. Prints their cost as one line of JSON, then serves them.
 *
 * node --expose-gc bench/servers/filled-mock.mjs <port> <how many sites>
 */
import { createMock } from '../../dist/mock/index.js';

const [port, count] = process.argv.slice(2).map(Number);
/**
 * The batch size for measuring creations. The garbage collector runs about every 3,000 creations, so a batch of a
 * thousand among a million would mainly show whether it ran.
 */
const batch = Math.max(1000, count / 100);
const mock = createMock({ seed: 1 });
const [workspace] = mock.workspaces;
const authorization = `Bearer ${mock.apiKeys[0]}`;
const headers = { authorization, 'content-type': 'application/json' };
const encoder = new TextEncoder();

function createSite(index) {
  const hostUrl = `https://site-${index}.example`;
  return ask(201, { name: `Site number ${index}`, hostUrl }).body;
}

function ask(status, body) {
  const reply = mock.handle({
    method: 'POST',
    path: `/v1/workspaces/${workspace}/sites`,
    query: '',
    header: (name) => headers[name],
    body: encoder.encode(JSON.stringify(body)),
  });
  if (reply.status !== status) throw new Error(`${reply.status} ${reply.body}`);
  return reply;
}

function measureMemory() {
  globalThis.gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heap: heapUsed + external, rss };
}

// Code that is compiled and cached by the first requests is not part of a site's cost.
for (let index = 0; index < 5000; index += 1) createSite(index);
await mock.reset();
// Neither is the memory for the last requests, whatever they are.
for (let index = 0; index < 2000; index += 1) ask(422, { name: index });
const before = measureMemory();
let jsonBytes = 0;
let lastSite = '';
const batches = [];
for (let index = 0; index < count; ) {
  const start = process.cpuUsage();
  let json = '';
  for (let each = 0; each < batch; each += 1) {
    json = createSite(index);
    jsonBytes += json.length;
    index += 1;
  }
  const { user, system } = process.cpuUsage(start);
  batches.push((user + system) / 1000 / batch);
  lastSite = JSON.parse(json).id;
}
const after = measureMemory();
const ends = Math.min(10, Math.floor(batches.length / 2));
await mock.listen({ port });
process.on('SIGTERM', () => process.exit(0));
console.log(
  JSON.stringify({
    heapPerSite: (after.heap - before.heap) / count,
    residentPerSite: (after.rss - before.rss) / count,
    jsonPerSite: jsonBytes / count,
    // Processor time of one creation in milliseconds, by batch, with the garbage collector.
    firstCreations: batches.slice(0, ends),
    lastCreations: batches.slice(-ends),
    // The cursor for the page with the last 20 sites.
    lastCursor: await findLastCursor(),
    workspace,
    lastSite,
  }),
);

async function findLastCursor() {
  const { contents } = await mock.snapshot();
  return contents.sites[contents.sites.length - 21].site.id;
}
