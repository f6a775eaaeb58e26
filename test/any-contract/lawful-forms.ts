import type { Change } from '../support/serve-changed.ts';
import {
  answer,
  call,
  changeBody,
  isBody,
  paths,
  query,
  refusal,
  reply,
  sendBody,
  show,
  showList,
  store,
} from './changes.ts';

/** A form of the library that differs from the mock in what the document leaves open. No check may fail. */
export interface LawfulForm {
  /** Continues the sentence "a service that …". */
  title: string;
  create(): Change;
}

const form = (title: string, create: () => Change): LawfulForm => ({ title, create });

const pathOf = ({ url }: Request): string => new URL(url).pathname;
const isWrite = ({ method }: Request): boolean => method !== 'GET';

async function toEtag(response: Response): Promise<string> {
  const bytes = new TextEncoder().encode(await response.clone().text());
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return `"${Buffer.from(digest).toString('hex')}"`;
}

/** Shows old responses of reads until some time after the last write. */
function lagBy(milliseconds: number, path: RegExp): Change {
  const seen = new Map<string, Response>();
  let wroteAt = 0;
  return async (request, forward) => {
    if (isWrite(request)) {
      wroteAt = Date.now();
      return forward(request);
    }
    if (!path.test(pathOf(request))) return forward(request);
    const isLate = Date.now() - wroteAt < milliseconds;
    // What is kept for one key is not shown for another.
    const place = `${request.headers.get('X-Library-Key')} ${request.url}`;
    const old = seen.get(place);
    if (isLate && old !== undefined) return old.clone();
    if (isLate && paths.branch.test(pathOf(request))) return refusal(404);
    const response = await forward(request);
    seen.set(place, response.clone());
    return response;
  };
}

/** Changes the branches in every response, also in lists. */
function showBranches(change: (branch: Record<string, unknown>) => unknown): Change {
  const changeItem = show('GET POST PUT PATCH', paths.branch, change);
  const created = show('POST', paths.branches, change);
  const list = showList(paths.branches, (items) => items.map((item) => changeBody(item, change)));
  return (request, forward) => {
    if (paths.branch.test(pathOf(request))) return changeItem(request, forward);
    return request.method === 'POST' ? created(request, forward) : list(request, forward);
  };
}

const storeBranches = (change: (body: Record<string, unknown>) => unknown): Change =>
  answer('POST PUT PATCH', /^\/branches(?:\/[^/]+)?$/, async (request, forward) =>
    forward(await sendBody(request, change)),
  );

const mapText = (
  body: Record<string, unknown>,
  name: string,
  change: (text: string) => string,
): Record<string, unknown> => {
  const value = body[name];
  return typeof value === 'string' ? { ...body, [name]: change(value) } : body;
};

const values: readonly LawfulForm[] = [
  form('shows fields that are not documented', () =>
    show('GET POST PUT PATCH', paths.any, (body) =>
      'code' in body ? body : { ...body, links: { self: '/x' }, extra: 1 },
    ),
  ),
  form('trims names', () => storeBranches((body) => mapText(body, 'name', (text) => text.trim()))),
  form('stores cities in upper case', () =>
    storeBranches((body) => mapText(body, 'city', (text) => text.toUpperCase())),
  ),
  form('normalises texts', () =>
    storeBranches((body) => mapText(body, 'name', (text) => text.normalize('NFKC'))),
  ),
  form('joins white space in names', () =>
    storeBranches((body) => mapText(body, 'name', (text) => text.replaceAll(/\s+/g, ' '))),
  ),
  form('counts the shelves of a branch', () => {
    let count = 0;
    const change = showBranches((branch) => ({ ...branch, shelfCount: count }));
    return (request, forward) => {
      if (request.method === 'POST' && paths.shelves.test(pathOf(request))) count += 1;
      return change(request, forward);
    };
  }),
  form('has a version that counts changes', () => {
    let version = 0;
    const change = showBranches((branch) => ({ ...branch, version }));
    return (request, forward) => {
      if (isWrite(request)) version += 1;
      return change(request, forward);
    };
  }),
  form('changes updatedAt with every read', () =>
    showBranches((branch) => ({ ...branch, updatedAt: new Date().toISOString() })),
  ),
  form('leaves out what is empty', () =>
    showBranches((branch) => {
      const { address, ...fields } = branch;
      return address === null || address === undefined ? fields : branch;
    }),
  ),
  form('shows null for an address that was not sent', () =>
    show('GET', paths.note, (note) => ({ subtitle: null, ...note })),
  ),
  form('derives a slug from the name', () =>
    showBranches((branch) => ({ ...branch, slug: String(branch['name']).toLowerCase() })),
  ),
];

const lists: readonly LawfulForm[] = [
  form('lists the newest first', () =>
    query(paths.branches, (parameters) => {
      if (!parameters.has('sort')) parameters.set('sort', '-name');
    }),
  ),
  form('sorts by name', () =>
    query(paths.branches, (parameters) => {
      if (!parameters.has('sort')) parameters.set('sort', 'name');
    }),
  ),
  form('has at most five records on a page', () =>
    query(paths.branches, (parameters) => {
      const limit = Number(parameters.get('limit') ?? 5);
      if (limit > 5) parameters.set('limit', '5');
    }),
  ),
  form('shows at most as many records as the document allows', () =>
    query(paths.branches, (parameters) => {
      if (Number(parameters.get('limit')) > 50) parameters.set('limit', '50');
    }),
  ),
  form('shows the list of an unknown branch as empty', () =>
    answer('GET', paths.shelves, async (request, forward) => {
      const response = await forward(request);
      return response.status === 404 ? reply([]) : response;
    }),
  ),
  form('already has records of others', () => {
    let isFilled = false;
    return async (request, forward) => {
      if (!isFilled) {
        isFilled = true;
        for (const name of ['Anna', 'Berta', 'Carla', 'Dora', 'Emma', 'Fanny', 'Gerda', 'Hanna'])
          await call(request, forward, 'POST', '/branches', { name, city: 'Old' });
      }
      return forward(request);
    };
  }),
  form('is also used by another client', () => {
    let count = 0;
    return async (request, forward) => {
      count += 1;
      if (count % 40 === 0)
        await call(request, forward, 'POST', '/branches', { name: `Other ${count}`, city: 'Old' });
      return forward(request);
    };
  }),
];

const statuses: readonly LawfulForm[] = [
  form('answers 410 for what was deleted', () => {
    const deleted = new Set<string>();
    return async (request, forward) => {
      const path = pathOf(request);
      const response = await forward(request);
      if (request.method === 'DELETE' && response.ok) deleted.add(path);
      return response.status === 404 && deleted.has(path) ? refusal(410) : response;
    };
  }),
  form('answers 403 for what it does not show', () => async (request, forward) => {
    const response = await forward(request);
    return response.status === 404 ? refusal(403) : response;
  }),
  form('answers 404 without credentials', () => async (request, forward) => {
    const response = await forward(request);
    return response.status === 401 ? refusal(404) : response;
  }),
  form('answers 400 where the mock answers 422', () => async (request, forward) => {
    const response = await forward(request);
    return response.status === 422 ? refusal(400) : response;
  }),
  form('answers a second deletion with 204', () =>
    answer('DELETE', paths.any, async (request, forward) => {
      const response = await forward(request);
      return response.status === 404 ? reply(undefined, 204) : response;
    }),
  ),
  form('deletes only empty branches', () =>
    answer('DELETE', paths.branch, async (request, forward) => {
      const shelves = await call(request, forward, 'GET', `${pathOf(request)}/shelves`);
      const body: unknown = await shelves.json();
      return Array.isArray(body) && body.length > 0 ? refusal(409) : forward(request);
    }),
  ),
  form('refuses fields that it does not know', () =>
    answer('POST PUT PATCH', paths.branches, async (request, forward) => {
      const body: unknown = await request
        .clone()
        .json()
        .catch(() => undefined);
      const fieldNames = ['name', 'city', 'phone', 'openSince', 'address'];
      const isUnknown =
        isBody(body) && Object.keys(body).some((name) => !fieldNames.includes(name));
      return isUnknown ? refusal(422) : forward(request);
    }),
  ),
  form('has unique names', () => {
    const names = new Map<string, unknown>();
    return answer('POST', paths.branches, async (request, forward) => {
      const body: unknown = await request
        .clone()
        .json()
        .catch(() => undefined);
      const name = isBody(body) ? body['name'] : undefined;
      if ([...names.values()].includes(name)) return refusal(409);
      const response = await forward(request);
      const created: unknown = await response.clone().json();
      if (response.ok && isBody(created)) names.set(String(created['id']), name);
      return response;
    });
  }),
  form('refuses texts outside ASCII', () =>
    answer('POST PUT PATCH', paths.any, async (request, forward) => {
      const text = await request.clone().text();
      return /\P{ASCII}/u.test(text) ? refusal(422) : forward(request);
    }),
  ),
  form('refuses names of more than 40 characters', () =>
    answer('POST PUT PATCH', /^\/branches/, async (request, forward) => {
      const body: unknown = await request
        .clone()
        .json()
        .catch(() => undefined);
      const name = isBody(body) ? String(body['name'] ?? '') : '';
      return name.length > 40 ? refusal(422) : forward(request);
    }),
  ),
  form('needs If-Match for changes', () => async (sent, forward) => {
    if (!paths.branch.test(pathOf(sent))) return forward(sent);
    // Its ETags are not those of the mock.
    const state = sent.headers.get('if-match');
    const unconditional = new Headers(sent.headers);
    unconditional.delete('if-match');
    const request = new Request(sent, { headers: unconditional });
    const current = await call(request, forward, 'GET', pathOf(request));
    if (!current.ok) return forward(request);
    const etag = await toEtag(current);
    if (request.method === 'GET') {
      current.headers.set('ETag', etag);
      return current;
    }
    if (state === null) return refusal(428);
    return state === etag ? forward(request) : refusal(412);
  }),
  form('limits the rate of requests', () => {
    let count = 0;
    return async (request, forward) => {
      count += 1;
      return count % 50 === 0 ? refusal(429, { 'Retry-After': '0' }) : forward(request);
    };
  }),
  form('is sometimes not available', () => {
    let count = 0;
    return async (request, forward) => {
      count += 1;
      return count % 90 === 0 ? refusal(503, { 'Retry-After': '0' }) : forward(request);
    };
  }),
  form('sends no Location', () =>
    answer('POST', paths.any, async (request, forward) => {
      const response = await forward(request);
      response.headers.delete('Location');
      return response;
    }),
  ),
  form('sends an absolute Location of another host', () =>
    answer('POST', paths.branches, async (request, forward) => {
      const response = await forward(request);
      const location = response.headers.get('Location');
      if (location !== null) response.headers.set('Location', `https://inner.example${location}`);
      return response;
    }),
  ),
];

const accepts: readonly LawfulForm[] = [
  form('takes numbers for texts, and converts them', () =>
    storeBranches((body) =>
      typeof body['city'] === 'number' ? { ...body, city: String(body['city']) } : body,
    ),
  ),
  form('takes null for an address that is left out', () =>
    store('POST', paths.branches, (body) => {
      const { address, ...fields } = body;
      return address === null ? fields : body;
    }),
  ),
  form('accepts JSON of other media types', () =>
    answer('POST PUT', paths.branches, (request, forward) => {
      const headers = new Headers(request.headers);
      headers.set('Content-Type', 'application/json');
      return forward(new Request(request, { headers }));
    }),
  ),
  form('sends a charset', () => async (request, forward) => {
    const response = await forward(request);
    const type = response.headers.get('Content-Type');
    if (type !== null) response.headers.set('Content-Type', `${type}; charset=utf-8`);
    return response;
  }),
  form('shows names in another form of white space', () =>
    store('POST', paths.notes, (body) => mapText(body, 'text', (text) => text.trim())),
  ),
];

const lags: readonly LawfulForm[] = [
  form('shows writes in lists after 300 ms', () => lagBy(300, paths.branches)),
  form('shows writes in reads after 200 ms', () => lagBy(200, /^\/branches(?:\/[^/]+)?$/)),
];

export const lawfulForms: readonly LawfulForm[] = [
  ...values,
  ...lists,
  ...statuses,
  ...accepts,
  ...lags,
];
