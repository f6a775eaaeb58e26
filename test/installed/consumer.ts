/** A program that uses all exports of the package. It prints one line if everything works. */
export const consumerProgram = `
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { contract, operationIds } from 'site-contract';
import { loadContract } from 'site-contract/load-contract';
import { createDemoFixture, createMock } from 'site-contract/mock';
import { createMock as createBrowserMock } from 'site-contract/mock/browser';
import { listChecks, runSuite } from 'site-contract/conformance';
import { ApiProblem, createClient, listAllSites } from 'site-contract/client';
import { matchers } from 'site-contract/matchers';
import 'site-contract/types';

const require = createRequire(import.meta.url);
const document = require('site-contract/openapi.json');
const required = ['', '/mock', '/client', '/matchers'].map((name) => Object.keys(require('site-contract' + name)).length > 0);
const text = readFileSync(require.resolve('site-contract/openapi.yaml'), 'utf8');
const loaded = await loadContract({ document: require.resolve('site-contract/openapi.yaml') });
const mock = createMock({ seed: 1 });
const server = await mock.listen({ port: 0 });
const [workspace] = operationIds.length > 0 ? ['7c9e6679-7425-40de-944b-e07fc1f90ae7'] : [];
const result = await runSuite({ baseUrl: server.url, apiKey: mock.apiKeys[0], workspace, only: ['createSite'] });
await server.close();
const reply = await createBrowserMock({ apiKeys: ['key'] }).fetch(
  new Request('http://mock/v1/workspaces/' + workspace + '/sites', { headers: { Authorization: 'Bearer key' } }),
);
const lively = createMock({ contents: createDemoFixture(7) });
const client = createClient({ baseUrl: 'http://mock', apiKey: lively.apiKeys[0], fetch: lively.fetch });
const names = [];
for await (const { name } of listAllSites(client, { workspaceId: workspace, pageSize: 5 })) names.push(name);
const refused = await client.createSite({ workspaceId: workspace, body: { name: 7 } }).catch((error) => error);
const deliveries = await lively.webhooks.trigger({ type: 'page.created', workspaceId: '16fd2706-8baf-433b-82eb-8c7fada847da' });
console.log(JSON.stringify({
  operations: contract.operations.length === operationIds.length,
  checks: listChecks(contract).length > 50,
  document: document.openapi,
  yaml: text.startsWith('openapi: 3.1'),
  loaded: loaded.version === contract.version,
  verdict: result.verdict.kind,
  browser: reply.status,
  listed: names.length,
  refused: refused instanceof ApiProblem && refused.status,
  journal: lively.journal.list({ status: 422 }).length,
  deliveries: deliveries.length,
  required: required.every(Boolean),
  matched: matchers.toHaveReceived.call({}, lively, { operation: 'createSite', times: 1 }).pass,
}));
`;

/** The output of \`consumerProgram\`. */
export const consumerOutput = {
  operations: true,
  checks: true,
  document: '3.1.0',
  yaml: true,
  loaded: true,
  verdict: 'conforms',
  browser: 201,
  listed: 24,
  refused: 422,
  journal: 1,
  deliveries: 0,
  required: true,
  matched: true,
};

/** Code that type-checks with only the package. */
export const consumerTypes = `
import { contract, type Contract, type OperationId, type Parameters, type RequestBody, type Site } from 'site-contract';
import { loadContract } from 'site-contract/load-contract';
import { createDemoFixture, createMock, type Delivery, type Mock, type MockOptions, type MockSession } from 'site-contract/mock';
import { createDemoFixture as createBrowserFixture, createMock as createBrowserMock } from 'site-contract/mock/browser';
import { listChecks, runSuite, type Check, type RunResult } from 'site-contract/conformance';
import { ApiProblem, createClient, listAllSites, type Client, type ClientOptions } from 'site-contract/client';
import type { operations } from 'site-contract/types';

export const site: Site = { id: 'id', name: 'name', hostUrl: null, apiKey: 'key' };
export const id: OperationId = 'listSites';
export const parameters: Parameters<'listSites'> = { workspaceId: 'id', limit: 20 };
export const body: RequestBody<'createSite'> = { name: 'name' };
export type Listed = operations['listSites']['responses'][201];
const options: MockOptions = { seed: 1 };
export const mock = createMock(options);
export const browser = createBrowserMock(options);
export const toClient = (clientOptions: ClientOptions): Client => createClient(clientOptions);
export async function page(client: Client): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of listAllSites(client, { workspaceId: 'id', pageSize: 5 })) names.push(name);
  return names;
}
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiProblem && error.status === 422 && error.problem?.errors?.[0]?.pointer === '/name';
export async function useMock(whole: Mock = createMock({ contents: createDemoFixture(1), webhooks: { timeScale: 1 } })): Promise<Delivery[]> {
  const worker: MockSession = whole.session('worker-1');
  worker.faults.add({ next: 1, effect: { kind: 'status', status: 503 } });
  const answer: Response = await worker.fetch(new Request('http://mock/v1/sites'));
  const statuses: number[] = worker.journal.list({ status: answer.status }).map(({ status }) => status);
  return statuses.length > 0 ? worker.webhooks.trigger({ type: 'page.updated', workspaceId: 'id' }) : [];
}
createBrowserMock({ contents: createBrowserFixture(1) });
export const checks: readonly Check[] = listChecks(contract);
export const loaded: Promise<Contract> = loadContract({ overlays: ['file'] });
export async function run(): Promise<RunResult['verdict']> {
  const server = await mock.listen({ port: 0 });
  return (await runSuite({ baseUrl: server.url, apiKey: 'key', workspace: 'id' })).verdict;
}
`;

/** What the mistakes of a consumer refer to. */
export const mistakeDeclarations = `
import type { OperationId, RequestBody, Site } from 'site-contract';
import { createMock, type Mock, type MockSession } from 'site-contract/mock';
import type { Client } from 'site-contract/client';
declare const client: Client, mock: Mock, worker: MockSession;`;

/** Mistakes of a consumer: the compiler must refuse each line. */
export const consumerMistakes = [
  `export const keyless: Site = { id: 'id', name: 'name', hostUrl: null };`,
  `export const unknown: OperationId = 'noSuchOperation';`,
  `export const nameless: RequestBody<'createSite'> = {};`,
  `createMock({ seed: 'one' });`,
  `worker.faults.add({ session: 'other', effect: { kind: 'reset' } });`,
  `mock.webhooks.trigger({ type: 'page.eaten', workspaceId: 'id' });`,
  `client.createSite({ workspaceId: 'id', body: {} });`,
  `client.createSite({ workspaceId: 'id' });`,
  `client.listSites({ workspaceId: 'id', body: {} });`,
  `client.listSites({});`,
  `client.createWebhook({ workspaceId: 'id', body: { url: 'http://a', eventType: 'page' } });`,
  `client.createRoute({ siteId: 'id', skipValidation: true, body: { pathname: '/' } });`,
  `client.noSuchOperation({ siteId: 'id' });`,
];

/** Compiler options of a strict consumer that also checks declarations, with the types of Node or without. */
export function toConsumerConfig(files: readonly string[], typeRoots?: string): string {
  const environment =
    typeRoots === undefined
      ? { module: 'esnext', moduleResolution: 'bundler', types: [] }
      : {
          module: 'nodenext',
          moduleResolution: 'nodenext',
          types: ['node'],
          typeRoots: [typeRoots],
          lib: ['es2022', 'esnext.disposable'],
        };
  return JSON.stringify({
    compilerOptions: {
      noEmit: true,
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      // The package does not depend on the compiler's own libraries.
      skipDefaultLibCheck: true,
      target: 'es2022',
      ...environment,
    },
    files,
  });
}
