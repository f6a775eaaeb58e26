import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { createMock } from '../../mock/create-mock.ts';
import { createHandlers } from '../../mock/features/msw/index.ts';

const workspaceId = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const sitesPath = `/v1/workspaces/${workspaceId}/sites`;
// Only the handlers can respond: `.invalid` never resolves (RFC 6761).
const baseUrl = 'https://api.site-contract.invalid';

let mock: ReturnType<typeof createMock>;
let server: ReturnType<typeof setupServer>;
beforeEach(() => {
  mock = createMock({ seed: 1 });
});
afterEach(() => {
  server.close();
});

function start(...handlers: Parameters<typeof setupServer>): void {
  server = setupServer(...handlers);
  server.listen({ onUnhandledRequest: 'error' });
}

function send(url: string, init: RequestInit = {}): Promise<Response> {
  const authorization = `Bearer ${mock.apiKeys[0]}`;
  return fetch(url, {
    ...init,
    headers: {
      authorization,
      ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
  });
}

const createSite = (base: string, name: string) =>
  send(`${base}${sitesPath}`, { method: 'POST', body: JSON.stringify({ name }) });

describe('the handlers', () => {
  test("respond from the mock's state, and change it", async () => {
    start(...createHandlers(mock, { baseUrl }));
    const created = await createSite(baseUrl, 'Harbour Café');
    expect(created.status).toBe(201);
    const headers = { authorization: `Bearer ${mock.apiKeys[0]}` };
    const direct = await mock.fetch(new Request(`http://mock${sitesPath}`, { headers }));
    const listed = await (await send(`${baseUrl}${sitesPath}?limit=1`)).json();
    expect(listed).toEqual({ data: [await created.json()], hasMore: false });
    expect(listed).toEqual(await direct.json());
    await mock.reset();
    expect(await (await send(`${baseUrl}${sitesPath}`)).json()).toEqual({
      data: [],
      hasMore: false,
    });
  });

  test.each([
    baseUrl,
    `${baseUrl}/`,
    `${baseUrl}:8443/api`,
    `${baseUrl}/api/`,
    `${baseUrl}/app+(1)/*`,
    'http://127.0.0.1:1',
    'http://[::1]:1/a',
  ])('respond below the base URL %s', async (base) => {
    start(...createHandlers(mock, { baseUrl: base }));
    const called = base.replace(/\/$/, '');
    const name = '漢字 "quoted" \u{1f600}';
    expect(await (await createSite(called, name)).json()).toMatchObject({ name });
    const page = await (await send(`${called}${sitesPath}?limit=20`)).json();
    expect(page).toMatchObject({ data: [{ name }], hasMore: false });
  });

  test.each([
    { title: 'an unknown path', method: 'GET', path: '/v1/pages', status: 404 },
    {
      title: 'a method that the path does not have',
      method: 'DELETE',
      path: sitesPath,
      status: 405,
    },
    {
      title: 'invalid encoding in a path',
      method: 'PATCH',
      path: '/v1/sites/%E0%A4%A',
      status: 400,
    },
  ])(
    'respond to $title like the mock, without using the network',
    async ({ method, path, status }) => {
      start(...createHandlers(mock, { baseUrl }));
      const [answered, direct] = await Promise.all([
        send(`${baseUrl}${path}`, { method }),
        mock.fetch(
          new Request(`http://mock${path}`, {
            method,
            headers: { authorization: `Bearer ${mock.apiKeys[0]}` },
          }),
        ),
      ]);
      expect(answered.status).toBe(status);
      expect(answered.headers.get('content-type')).toContain('application/problem+json');
      expect(await answered.json()).toEqual(await direct.json());
    },
  );

  test('ignore requests outside the paths of the contract', async () => {
    const page = () => HttpResponse.text('a page');
    start(...createHandlers(mock, { baseUrl }), http.all('*', page));
    for (const url of [`${baseUrl}/`, `${baseUrl}/v10/sites`, `${baseUrl}.example/v1/sites`]) {
      expect(await (await send(url)).text()).toBe('a page');
    }
  });

  test('let a handler before them override a request', async () => {
    start(...createHandlers(mock, { baseUrl }));
    const busy = () => new HttpResponse(null, { status: 503 });
    server.use(http.get(`${baseUrl}${sitesPath}`, busy, { once: true }));
    expect((await send(`${baseUrl}${sitesPath}`)).status).toBe(503);
    expect((await send(`${baseUrl}${sitesPath}`)).status).toBe(201);
  });

  test('show a connection reset by a fault as a network error', async () => {
    start(...createHandlers(mock, { baseUrl }));
    mock.faults.add({ operation: 'createSite', next: 1, effect: { kind: 'reset' } });
    await expect(createSite(baseUrl, 'One')).rejects.toThrow('Failed to fetch');
    expect((await createSite(baseUrl, 'One')).status).toBe(201);
  });
});
