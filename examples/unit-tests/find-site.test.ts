import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { createClient } from 'site-contract/client';
import { createMock } from 'site-contract/mock';
import { createHandlers } from 'site-contract/msw';
import { findSite } from './find-site.ts';

const baseUrl = 'https://api.example.com';
const workspaceId = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

const mock = createMock({ seed: 1 });
const server = setupServer(...createHandlers(mock, { baseUrl }));
/** Prepares the mock's state without going through Mock Service Worker. */
const client = createClient({ baseUrl, apiKey: mock.apiKeys[0] ?? '', fetch: mock.fetch });

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(async () => {
  server.resetHandlers();
  await mock.reset();
});
afterAll(() => server.close());

async function createSites(count: number): Promise<void> {
  for (let at = 1; at <= count; at += 1) {
    const body = { name: `Site ${at}`, hostUrl: `https://site-${at}.example` };
    await client.createSite({ workspaceId, body });
  }
}

test('finds a site on any page', async () => {
  await createSites(102);
  expect(await findSite(workspaceId, 'https://site-101.example')).toMatchObject({
    name: 'Site 101',
  });
});

test('finds nothing if the workspace does not have the site', async () => {
  await createSites(2);
  expect(await findSite(workspaceId, 'https://site-3.example')).toBeUndefined();
});

test('reports that the service is busy', async () => {
  // A handler only for this test. It precedes those of the mock.
  server.use(http.get(`${baseUrl}/*`, () => new HttpResponse(null, { status: 503 })));
  expect(await findSite(workspaceId, 'https://site-1.example')).toBe('busy');
});
