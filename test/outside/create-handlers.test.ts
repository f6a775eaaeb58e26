import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { createHandlers } from '../../mock/features/msw/index.ts';
import { createMock, type Mock } from '../../mock/index.ts';
import { useLibrary } from '../support/library-story.ts';
import { loadTestContract } from '../support/load-test-contract.ts';
import { sitesOf } from '../support/test-client.ts';

// Only the handlers can respond: `.invalid` never resolves (RFC 6761).
const baseUrl = 'https://api.site-contract.invalid';

let mock: Mock;
let server: ReturnType<typeof setupServer>;
beforeEach(() => {
  mock = createMock({ seed: 1 });
});
afterEach(() => server.close());

function start(...handlers: Parameters<typeof setupServer>): void {
  server = setupServer(...handlers);
  server.listen({ onUnhandledRequest: 'error' });
}

function toRequest(url: string, method = 'GET', json?: object): Request {
  const authorization = `Bearer ${mock.apiKeys[0]}`;
  const headers = { authorization, ...(json && { 'content-type': 'application/json' }) };
  return new Request(url, { method, headers, ...(json && { body: JSON.stringify(json) }) });
}

const send = (url: string, method?: string): Promise<Response> => fetch(toRequest(url, method));
const createSite = (base: string, name: string): Promise<Response> =>
  fetch(toRequest(base + sitesOf(), 'POST', { name }));

describe('the handlers', () => {
  test("respond from the mock's state, and change it", async () => {
    start(...createHandlers(mock, { baseUrl }));
    const created = await createSite(baseUrl, 'Harbour Café');
    expect(created.status).toBe(201);
    const direct = await mock.fetch(toRequest(`http://mock${sitesOf()}`));
    const listed = await (await send(`${baseUrl}${sitesOf()}?limit=1`)).json();
    expect(listed).toEqual({ data: [await created.json()], hasMore: false });
    expect(listed).toEqual(await direct.json());
    await mock.reset();
    const after = await (await send(`${baseUrl}${sitesOf()}`)).json();
    expect(after).toEqual({ data: [], hasMore: false });
  });

  test('serve another contract, below the path of its server', async () => {
    const library = createMock({ contract: await loadTestContract('library') });
    start(...createHandlers(library, { baseUrl }));
    await useLibrary(`${baseUrl}/api/v2`, (request) => fetch(request));
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
    const page = await (await send(`${called}${sitesOf()}?limit=20`)).json();
    expect(page).toMatchObject({ data: [{ name }], hasMore: false });
  });

  test.each([
    ['an unknown path', 'GET', '/v1/pages', 404],
    ['a method that the path does not have', 'DELETE', sitesOf(), 405],
    ['invalid encoding in a path', 'PATCH', '/v1/sites/%E0%A4%A', 400],
  ])('respond to %s like the mock, without using the network', async (_, method, path, status) => {
    start(...createHandlers(mock, { baseUrl }));
    const answered = await send(baseUrl + path, method);
    const direct = await mock.fetch(toRequest(`http://mock${path}`, method));
    expect(answered.status).toBe(status);
    expect(answered.headers.get('content-type')).toContain('application/problem+json');
    expect(await answered.json()).toEqual(await direct.json());
  });

  test('ignore requests outside the paths of the contract', async () => {
    const page = () => HttpResponse.text('a page');
    start(...createHandlers(mock, { baseUrl }), http.all('*', page));
    for (const url of [`${baseUrl}/`, `${baseUrl}/v10/sites`, `${baseUrl}.example/v1/sites`])
      expect(await (await send(url)).text()).toBe('a page');
  });

  test('let a handler before them override a request', async () => {
    start(...createHandlers(mock, { baseUrl }));
    const busy = () => new HttpResponse(null, { status: 503 });
    server.use(http.get(baseUrl + sitesOf(), busy, { once: true }));
    expect((await send(baseUrl + sitesOf())).status).toBe(503);
    expect((await send(baseUrl + sitesOf())).status).toBe(201);
  });

  test('show a connection reset by a fault as a network error', async () => {
    start(...createHandlers(mock, { baseUrl }));
    mock.faults.add({ operation: 'createSite', next: 1, effect: { kind: 'reset' } });
    await expect(createSite(baseUrl, 'One')).rejects.toThrow('Failed to fetch');
    expect((await createSite(baseUrl, 'One')).status).toBe(201);
  });
});
