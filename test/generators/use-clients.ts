/** Calls the client of each generator, for the compiler. */
import createClient from 'openapi-fetch';
import * as orval from './fetch/client.ts';
import { createClient as createHeyClient } from './hey/client/index.ts';
import * as hey from './hey/index.ts';
import type { paths } from './schema.ts';

const workspaceId = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const client = createClient<paths>({ baseUrl: 'http://127.0.0.1:4010' });

export async function useAll(): Promise<string[]> {
  const { data, error } = await client.POST('/v1/workspaces/{workspaceId}/sites', {
    params: { path: { workspaceId } },
    body: { name: 'Bakery' },
  });
  const title: string | undefined = error?.title;
  const made = await hey.createSite({
    client: createHeyClient({ baseUrl: 'http://127.0.0.1:4010' }),
    path: { workspaceId },
    body: { name: 'Bakery' },
  });
  const third = await orval.createSite(workspaceId, { name: 'Bakery' });
  return [
    data?.id ?? title ?? '',
    made.data?.id ?? '',
    third.status === 201 ? third.data.id : String(third.data.title),
  ];
}
