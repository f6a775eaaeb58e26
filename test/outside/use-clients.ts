/** Uses the client of each generator, for the compiler and with a mock. */
import createClient from 'openapi-fetch';
import { getSiteManagementService } from './axios/client.ts';
import * as orval from './fetch/client.ts';
import { createClient as createHeyClient } from './hey/client/index.ts';
import * as hey from './hey/index.ts';
import type { paths } from './schema.ts';
import { Api } from './swagger/client.ts';

const workspaceId = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const body = { name: 'Bakery' };

/** @returns the name of the site that each client has created, or the title of the problem */
export async function useAll(baseUrl: string, apiKey: string): Promise<Record<string, string>> {
  const headers = { Authorization: `Bearer ${apiKey}` };
  const { data, error } = await createClient<paths>({ baseUrl, headers }).POST(
    '/v1/workspaces/{workspaceId}/sites',
    { params: { path: { workspaceId } }, body },
  );
  const heyClient = createHeyClient({ baseUrl, auth: apiKey });
  const made = await hey.createSite({ client: heyClient, path: { workspaceId }, body });
  // This client calls the server in the document, or a path relative to the page.
  const { fetch } = globalThis;
  globalThis.fetch = (target, init) => {
    const { pathname, search } = new URL(String(target), baseUrl);
    return fetch(baseUrl + pathname + search, init);
  };
  const third = await orval.createSite(workspaceId, body, { headers });
  globalThis.fetch = fetch;
  const withAxios = getSiteManagementService();
  const fourth = await withAxios.createSite(workspaceId, body, { baseURL: baseUrl, headers });
  const api = new Api({ baseUrl, baseApiParams: { headers } });
  const fifth = await api.v1.createSite(workspaceId, body);
  return {
    'openapi-fetch': data?.name ?? error?.title ?? '',
    'hey-api': made.data?.name ?? '',
    'orval, fetch': third.status === 201 ? third.data.name : String(third.data.title),
    'orval, axios': fourth.data.name,
    'swagger-typescript-api': fifth.data.name,
  };
}
