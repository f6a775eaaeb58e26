import {
  answer,
  type BrokenForm,
  call,
  form,
  isBody,
  listIds,
  paths,
  query,
  readBody,
  reply,
  show,
} from './changes.ts';

const pathOf = ({ url }: Request): string => new URL(url).pathname;

/** Forms that treat the neighbours of a record wrongly: its parents, what it is linked to, and what other clients write. */
export const brokenNeighbours: readonly BrokenForm[] = [
  form('getBook/is-not-reached-through-another-parent', 'ignores the branch of a book', () => {
    const books = new Map<string, unknown>();
    return async (request, forward) => {
      const below = pathOf(request).replace(/^\/branches\/[^/]+/, '');
      const response = await forward(request);
      if (!paths.book.test(below)) return response;
      if (request.method === 'PUT' && response.ok) books.set(below, await response.clone().json());
      if (request.method === 'DELETE') books.delete(below);
      const known = request.method === 'GET' ? books.get(below) : undefined;
      return known === undefined ? response : reply(known);
    };
  }),
  form('updateShelf/is-not-moved-by-an-update', 'moves a shelf to the branch in the body', () => {
    const moved = new Map<string, unknown>();
    return async (request, forward) => {
      const { branchId } = await readBody(request);
      const response = await forward(request);
      if (request.method === 'PATCH' && response.ok && branchId !== undefined)
        moved.set(`/branches/${branchId}/shelves`, await response.clone().json());
      const shelf = request.method === 'GET' ? moved.get(pathOf(request)) : undefined;
      const shelves: unknown = shelf === undefined ? undefined : await response.clone().json();
      return Array.isArray(shelves) ? reply([...shelves, shelf]) : response;
    };
  }),
  form('tagNote/links-only-what-exists', 'links tags that do not exist', () =>
    answer('PUT', paths.tagOfNote, async (request, forward) => {
      const response = await forward(request);
      return response.status === 404 ? reply(undefined, 204) : response;
    }),
  ),
  form('deleteTag/is-unlinked-when-deleted', 'fails where a linked tag was deleted', () => {
    const links = new Map<string, string>();
    const deleted = new Set<string>();
    return async (request, forward) => {
      const [, , note = '', , tag = ''] = pathOf(request).split('/');
      if (request.method === 'PUT' && tag !== '') links.set(`/notes/${note}/tags`, tag);
      if (request.method === 'DELETE' && paths.tag.test(pathOf(request))) deleted.add(note);
      const linked = links.get(pathOf(request)) ?? '';
      return deleted.has(linked) ? reply({ code: 500, message: 'x' }, 500) : forward(request);
    };
  }),
  form('tagNote/survives-what-it-is-linked-to', 'deletes the tags of a deleted note', () =>
    answer('DELETE', paths.note, async (request, forward) => {
      const tags = await listIds(request, forward, `${pathOf(request)}/tags`);
      const response = await forward(request);
      for (const tag of tags) await call(request, forward, 'DELETE', `/tags/${tag}`);
      return response;
    }),
  ),
  form('updateBranch/keeps-both-updates-at-once', 'writes what it read before', () => {
    const waiting: (() => void)[] = [];
    return answer('PATCH', paths.branch, async (request, forward) => {
      const patch = await readBody(request);
      const before = await readBody(await call(request, forward, 'GET', pathOf(request)));
      // The first of two updates waits until the second one has read the record.
      const isFirst = waiting.length === 0;
      if (isFirst) await Promise.race([new Promise<void>((go) => waiting.push(go)), nextTurns()]);
      else for (const go of waiting.splice(0)) go();
      const { id: _, createdAt: __, updatedAt: ___, ...fields } = before;
      return call(request, forward, 'PUT', pathOf(request), { ...fields, ...patch });
    });
  }),
  form('updateBranch/shares-no-parts', 'gives all branches the same address', () => {
    let shared: unknown;
    return async (request, forward) => {
      if (request.method === 'PATCH' && paths.branch.test(pathOf(request)))
        shared = (await readBody(request))['address'] ?? shared;
      const change = show('GET', paths.branch, (body) => ({ address: shared, ...body }));
      return change(request, forward);
    };
  }),
  form('updateBranch/keeps-the-rest', 'changes the time of creation with every PATCH', () => {
    const changed = new Set<string>();
    return async (request, forward) => {
      const path = pathOf(request);
      if (request.method === 'PATCH') changed.add(path);
      const change = show('GET', paths.branch, (body) =>
        changed.has(path) ? { ...body, createdAt: '2001-02-03T04:05:06Z' } : body,
      );
      return change(request, forward);
    };
  }),
  form('updateBranch/does-not-move-to-another-id', 'takes the id of an update', () => {
    const taken = new Map<string, unknown>();
    return async (request, forward) => {
      const path = pathOf(request);
      const { id } = request.method === 'PATCH' ? await readBody(request) : {};
      if (id !== undefined) taken.set(path, id);
      const change = show('GET', paths.branch, (body) => ({
        ...body,
        id: taken.get(path) ?? body['id'],
      }));
      return change(request, forward);
    };
  }),
  form('updateBranch/updates-only-the-known-state', 'ignores If-Match', () =>
    answer('GET', paths.branch, async (request, forward) => {
      const response = await forward(request);
      const { id, updatedAt, name } = await readBody(response);
      response.headers.set('ETag', `"${id} ${updatedAt} ${encodeURIComponent(String(name))}"`);
      return response;
    }),
  ),
  form('updateSettings/keeps-what-is-not-named', 'replaces the settings', () => {
    let last: Record<string, unknown> = {};
    return async (request, forward) => {
      if (!paths.settings.test(pathOf(request))) return forward(request);
      const sent = await readBody(request);
      const response = await forward(request);
      if (request.method === 'PATCH' && response.ok) last = sent;
      return request.method === 'GET' ? reply({ language: 'en', ...last }) : response;
    };
  }),
  form('listNotes/search-selects', 'ignores a search', () =>
    query(paths.notes, (parameters) => parameters.delete('q')),
  ),
  form('createBranch/refuses-as-documented', 'refuses in HTML', () =>
    answer('POST', paths.branches, async (request, forward) => {
      const response = await forward(request);
      if (response.ok) return response;
      const headers = { 'Content-Type': 'text/html' };
      return new Response('<p>no</p>', { status: response.status, headers });
    }),
  ),
  form('getBranch/refuses-as-documented', 'says nothing about what is missing', () =>
    answer('GET', paths.branch, async (request, forward) => {
      const response = await forward(request);
      return response.status === 404 ? reply({ error: true }, 404) : response;
    }),
  ),
  form('service/no-server-errors', 'fails at a creation without a body', () =>
    answer('POST', paths.branches, async (request, forward) => {
      const text = await request.clone().text();
      return text === '' ? reply({ code: 500, message: 'x' }, 500) : forward(request);
    }),
  ),
  form('service/no-server-errors', 'fails at a creation that was sent before', () => {
    const names = new Set<unknown>();
    return answer('POST', paths.branches, async (request, forward) => {
      const { name } = await readBody(request);
      if (names.has(name)) return reply({ code: 500, message: 'x' }, 500);
      const response = await forward(request);
      if (response.ok && isBody(await readBody(response))) names.add(name);
      return response;
    });
  }),
];

/** Lets other requests go on. */
async function nextTurns(): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) await new Promise((go) => setImmediate(go));
}
