import type { Proof } from '../entry.ts';
import type { ProbeClient, ProbeRequest } from './client.ts';

interface Paths {
  workspace: string;
  otherWorkspace: string;
  site: string;
  route: string;
}

export type Asked = readonly [
  method: string,
  path: (paths: Paths) => string,
  request: ProbeRequest,
];

/** Sends a request for a site with a route, and returns the last status. */
export const ask =
  (...requests: readonly Asked[]): Proof =>
  async (client) => {
    const paths = await makePaths(client);
    let status = 0;
    for (const [method, path, request] of requests)
      status = (await client.call(method, path(paths), request)).status;
    return status;
  };

export async function makePaths(client: ProbeClient): Promise<Paths> {
  const [workspace, otherWorkspace] = client.workspaceIds.map((id) => `/v1/workspaces/${id}`);
  const make = async (path: string, body: object) =>
    (await client.call('POST', path, { body })).text.match(/"id":"([^"]+)"/)?.[1] ?? '';
  const body = { name: 'A', hostUrl: 'https://a.example.com' };
  const site = `/v1/sites/${await make(`${workspace}/sites`, body)}`;
  const route = `/v1/routes/${await make(`${site}/routes`, { pathname: '/a' })}`;
  return { workspace: workspace ?? '', otherWorkspace: otherWorkspace ?? '', site, route };
}

export const list =
  (query: string) =>
  ({ workspace }: Paths): string =>
    `${workspace}/sites${query}`;
export const withoutKey: ProbeRequest = { authorization: undefined };
export const updateSite = (body: object): Asked => ['PATCH', ({ site }) => site, { body }];
export const updateRoute = (body: object, query = ''): Asked => [
  'PATCH',
  ({ route }) => route + query,
  { body },
];
