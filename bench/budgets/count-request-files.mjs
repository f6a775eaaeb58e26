/**
 * Prints which of the product's source files one warm request of each kind runs through, as one line of JSON. A file
 * counts when one of its functions is called (V8 precise coverage).
 *
 * node --import tsx bench/budgets/count-request-files.mjs
 */
import { Session } from 'node:inspector/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createMock } from '../../mock/index.ts';

const product = ['mock', 'contract', 'generated'].map(
  (folder) => pathToFileURL(path.resolve(folder)).href,
);
const mock = createMock({ seed: 1 });
const { url } = await mock.listen();
const sites = `${url}/v1/workspaces/${mock.workspaces[0]}/sites`;
const headers = {
  authorization: `Bearer ${mock.apiKeys[0]}`,
  origin: 'http://localhost:3000',
  'content-type': 'application/json',
};
const body = JSON.stringify({ name: 'Harbour Café', hostUrl: 'https://harbour-cafe.example' });
const requests = {
  createSite: () => fetch(sites, { method: 'POST', headers, body }),
  listSites: () => fetch(`${sites}?limit=20`, { headers }),
};

const session = new Session();
session.connect();
await session.post('Profiler.enable');

const counted = {};
for (const [name, send] of Object.entries(requests)) {
  for (let round = 0; round < 30; round += 1) await read(send());
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await read(send());
  const { result } = await session.post('Profiler.takePreciseCoverage');
  await session.post('Profiler.stopPreciseCoverage');
  counted[name] = result
    .filter(isUsed)
    .map((script) => path.relative(process.cwd(), new URL(script.url).pathname))
    .sort();
}
await mock.close();
console.log(JSON.stringify(counted));

async function read(reply) {
  const { status } = await reply.then(async (response) => {
    await response.text();
    return response;
  });
  if (status !== 201) throw new Error(`answered ${status}`);
}

function isUsed({ url: script, functions }) {
  if (!product.some((folder) => script.startsWith(`${folder}/`))) return false;
  return functions.some(({ ranges: [range] }) => range.count > 0);
}
