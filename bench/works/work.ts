/** A request of a work, the same for every subject. */
export interface WorkRequest {
  method: 'GET' | 'POST' | 'PATCH';
  /** The path with its query. */
  path: string;
  body?: unknown;
}

/** The existing data before a work starts. */
export interface Ground {
  workspaceId: string;
  /** In the order of the list. */
  siteIds: readonly string[];
  routeIds: readonly string[];
}

/** A kind of work for which a server is measured. */
export interface Work {
  id: string;
  title: string;
  /** Returns the requests, which are sent in a loop. */
  toRequests(ground: Ground): readonly WorkRequest[];
  /** `refusal` if every response has to be a 4xx, otherwise 2xx. */
  expects: 'success' | 'refusal';
}

/** The mock's default key. */
export const apiKey = 'site-contract-key';

/** Every request has an origin, so that CORS is included. */
const pageOrigin = 'http://localhost:3000';

export function toHeaders(hasBody: boolean): Record<string, string> {
  const headers = {
    Authorization: `Bearer ${apiKey}`,
    Accept: 'application/json',
    Origin: pageOrigin,
  };
  return hasBody ? { ...headers, 'Content-Type': 'application/json' } : headers;
}

/** The example workspace in the contract. */
export const workspaceId = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

/** Number of sites in the listed workspace. */
const sites = 1000;
/** Number of sites with a route. */
const routes = 100;

const uuid = '0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10';

/** For servers without state, which accept any ids. */
export const anyGround: Ground = {
  workspaceId,
  siteIds: Array.from({ length: sites }, () => uuid),
  routeIds: Array.from({ length: routes }, () => uuid),
};

/** Creates the sites and routes for works, through the interface. */
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

interface AskedReply {
  status: number;
  mediaType: string;
  body: string;
}

export async function ask(baseUrl: string, request: WorkRequest): Promise<AskedReply> {
  const { method, path, body } = request;
  const reply = await fetch(baseUrl + path, {
    method,
    headers: toHeaders(body !== undefined),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const mediaType = reply.headers.get('content-type') ?? '';
  return { status: reply.status, mediaType, body: await reply.text() };
}
