import { expect } from '@jest/globals';

export const workspace = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

/** The admin token of mocks that are started for `ask`. */
export const adminToken = 'admin-token-of-this-test';

/** Calls an operation of the service or of the control surface. */
export async function ask({ url }: { url: string }, method: string, path: string, body?: unknown) {
  const key = path.startsWith('/v1') ? 'site-contract-key' : adminToken;
  const reply = await fetch(url + path, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: reply.status, body: await reply.json() };
}

/** The part of a site that tests of the program use. */
interface ListedSite {
  id: string;
  name: string;
}

/** Creates a site on a mock. @returns its id */
export async function createSite(mock: { url: string }, name: string): Promise<string> {
  const { status, body } = await ask(mock, 'POST', `/v1/workspaces/${workspace}/sites`, { name });
  expect(status).toBe(201);
  return body.id;
}

export async function listSites(mock: { url: string }): Promise<ListedSite[]> {
  return (await ask(mock, 'GET', `/v1/workspaces/${workspace}/sites?limit=100`)).body.data;
}

export async function listNames(mock: { url: string }): Promise<string[]> {
  return (await listSites(mock)).map(({ name }) => name);
}

/** The contents of a state with sites of these names. */
export function toState(...names: string[]) {
  return { workspaces: [{ id: workspace, sites: names.map((name) => ({ name })) }] };
}
