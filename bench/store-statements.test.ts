import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { Client } from 'pg';
import { contract } from '../contract/index.ts';
import { createMock, defaultApiKey } from '../mock/index.ts';
import { createPostgresStore } from '../mock/postgres/index.ts';
import { startPostgres, type TestPostgres } from '../test/support/postgres.ts';
import { describePostgres } from '../test/support/shared-mocks.ts';
import budgets from './budgets.json' with { type: 'json' };

const workspace = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const sites = `/workspaces/${workspace}/sites`;

/**
 * The statements that the driver sends for one request, `begin` and `commit` included. Each is a round trip to the database.
 * Background writes of a mock are not counted, because their number does not depend on the requests.
 */
describePostgres('a request to a mock on PostgreSQL', () => {
  const counting = new AsyncLocalStorage<string[]>();
  let server: TestPostgres;
  let mock: ReturnType<typeof createSharedMock>;
  let siteId = '';
  let routeId = '';

  const createSharedMock = () =>
    createMock({
      store: createPostgresStore(server.patientUrl, { schema: 'statements' }),
      // The journal writes in the background, not for a single request.
      journal: 0,
      onError: () => {},
    });

  beforeAll(async () => {
    server = await startPostgres(['fsync=off']);
    mock = createSharedMock();
    siteId = (await send('POST', sites, { name: 'Bakery' })).id;
    routeId = (await send('POST', `/sites/${siteId}/routes`, { pathname: '/bread' })).id;
    const { query } = Client.prototype;
    jest.spyOn(Client.prototype, 'query').mockImplementation(function (
      this: Client,
      ...given: unknown[]
    ) {
      const [statement] = given;
      const hasText = typeof statement === 'object' && statement !== null && 'text' in statement;
      counting.getStore()?.push(String(hasText ? statement.text : statement));
      return Reflect.apply(query, this, given);
    });
  });

  afterAll(async () => {
    jest.restoreAllMocks();
    await mock?.close();
    await server?.close();
  });

  async function send(method: string, path: string, body?: unknown, key = defaultApiKey) {
    const response = await mock.fetch(
      new Request(`http://mock/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    const json: { id: string } = await response.json();
    return { id: json.id, status: response.status };
  }

  /** @returns the statements of one request, and its status */
  async function count(...request: Parameters<typeof send>) {
    const statements: string[] = [];
    const { status } = await counting.run(statements, () => send(...request));
    return { status, statements: [...statements] };
  }

  const requests: Record<string, () => Promise<{ status: number; statements: string[] }>> = {
    listSites: () => count('GET', `${sites}?limit=20`),
    listSitesBehindCursor: () => count('GET', `${sites}?after=${siteId}`),
    createSite: () => count('POST', sites, { name: 'Café' }),
    updateSite: () => count('PATCH', `/sites/${siteId}`, { name: 'Bakery and café' }),
    duplicateSite: () => count('POST', `/sites/${siteId}/duplicate`, { name: 'Copy' }),
    createRoute: () => count('POST', `/sites/${siteId}/routes`, { pathname: '/cakes' }),
    updateRoute: () => count('PATCH', `/routes/${routeId}`, { pathname: '/rolls' }),
    createWebhook: () =>
      count('POST', `/workspaces/${workspace}/webhooks`, {
        url: 'https://hooks.example/',
        eventType: 'site.published',
      }),
    refusedBody: () => count('POST', sites, { name: 5 }),
    unknownSite: () => count('PATCH', `/sites/${workspace}`, { name: 'None' }),
    reset: async () => {
      const statements: string[] = [];
      await counting.run(statements, () => mock.reset());
      return { status: 204, statements: [...statements] };
    },
    unknownKey: () => count('GET', sites, undefined, 'another-key'),
  };

  /** The expected statuses other than 201. */
  const statuses: Record<string, number> = {
    updateSite: 200,
    updateRoute: 200,
    refusedBody: 422,
    unknownSite: 404,
    unknownKey: 401,
    reset: 204,
  };

  test('each kind of operation has a budget', () => {
    expect(Object.keys(budgets.statementsPerRequest)).toEqual(Object.keys(requests));
  });

  test('sends no more statements than a duplication for operations without a budget', async () => {
    const ids: Record<string, string> = { workspaceId: workspace, siteId, routeId };
    const others = contract.operations.filter(({ id }) => !(id in requests));
    for (const { id, method, path, requestBody } of others) {
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? workspace);
      const ask = () => count(method, filled.replace('/v1', ''), requestBody?.examples?.[0]);
      await ask();
      const { statements } = await ask();
      const most = budgets.statementsPerRequest.duplicateSite;
      if (statements.length > most)
        throw new Error(`${id}: ${statements.length}:\n${statements.join('\n')}`);
    }
  });

  test.each(Object.entries(budgets.statementsPerRequest))(
    'sends as many statements as budgeted: %s',
    async (kind, budget) => {
      const request = requests[kind];
      // The first request of a kind may need additional statements.
      await request?.();
      const answered = await request?.();
      expect(answered?.status).toBe(statuses[kind] ?? 201);
      if (answered?.statements.length !== budget)
        throw new Error(`${answered?.statements.length}:\n${answered?.statements.join('\n')}`);
    },
  );

  test('sends the session with every statement except begin and commit', async () => {
    const { reset: _, ...ofService } = requests;
    for (const request of Object.values(ofService)) {
      for (const text of (await request()).statements)
        expect(text).toMatch(/^(?:begin|commit)|\$1/);
    }
  });

  test('includes the session in every primary key and unique index of growing tables', async () => {
    const client = new Client(server.url);
    await client.connect();
    const { rows } = await client.query<{ name: string; columns: string[] }>(`
      select t.relname as name, array_agg(a.attname::text) as columns
        from pg_index i join pg_class t on t.oid = i.indrelid
          join pg_namespace n on n.oid = t.relnamespace and n.nspname = 'statements'
          join pg_attribute a on a.attrelid = t.oid and a.attnum = any(i.indkey)
        where i.indisunique group by t.relname, i.indexrelid`);
    await client.end();
    const local = ['journal', 'mock', 'schema_version', 'shared'];
    const growing = rows.filter(({ name }) => !local.includes(name));
    expect(growing.map(({ name }) => name).sort()).toEqual([
      'delivery',
      'leftover',
      'route',
      'session',
      'site',
      'snapshot',
      'webhook',
    ]);
    for (const { name, columns } of growing)
      expect(columns).toContain(name === 'session' ? 'name' : 'session');
  });
});
