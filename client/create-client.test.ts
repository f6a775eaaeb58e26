import { describe, expect, test } from '@jest/globals';
import { createMock } from '../mock/browser.ts';
import { type ClientOptions, createClient } from './create-client.ts';
import { ApiProblem } from './response.ts';

const workspaceId = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);

/** Creates a mock and a client of it, and records the requests of the client. */
function connect(options: Partial<ClientOptions> = {}) {
  const mock = createMock({ seed: 1 });
  const sent: Request[] = [];
  const client = createClient({
    baseUrl: 'https://api.example.com/',
    apiKey: mock.apiKeys[0] ?? '',
    fetch: (request) => {
      sent.push(request.clone());
      return mock.fetch(request);
    },
    ...options,
  });
  return { client, sent };
}

describe('a client', () => {
  test('has a method for every operation, which resolves with the response body', async () => {
    const { client } = connect();
    const site = await client.createSite({
      workspaceId,
      body: { name: 'Harbour Café', hostUrl: 'https://harbour.example', locale: 'en-GB' },
    });
    expect(site).toEqual({
      id: uuid,
      name: 'Harbour Café',
      hostUrl: 'https://harbour.example',
      apiKey: uuid,
    });
    const siteId = site.id;
    const renamed = await client.updateSite({ siteId, body: { name: 'Pier' } });
    expect(renamed).toEqual({ ...site, name: 'Pier' });
    const copy = await client.duplicateSite({ siteId, body: { name: 'Second pier' } });
    expect(copy.name).toBe('Second pier');
    expect(await client.listSites({ workspaceId, limit: 1 })).toEqual({
      data: [renamed],
      hasMore: true,
    });
    expect(await client.listSites({ workspaceId, after: siteId })).toEqual({
      data: [copy],
      hasMore: false,
    });
    const route = await client.createRoute({ siteId, body: { pathname: '/menu' } });
    expect(route).toEqual({ id: uuid, pathname: '/menu', localizedVariants: [] });
    const localizedVariants = [{ locale: 'de-DE', pathname: '/karte' }];
    expect(await client.updateRoute({ routeId: route.id, body: { localizedVariants } })).toEqual({
      ...route,
      localizedVariants,
    });
    const webhook = { url: 'https://hooks.example/in', eventType: 'page.created' } as const;
    expect(await client.createWebhook({ workspaceId, body: webhook })).toEqual({
      ...webhook,
      id: uuid,
      workspaceId,
    });
  });

  test('omits an optional body, and sends query parameters', async () => {
    const { client, sent } = connect();
    const { id: siteId } = await client.createSite({ workspaceId, body: { name: 'Pier' } });
    expect((await client.duplicateSite({ siteId })).name).toContain('Pier');
    expect(sent.at(-1)?.body).toBeNull();
    expect(sent.at(-1)?.headers.get('content-type')).toBeNull();
    const body = { pathname: 'no slash' };
    await expect(client.createRoute({ siteId, body })).rejects.toBeInstanceOf(ApiProblem);
    const route = await client.createRoute({ siteId, skipValidation: 'true', body });
    expect(route.pathname).toBe('no slash');
    expect(sent.at(-1)?.url).toContain('/routes?skipValidation=true');
  });

  test('sends the key, and headers of the client and the call', async () => {
    const { client, sent } = connect({ headers: { 'X-Mock-Session': 'one', 'X-Trace': 'client' } });
    const headers = { 'x-trace': 'call', Authorization: 'Bearer other' };
    await client.listSites({ workspaceId }, { headers });
    const [request] = sent;
    expect(request?.headers.get('authorization')).toBe('Bearer site-contract-key');
    expect(request?.headers.get('x-mock-session')).toBe('one');
    expect(request?.headers.get('x-trace')).toBe('call');
  });

  test.each([
    { given: 'https://api.example.com', want: 'https://api.example.com/v1/workspaces/' },
    { given: 'https://api.example.com/base/', want: 'https://api.example.com/base/v1/workspaces/' },
    { given: 'http://[::1]:4010', want: 'http://[::1]:4010/v1/workspaces/' },
  ])('calls paths below $given', async ({ given, want }) => {
    const urls: string[] = [];
    const fetch = async (request: Request) => {
      urls.push(request.url);
      return Response.json({ data: [], hasMore: false });
    };
    await connect({ baseUrl: given, fetch }).client.listSites({ workspaceId });
    expect(urls).toEqual([`${want}${workspaceId}/sites`]);
  });

  test.each([
    '',
    'api.example.com',
    'ftp://example.com',
    'https://u:hidden@example.com',
    'http://a/?b',
  ])('refuses the base URL %j', (baseUrl) => {
    const open = () => connect({ baseUrl });
    expect(open).toThrow(/^baseUrl/);
    expect(open).not.toThrow(/hidden/);
  });

  test('encodes a path parameter so that it stays in its segment', async () => {
    const { client, sent } = connect();
    for (const siteId of ['', '.', '..']) {
      await expect(client.updateSite({ siteId, body: {} })).rejects.toThrow(
        `siteId cannot be used in a path: ${JSON.stringify(siteId)}`,
      );
    }
    expect(sent).toEqual([]);
    await expect(client.updateSite({ siteId: '../a?b#c', body: {} })).rejects.toThrow(ApiProblem);
    expect(sent[0]?.url).toBe('https://api.example.com/v1/sites/..%2Fa%3Fb%23c');
  });
});

describe('an aborted call', () => {
  test('rejects with the reason before it is sent', async () => {
    const reason = new Error('no longer wanted');
    const { client } = connect({ fetch: (request) => globalThis.fetch(request) });
    const call = client.listSites({ workspaceId }, { signal: AbortSignal.abort(reason) });
    await expect(call).rejects.toBe(reason);
  });

  test.each([200, 500])(
    'rejects with the reason while a response body of %d arrives',
    async (status) => {
      const controller = new AbortController();
      const { client } = connect({
        fetch: async ({ signal }) => {
          const body = new ReadableStream({
            start(stream) {
              signal.addEventListener('abort', () => stream.error(signal.reason));
              queueMicrotask(() => controller.abort());
            },
          });
          return new Response(body, { status });
        },
      });
      const call = client.listSites({ workspaceId }, { signal: controller.signal });
      await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    },
  );
});

describe('the key', () => {
  test.each(['', 'two words', 'line\nbreak', 'schlüssel'])(
    'is refused without being quoted: %j',
    (apiKey) => {
      const open = () => connect({ apiKey });
      expect(open).toThrow(/^apiKey must not be empty/);
      if (apiKey !== '') expect(open).not.toThrow(apiKey);
    },
  );

  test('is in no error message, even if the service repeats it', async () => {
    const apiKey = 'secret-of-the-app';
    const { client } = connect({
      apiKey,
      fetch: async (request) =>
        new Response(
          JSON.stringify({ title: 'Unknown key', detail: request.headers.get('authorization') }),
          { status: 401, headers: { 'content-type': 'application/problem+json' } },
        ),
    });
    const error: unknown = await client.listSites({ workspaceId }).catch((caught) => caught);
    expect(error).toHaveProperty('message', expect.stringContaining('Bearer [API key]'));
    expect(String(error)).not.toContain(apiKey);
  });
});
