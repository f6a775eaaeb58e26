/** A request of a work, the same to every subject. */
export interface WorkRequest {
  method: 'GET' | 'POST' | 'PATCH';
  /** With the query. */
  path: string;
  body?: unknown;
}

/** What is there before a work starts. */
export interface Ground {
  workspaceId: string;
  /** In the order of the list. */
  siteIds: readonly string[];
  routeIds: readonly string[];
}

/** One kind of work that a server is measured at. */
export interface Work {
  id: string;
  title: string;
  /** What is sent, in turn, again and again. */
  toRequests(ground: Ground): readonly WorkRequest[];
  /** `refusal` where every answer has to be a 4xx, else 2xx. */
  expects: 'success' | 'refusal';
}

/** The key that the mock accepts when it is told none. */
export const apiKey = 'site-contract-key';

/** Every request is that of a page, so that CORS takes its part. */
const pageOrigin = 'http://localhost:3000';

export function toHeaders(hasBody: boolean): Record<string, string> {
  const headers = {
    Authorization: `Bearer ${apiKey}`,
    Accept: 'application/json',
    Origin: pageOrigin,
  };
  return hasBody ? { ...headers, 'Content-Type': 'application/json' } : headers;
}

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
