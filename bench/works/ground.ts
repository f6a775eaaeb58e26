import { apiKey, pageOrigin } from './request-headers.ts';
import type { Ground } from './work.ts';

/** The workspace that the contract gives as an example. */
export const workspaceId = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

/** How many sites a list is taken from. */
const sites = 1000;
/** How many of them have a route. */
const routes = 100;

const uuid = '0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10';

/** For servers without state: any ids do. */
export const anyGround: Ground = {
  workspaceId,
  siteIds: Array.from({ length: sites }, () => uuid),
  routeIds: Array.from({ length: routes }, () => uuid),
};

/** Creates the sites and routes that works start from, through the interface. */
export async function prepareGround(baseUrl: string): Promise<Ground> {
  const siteIds: string[] = [];
  for (let index = 0; index < sites; index += 1) {
    const body = { name: `Site number ${index}`, hostUrl: `https://site-${index}.example` };
    siteIds.push(await create(`${baseUrl}/v1/workspaces/${workspaceId}/sites`, body));
  }
  const routeIds: string[] = [];
  for (const siteId of siteIds.slice(0, routes)) {
    routeIds.push(await create(`${baseUrl}/v1/sites/${siteId}/routes`, { pathname: '/home' }));
  }
  return { workspaceId, siteIds, routeIds };
}

async function create(url: string, body: object): Promise<string> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      origin: pageOrigin,
    },
    body: JSON.stringify(body),
  });
  const created: unknown = await reply.json();
  if (reply.status === 201 && typeof created === 'object' && created !== null && 'id' in created) {
    return String(created.id);
  }
  throw new Error(`${url} answers ${reply.status}`);
}
