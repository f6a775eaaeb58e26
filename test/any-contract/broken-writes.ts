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
  refusal,
  reply,
  show,
  store,
} from './changes.ts';

const pathOf = ({ url }: Request): string => new URL(url).pathname;

/** Forms whose writes do less than they say, or more. */
export const brokenWrites: readonly BrokenForm[] = [
  form('createNote/takes-no-deleted-id', 'uses the ids of deleted records again', () => {
    let deleted: string | undefined;
    return async (request, forward) => {
      const response = await forward(request);
      const path = pathOf(request);
      if (request.method === 'DELETE' && paths.note.test(path)) deleted = path.split('/').at(-1);
      const isCreation = request.method === 'POST' && paths.notes.test(path) && response.ok;
      if (!isCreation || deleted === undefined) return response;
      const id = deleted;
      deleted = undefined;
      return reply({ ...(await readBody(response)), id }, 201);
    };
  }),
  form('createBranch/creates-nothing-if-refused', 'stores a creation before it looks at it', () =>
    answer('POST', paths.branches, async (request, forward) => {
      const body = await readBody(request);
      if (body['name'] !== undefined && typeof body['city'] === 'number')
        await call(request, forward, 'POST', '/branches', { ...body, city: 'x' });
      return forward(request);
    }),
  ),
  form('createBranch/is-created-beside-others', 'loses creations at the same time', () => {
    let waiting = 0;
    return answer('POST', paths.branches, async (request, forward) => {
      waiting += 1;
      const isAlone = waiting === 1;
      const response = await forward(request);
      await new Promise((resolve) => setTimeout(resolve, 20));
      waiting -= 1;
      const { id } = await readBody(response);
      if (!isAlone) await call(request, forward, 'DELETE', `/branches/${id}`);
      return response;
    });
  }),
  form('createBranch/does-not-take-an-id', 'lets a creation take the id of another record', () =>
    answer('POST', paths.branches, async (request, forward) => {
      const { id } = await readBody(request);
      const response = await forward(request);
      if (!response.ok || id === undefined) return response;
      return reply({ ...(await readBody(response)), id }, 201);
    }),
  ),
  form('replaceBranch/changes-what-it-names', 'takes a replacement for a new record', () => {
    const replaced = new Set<string>();
    return async (request, forward) => {
      const path = pathOf(request);
      const response = await forward(request);
      if (!paths.branch.test(path) || !response.ok) return response;
      if (request.method === 'PUT') replaced.add(path);
      if (request.method !== 'GET' || !replaced.has(path)) return response;
      return reply({ ...(await readBody(response)), createdAt: '2031-01-01T00:00:00Z' });
    };
  }),
  form('createBranch/keeps-every-value', 'stores numbers as floats of 32 bits', () =>
    show('GET', paths.branch, (body) => {
      const { address } = body;
      if (!isBody(address) || typeof address['number'] !== 'number') return body;
      return { ...body, address: { ...address, number: Math.fround(address['number']) } };
    }),
  ),
  form('createBranch/keeps-every-value', 'shows a text that was not sent as a word', () =>
    show('GET', paths.branch, (body) => ({ ...body, phone: body['phone'] ?? 'undefined' })),
  ),
  form('updateBranch/keeps-read-only-fields', 'lets an update choose the time of creation', () => {
    const chosen = new Map<string, unknown>();
    return async (request, forward) => {
      const path = pathOf(request);
      const { createdAt } = await readBody(request);
      const response = await forward(request);
      if (!paths.branch.test(path) || !response.ok) return response;
      if (request.method === 'PATCH' && createdAt !== undefined) chosen.set(path, createdAt);
      if (request.method !== 'GET' || !chosen.has(path)) return response;
      return reply({ ...(await readBody(response)), createdAt: chosen.get(path) });
    };
  }),
  form('updateBranch/keeps-the-rest', 'takes an update for a new creation', () => {
    const updated = new Map<string, string>();
    return async (request, forward) => {
      const path = pathOf(request);
      const response = await forward(request);
      if (!paths.branch.test(path) || !response.ok) return response;
      if (request.method === 'PATCH') updated.set(path, `${new Date().toISOString()}`);
      if (request.method !== 'GET' || !updated.has(path)) return response;
      return reply({ ...(await readBody(response)), createdAt: updated.get(path) });
    };
  }),
  form('updateBranch/changes-what-it-names', 'takes empty texts for nothing', () =>
    store('PATCH', paths.branch, (body) =>
      Object.fromEntries(Object.entries(body).filter(([, value]) => value !== '')),
    ),
  ),
  form('replaceBranch/changes-only-that', 'changes the oldest record as well', () =>
    answer('PUT', paths.branch, async (request, forward) => {
      const body = await readBody(request);
      const response = await forward(request);
      const [oldest] = await listIds(request, forward, '/branches?limit=50');
      if (response.ok) await call(request, forward, 'PUT', `/branches/${oldest}`, body);
      return response;
    }),
  ),
  form('putBook/is-the-same-when-repeated', 'refuses a second PUT', () => {
    const stored = new Set<string>();
    return answer('PUT', paths.book, async (request, forward) => {
      const path = pathOf(request);
      if (stored.has(path)) return refusal(409);
      const response = await forward(request);
      if (response.ok) stored.add(path);
      return response;
    });
  }),
  form('duplicateNote/equals-its-original', 'moves what it should copy', () =>
    answer('POST', paths.copies, async (request, forward) => {
      const response = await forward(request);
      await call(request, forward, 'DELETE', pathOf(request).replace('/duplicate', ''));
      return response;
    }),
  ),
  form('tagNote/keeps-other-links', 'keeps only the last link', () =>
    answer('PUT', paths.tagOfNote, async (request, forward) => {
      const path = pathOf(request);
      const tags = path.slice(0, path.lastIndexOf('/'));
      for (const id of await listIds(request, forward, tags))
        await call(request, forward, 'DELETE', `${tags}/${id}`);
      return forward(request);
    }),
  ),
  form('deleteShelf/deletes-only-that', 'deletes the branch of a deleted shelf', () =>
    answer('DELETE', paths.shelf, async (request, forward) => {
      const response = await forward(request);
      const branch = pathOf(request).split('/').slice(0, 3).join('/');
      if (response.ok) await call(request, forward, 'DELETE', branch);
      return response;
    }),
  ),
  form('deleteBranch/spares-what-others-contain', 'deletes the shelves of all branches', () =>
    answer('DELETE', paths.branch, async (request, forward) => {
      const response = await forward(request);
      for (const branch of await listIds(request, forward, '/branches?limit=50'))
        for (const shelf of await listIds(request, forward, `/branches/${branch}/shelves`))
          await call(request, forward, 'DELETE', `/branches/${branch}/shelves/${shelf}`);
      return response;
    }),
  ),
  form('getBranch/reads-change-nothing', 'shows the present time as the time of creation', () =>
    show('GET', paths.branch, (body) => ({ ...body, createdAt: new Date().toISOString() })),
  ),
  form('listBranches/keeps-to-the-page-sizes', 'shows more than its default', () =>
    query(paths.branches, (parameters) => {
      if (!parameters.has('limit')) parameters.set('limit', '50');
    }),
  ),
  form('listBranches/pages-join-to-the-list', 'refuses later pages', () =>
    answer('GET', paths.branches, (request, forward) => {
      const { searchParams } = new URL(request.url);
      const isLater = Number(searchParams.get('offset')) > 0 && searchParams.has('limit');
      return isLater ? refusal(404) : forward(request);
    }),
  ),
];
