import { describe, expect, test } from '@jest/globals';
import { type Client, createClient } from '../../client/create-client.ts';
import type { Site, SitePage } from '../../generated/types.ts';
import { createMock } from '../../mock/browser.ts';
import { type ListAllSitesOptions, listAllSites } from './list-all-sites.ts';

const workspaceId = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

async function collect(
  client: Pick<Client, 'listSites'>,
  options: Partial<ListAllSitesOptions> = {},
): Promise<Site[]> {
  const sites: Site[] = [];
  for await (const site of listAllSites(client, { workspaceId, ...options })) sites.push(site);
  return sites;
}

/** Creates a mock with this number of sites and a client, and records the queries of the client. */
async function open(count: number) {
  const mock = createMock();
  const queries: string[] = [];
  const client = createClient({
    baseUrl: 'http://mock',
    apiKey: mock.apiKeys[0] ?? '',
    fetch: (request) => {
      queries.push(new URL(request.url).search);
      return mock.fetch(request);
    },
  });
  const sites: Site[] = [];
  for (let at = 1; at <= count; at += 1) {
    sites.push(await client.createSite({ workspaceId, body: { name: `Site ${at}` } }));
  }
  queries.length = 0;
  return { client, sites, queries };
}

/** Responds with these pages one after the other, and repeats the last one. */
function answer(...pages: { ids: string[]; hasMore: boolean }[]) {
  let calls = 0;
  const listSites = async (): Promise<SitePage> => {
    const { ids = [], hasMore = false } = pages[Math.min(calls, pages.length - 1)] ?? {};
    calls += 1;
    if (calls > 10) throw new Error('never stops');
    return { data: ids.map((id) => ({ id, name: id, hostUrl: null, apiKey: id })), hasMore };
  };
  return { listSites };
}

describe('listing all sites', () => {
  test.each([
    { count: 25, pageSize: 10, requests: 3 },
    { count: 20, pageSize: 10, requests: 2 },
    { count: 25, pageSize: undefined, requests: 2 },
    { count: 3, pageSize: 1, requests: 3 },
    { count: 0, pageSize: 10, requests: 1 },
  ])('iterates over $count sites in pages of $pageSize', async ({ count, pageSize, requests }) => {
    const { client, sites, queries } = await open(count);
    expect(await collect(client, pageSize === undefined ? {} : { pageSize })).toEqual(sites);
    expect(queries).toHaveLength(requests);
    for (const query of queries) {
      expect(new URLSearchParams(query).get('limit')).toBe(pageSize?.toString() ?? null);
    }
  });

  test('requests a page only when needed, and none after a break', async () => {
    const { client, queries } = await open(5);
    for await (const site of listAllSites(client, { workspaceId, pageSize: 2 })) {
      if (site.name === 'Site 2') break;
    }
    expect(queries).toEqual(['?limit=2']);
  });

  test.each([0, -1, Number.NaN])('refuses a page size of %d', async (pageSize) => {
    await expect(collect(answer({ ids: [], hasMore: false }), { pageSize })).rejects.toThrow(
      `pageSize must be at least 1 (got ${pageSize})`,
    );
  });

  test.each([
    {
      title: 'an empty page with hasMore',
      pages: [
        { ids: ['a'], hasMore: true },
        { ids: [], hasMore: true },
      ],
      says: 'returned an empty page (after a)',
    },
    {
      title: 'an empty first page with hasMore',
      pages: [{ ids: [], hasMore: true }],
      says: 'returned an empty page (on the first page)',
    },
    {
      title: 'the same page forever',
      pages: [{ ids: ['a', 'b'], hasMore: true }],
      says: 'returned a page that it had returned before (after b)',
    },
  ])('rejects on $title', async ({ pages, says }) => {
    await expect(collect(answer(...pages))).rejects.toThrow(
      `listSites reported more sites and then ${says}`,
    );
  });
});
