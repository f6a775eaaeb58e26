import type { BenchRequest } from './subjects.ts';

/** The records that exist before a work starts. */
interface Ground {
  siteIds: readonly string[];
  routeIds: readonly string[];
}

/** A kind of work that servers are measured with. */
export interface Work {
  id: string;
  title: string;
  /** The requests, which are sent in a loop. */
  toRequests(ground: Ground): readonly BenchRequest[];
  /** Whether every response has to be a 4xx. Default: 2xx. */
  isRefused?: boolean;
}

const workspace = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const sites = `/v1/workspaces/${workspace}/sites`;
const list: BenchRequest = { method: 'GET', path: `${sites}?limit=20` };
const newSite = { name: 'Harbour Café', hostUrl: 'https://harbour-cafe.example', locale: 'en-GB' };

/** Works on a hundred sites in turn, so that no single one grows. */
const forSites = ({ siteIds }: Ground, toRequest: (id: string) => BenchRequest): BenchRequest[] =>
  siteIds.slice(0, 100).map(toRequest);

export const works: readonly Work[] = [
  { id: 'list', title: 'List 20 of 1,000 sites', toRequests: () => [list] },
  {
    id: 'create',
    title: 'Create a site',
    toRequests: () => [{ method: 'POST', path: sites, body: newSite }],
  },
  {
    id: 'refuse',
    title: 'Create a site, refused',
    toRequests: () => [{ method: 'POST', path: sites, body: { ...newSite, name: 5 } }],
    isRefused: true,
  },
  {
    id: 'update',
    title: 'Update a site',
    toRequests: (ground) =>
      forSites(ground, (id) => ({ method: 'PATCH', path: `/v1/sites/${id}`, body: { name: id } })),
  },
  {
    id: 'duplicate',
    title: 'Duplicate a site with a route',
    toRequests: (ground) =>
      forSites(ground, (id) => ({
        method: 'POST',
        path: `/v1/sites/${id}/duplicate`,
        body: { name: 'Copy' },
      })),
  },
  {
    id: 'update-route',
    title: 'Update a route',
    toRequests: ({ routeIds }) =>
      routeIds.map((id) => ({
        method: 'PATCH',
        path: `/v1/routes/${id}`,
        body: { pathname: `/moved/${id}` },
      })),
  },
];

/** The first request of every server. */
export const firstRequest = { path: list.path, headers: toHeaders(false) };

/** Each request has an origin, so that CORS is part of the work. */
export function toHeaders(hasBody: boolean): Record<string, string> {
  return {
    Authorization: 'Bearer site-contract-key',
    Origin: 'http://localhost:3000',
    ...(hasBody ? { 'Content-Type': 'application/json' } : {}),
  };
}

/** Creates the records for the works through the interface: 1,000 sites, and a route for 100 of them. */
export async function prepareGround(baseUrl: string): Promise<Ground> {
  const siteIds: string[] = [];
  const routeIds: string[] = [];
  for (let index = 0; index < 1000; index += 1)
    siteIds.push(await create(baseUrl + sites, { name: `Site number ${index}` }));
  for (const id of siteIds.slice(0, 100))
    routeIds.push(await create(`${baseUrl}/v1/sites/${id}/routes`, { pathname: '/home' }));
  return { siteIds, routeIds };
}

async function create(url: string, body: object): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: toHeaders(true),
    body: JSON.stringify(body),
  });
  const created: unknown = await response.json();
  if (typeof created === 'object' && created !== null && 'id' in created) return String(created.id);
  throw new Error(`${url} answers ${response.status}`);
}

/** For servers without state: any ids. */
export const anyGround: Ground = { siteIds: [workspace], routeIds: [workspace] };
