import { expect } from '@jest/globals';

export const workspace = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

const headers = {
  Authorization: 'Bearer site-contract-key',
  'Content-Type': 'application/json',
};

/** The part of a site that tests of the program use. */
interface ListedSite {
  id: string;
  name: string;
}

/** Creates a site on a mock. @returns its id */
export async function createSite({ url }: { url: string }, name: string): Promise<string> {
  const reply = await fetch(`${url}/v1/workspaces/${workspace}/sites`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name }),
  });
  expect(reply.status).toBe(201);
  const { id }: ListedSite = await reply.json();
  return id;
}

export async function listSites({ url }: { url: string }): Promise<ListedSite[]> {
  const reply = await fetch(`${url}/v1/workspaces/${workspace}/sites?limit=100`, { headers });
  const { data }: { data: ListedSite[] } = await reply.json();
  return data;
}

export async function listNames(mock: { url: string }): Promise<string[]> {
  return (await listSites(mock)).map(({ name }) => name);
}

/** The contents of a state with sites of these names. */
export function toState(...names: string[]) {
  return { workspaces: [{ id: workspace, sites: names.map((name) => ({ name })) }] };
}
