import { beforeAll, expect, test } from '@jest/globals';
import { type Contract, contract as siteContract } from '../contract/index.ts';
import { createMock } from '../mock/index.ts';
import { loadTestContract } from '../test/support/load-test-contract.ts';
import { type Change, serveChanged } from '../test/support/serve-changed.ts';
import type { ToldExchange } from './options.ts';
import type { RunResult } from './results.ts';
import { runAnyContract } from './run-any-contract.ts';
import { withValidExamples } from './valid-examples.ts';

let contract: Contract;

beforeAll(async () => {
  contract = await loadTestContract('library');
});

/** Runs the suite against a mock of the library that one change breaks. */
async function run(change: Change, only: readonly string[] = []): Promise<RunResult> {
  const mock = createMock({ contract, seed: 1, apiKeys: ['key'] });
  const { url, close } = await serveChanged((request) => mock.fetch(request), change);
  try {
    return await runAnyContract(contract, {
      baseUrl: url,
      apiKey: 'key',
      seed: 1,
      only,
    });
  } finally {
    await close();
  }
}

const unchanged: Change = (request, forward) => forward(request);

test('the mock of a contract keeps every law, and what can be deleted is deleted', async () => {
  const { groups, verdict, inventory } = await run(unchanged);
  expect([groups, verdict]).toEqual([[], { kind: 'conforms' }]);
  expect(inventory).toEqual([]);
});

test('announces as many checks as it has results', async () => {
  const mock = createMock({ contract, seed: 1, apiKeys: ['key'] });
  const { url, close } = await mock.listen({ port: 0 });
  const announced: number[] = [];
  const { checks } = await runAnyContract(contract, {
    baseUrl: url,
    apiKey: 'key',
    seed: 1,
    only: ['listBranches'],
    onEvent: (event) => {
      if (event.type === 'planned') announced.push(event.checks);
    },
  });
  await close();
  expect(announced).toEqual([checks.length]);
});

test('deletes what it created after its time was over', async () => {
  const mock = createMock({ contract, seed: 1, apiKeys: ['key'] });
  // No run can end within its time.
  const slow: Change = async (request, forward) => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return forward(request);
  };
  const { url, close } = await serveChanged((request) => mock.fetch(request), slow);
  const options = { baseUrl: url, apiKey: 'key', workspace: '', seed: 1, maxTimeMs: 3000 };
  const { verdict, inventory } = await runAnyContract(contract, options);
  const headers = { 'X-Library-Key': 'key' };
  const { total } = await (await fetch(`${url}/branches`, { headers })).json();
  await close();
  expect(verdict.kind).toBe('not-run');
  // The run does not know of the one whose creation was on its way when the time was over.
  expect(total).toBeLessThanOrEqual(1);
  expect(inventory.filter(({ kind }) => kind !== 'tag')).toEqual([]);
});

const isFor = ({ method, url }: Request, wanted: string, path: RegExp): boolean =>
  method === wanted && path.test(new URL(url).pathname);

const reply = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });

/** Changes the JSON of a response. */
const withBody =
  (method: string, path: RegExp, change: (body: Record<string, unknown>) => unknown): Change =>
  async (request, forward) => {
    const response = await forward(request);
    if (!isFor(request, method, path) || response.status >= 300) return response;
    return reply(change(await response.json()), response.status);
  };

const branches = /^\/branches$/;
const branch = /^\/branches\/\d+$/;

const broken: { title: string; fails: string; change: Change }[] = [
  {
    title: 'answers 200 to a PATCH that changes nothing',
    fails: 'updateBranch/changes-what-it-names',
    change: async (request, forward) =>
      isFor(request, 'PATCH', branch)
        ? forward(new Request(request.url, { headers: request.headers }))
        : forward(request),
  },
  {
    title: 'does not delete',
    fails: 'deleteBranch/is-gone',
    change: async (request, forward) =>
      isFor(request, 'DELETE', branch)
        ? new Response(undefined, { status: 204 })
        : forward(request),
  },
  {
    title: 'ignores the offset',
    fails: 'listBranches/pages-join-to-the-list',
    change: (request, forward) => {
      const url = new URL(request.url);
      if (isFor(request, 'GET', branches)) url.searchParams.delete('offset');
      return forward(new Request(url, request));
    },
  },
  {
    title: 'counts only the records of a page',
    fails: 'listBranches/total-counts-the-list',
    change: withBody('GET', branches, (body) => ({
      ...body,
      total: [body['items']].flat().length,
    })),
  },
  {
    title: 'stores another name',
    fails: 'createBranch/is-read-back',
    change: withBody('GET', branch, (body) => ({ ...body, name: 'other' })),
  },
  {
    title: 'loses a required field',
    fails: 'getBranch/replies-as-documented',
    change: withBody('GET', branch, ({ city: _, ...body }) => body),
  },
  {
    title: 'needs no key',
    fails: 'listBranches/requires-credentials',
    change: (request, forward) => {
      const headers = new Headers(request.headers);
      if (isFor(request, 'GET', branches)) headers.set('X-Library-Key', 'key');
      return forward(new Request(request, { headers }));
    },
  },
  {
    title: 'fails with 500',
    fails: 'service/no-server-errors',
    change: async (request, forward) =>
      isFor(request, 'GET', branch) ? reply({ code: 500, message: 'x' }, 500) : forward(request),
  },
];

test.each(broken)('a service that $title fails $fails', async ({ fails, change }) => {
  const [operation = ''] = fails.split('/');
  const { groups } = await run(change, [operation === 'service' ? 'getBranch' : operation]);
  expect(groups.flatMap(({ checks }) => checks)).toContain(fails);
});

test('a record that no operation reads is read from its list', async () => {
  const workspace = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
  const mock = createMock({ seed: 1, apiKeys: ['key'], workspaces: [workspace] });
  const otherNames: Change = async (request, forward) => {
    const response = await forward(request);
    if (request.method !== 'GET' || !response.ok) return response;
    const { data, ...page } = await response.json();
    return Response.json({ ...page, data: data.map((site: object) => ({ ...site, name: 'x' })) });
  };
  const { url, close } = await serveChanged((request) => mock.fetch(request), otherNames);
  const parameters = [['workspaceId', workspace]] as const;
  const only = ['createSite/is-read-back'];
  const options = { baseUrl: url, apiKey: 'key', seed: 1, only, parameters };
  const { checks } = await runAnyContract(withValidExamples(siteContract), options);
  await close();
  const { outcome } = checks.find(({ id }) => id === only[0]) ?? {};
  expect(outcome).toMatchObject({ status: 'failed' });
});

test('two values of a parameter are two parents, whose lists must be apart', async () => {
  const [first, second] = [
    '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    '1b671a64-40d5-491e-99b0-da01ff1f3341',
  ];
  const mock = createMock({ seed: 1, apiKeys: ['key'], workspaces: [first] });
  const forgetParent: Change = (request, forward) =>
    forward(new Request(request.url.replace(second, first), request));
  const { url, close } = await serveChanged((request) => mock.fetch(request), forgetParent);
  const parameters = [['workspaceId', first] as const, ['workspaceId', second] as const];
  const only = ['listSites/lists-only-its-own'];
  const options = { baseUrl: url, apiKey: 'key', seed: 1, only, parameters };
  const { checks } = await runAnyContract(withValidExamples(siteContract), options);
  await close();
  const { outcome } = checks.find(({ id }) => id === only[0]) ?? {};
  expect(outcome).toMatchObject({ status: 'failed' });
});

test('tells every exchange and its reason, and stops after enough failures', async () => {
  const mock = createMock({ contract, seed: 1, apiKeys: ['key'] });
  const empty: Change = async (request, forward) =>
    request.method === 'GET' ? reply({}) : forward(request);
  const { url, close } = await serveChanged((request) => mock.fetch(request), empty);
  const told: ToldExchange[] = [];
  const result = await runAnyContract(contract, {
    baseUrl: url,
    apiKey: 'secret-key',
    auth: { key: 'key' },
    seed: 1,
    maxFailures: 1,
    onExchange: (exchange) => told.push(exchange),
  });
  await close();
  const failed = result.checks.filter(({ outcome }) => outcome.status === 'failed');
  expect(failed.length).toBe(1);
  expect(result.verdict).toEqual({ kind: 'broken', failed: 1 });
  const [first] = failed;
  const ofFirst = told.filter(({ by }) => by === first?.id);
  expect(ofFirst.length).toBe(first?.requests);
  expect(JSON.stringify(told)).not.toContain('secret-key');
  expect(told.map(({ intent }) => intent)).toContain('valid');
});
