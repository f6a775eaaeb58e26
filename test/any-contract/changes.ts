import type { Change } from '../support/serve-changed.ts';

/** Forwards a request to the unchanged service. */
type Forward = (request: Request) => Promise<Response>;

/** The key of the library. */
export const key = 'key-of-the-library';

/** Paths of the library. */
export const paths = {
  branches: /^\/branches$/,
  branch: /^\/branches\/[^/]+$/,
  shelves: /^\/branches\/[^/]+\/shelves$/,
  shelf: /^\/branches\/[^/]+\/shelves\/[^/]+$/,
  books: /\/books$/,
  book: /\/books\/[^/]+$/,
  notes: /^\/notes$/,
  note: /^\/notes\/[^/]+$/,
  copies: /\/duplicate$/,
  archives: /\/archive$/,
  noteOrArchive: /^\/notes\/[^/]+(?:\/archive)?$/,
  tags: /^\/tags$/,
  tag: /^\/tags\/[^/]+$/,
  tagsOfNote: /^\/notes\/[^/]+\/tags$/,
  tagOfNote: /^\/notes\/[^/]+\/tags\/[^/]+$/,
  settings: /^\/settings$/,
  any: /./,
} as const;

type Body = Record<string, unknown>;

/** A form of the library that breaks a promise, and the check that has to fail for it. */
export interface BrokenForm {
  /** Continues the sentence "a service that …". */
  title: string;
  fails: string;
  /** A new one for each run, because it may keep state. */
  create(): Change;
}

export const form = (fails: string, title: string, create: () => Change): BrokenForm => ({
  title,
  fails,
  create,
});

export function isFor({ method, url }: Request, methods: string, path: RegExp): boolean {
  return methods.split(' ').includes(method) && path.test(new URL(url).pathname);
}

export function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The JSON object of a message, which can still be read afterwards. Empty if there is none. */
export async function readBody(message: Request | Response): Promise<Body> {
  const body: unknown = await message
    .clone()
    .json()
    .catch(() => undefined);
  return isBody(body) ? body : {};
}

export function reply(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  const content = body === undefined ? null : JSON.stringify(body);
  const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
  return new Response(content, { status, headers: { ...type, ...headers } });
}

export const refusal = (status: number, headers: Record<string, string> = {}): Response =>
  reply({ code: status, message: 'refused' }, status, headers);

/** Answers matching requests by itself, or with what it makes of the original response. */
export function answer(
  methods: string,
  path: RegExp,
  respond: (request: Request, forward: Forward) => Response | Promise<Response>,
): Change {
  return async (request, forward) =>
    isFor(request, methods, path) ? respond(request, forward) : forward(request);
}

/** Changes a value that is an object, and leaves others as they are. */
export function changeBody(value: unknown, change: (body: Body) => unknown): unknown {
  return isBody(value) ? change(value) : value;
}

/** Changes the JSON of successful responses. */
export function show(methods: string, path: RegExp, change: (body: Body) => unknown): Change {
  return answer(methods, path, async (request, forward) => {
    const response = await forward(request);
    const text = await response.clone().text();
    if (!response.ok || text === '') return response;
    const body: unknown = JSON.parse(text);
    const changed = Array.isArray(body)
      ? body.map((item) => changeBody(item, change))
      : change(isBody(body) ? body : {});
    const headers = Object.fromEntries(response.headers);
    delete headers['content-length'];
    return new Response(JSON.stringify(changed), { status: response.status, headers });
  });
}

/** Changes the whole array of a response. */
export function showList(path: RegExp, change: (items: unknown[]) => unknown[]): Change {
  return answer('GET', path, async (request, forward) => {
    const response = await forward(request);
    const body: unknown = await response.clone().json();
    if (!response.ok) return response;
    if (Array.isArray(body)) return reply(change(body));
    if (!isBody(body) || !Array.isArray(body['items'])) return response;
    return reply({ ...body, items: change(body['items']) });
  });
}

/** Sends a request with another body to the service. */
export async function sendBody(
  request: Request,
  change: (body: Body) => unknown,
): Promise<Request> {
  const text = await request.clone().text();
  try {
    const body: unknown = JSON.parse(text);
    if (!isBody(body)) return request;
    const { method, headers, url } = request;
    const lengthless = new Headers(headers);
    lengthless.delete('content-length');
    return new Request(url, { method, headers: lengthless, body: JSON.stringify(change(body)) });
  } catch {
    return request;
  }
}

/** Changes the JSON of requests before the service sees them. */
export function store(methods: string, path: RegExp, change: (body: Body) => unknown): Change {
  return answer(methods, path, async (request, forward) =>
    forward(await sendBody(request, change)),
  );
}

/** Changes query parameters before the service sees them. */
export function query(path: RegExp, change: (parameters: URLSearchParams) => void): Change {
  return answer('GET', path, (request, forward) => {
    const url = new URL(request.url);
    change(url.searchParams);
    return forward(new Request(url, request));
  });
}

/** Sends a further request as the same client. */
export function call(
  request: Request,
  forward: Forward,
  method: string,
  path: string,
  body?: unknown,
): Promise<Response> {
  const headers = new Headers(request.headers);
  headers.delete('content-length');
  const isPatch = method === 'PATCH' && !paths.settings.test(path);
  const type = isPatch ? 'application/merge-patch+json' : 'application/json';
  headers.set('Content-Type', type);
  const url = new URL(path, request.url);
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  return forward(new Request(url, { method, headers, ...content }));
}

/** Lists the ids of a collection. */
export async function listIds(request: Request, forward: Forward, path: string): Promise<string[]> {
  const response = await call(request, forward, 'GET', path);
  const body: unknown = await response.json();
  const items = isBody(body) ? body['items'] : body;
  if (!Array.isArray(items)) return [];
  return items.map(({ id }) => String(id));
}
