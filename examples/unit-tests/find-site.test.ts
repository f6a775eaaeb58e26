import { beforeEach, expect, test } from '@jest/globals';
import { createClient } from 'site-contract/client';
import { createMock } from 'site-contract/mock';
import { findSite } from './find-site.ts';

const workspaceId = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const mock = createMock({ seed: 1 });
const client = createClient({
  baseUrl: 'https://api.example.com',
  apiKey: mock.apiKeys[0] ?? '',
  fetch: mock.fetch,
});

// Resets the state, the journal and the fault rules.
beforeEach(() => mock.reset());

async function createSites(count: number): Promise<void> {
  for (let at = 1; at <= count; at += 1) {
    const body = { name: `Site ${at}`, hostUrl: `https://site-${at}.example` };
    await client.createSite({ workspaceId, body });
  }
}

test('finds a site on any page', async () => {
  await createSites(102);
  expect(await findSite(client, workspaceId, 'https://site-101.example')).toMatchObject({
    name: 'Site 101',
  });
});

test('finds nothing if the workspace does not have the site', async () => {
  await createSites(2);
  expect(await findSite(client, workspaceId, 'https://site-3.example')).toBeUndefined();
});

test('reports that the service is busy', async () => {
  mock.faults.add({ operation: 'listSites', next: 1, effect: { kind: 'status', status: 503 } });
  expect(await findSite(client, workspaceId, 'https://site-1.example')).toBe('busy');
});
