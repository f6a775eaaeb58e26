import { brokenAccess } from './broken-access.ts';
import { brokenActions } from './broken-actions.ts';
import { brokenNeighbours } from './broken-neighbours.ts';
import { brokenWrites } from './broken-writes.ts';
import {
  answer,
  type BrokenForm,
  call,
  changeBody,
  form,
  isBody,
  listIds,
  paths,
  query,
  refusal,
  reply,
  sendBody,
  show,
  showList,
  store,
} from './changes.ts';

const firstId = (text: string): string => text.split('/').at(-1) ?? '';
const pathOf = ({ url }: Request): string => new URL(url).pathname;

const creations: readonly BrokenForm[] = [
  form('createBranch/shows-what-was-sent', 'answers a creation with another name', () =>
    show('POST', paths.branches, (body) => ({ ...body, name: 'other' })),
  ),
  form('createBranch/is-read-back', 'stores another name', () =>
    store('POST', paths.branches, (body) => ({ ...body, name: 'other' })),
  ),
  form('createBranch/is-read-back', 'loses the address', () =>
    store('POST', paths.branches, ({ address: _, ...body }) => body),
  ),
  form('createBranch/is-read-back', 'loses a number in the address', () =>
    show('GET', paths.branch, (body) => ({ ...body, address: { street: 'x' } })),
  ),
  form('createBranch/is-read-back', 'moves a date by a day', () =>
    show('GET', paths.branch, (body) => ({ ...body, openSince: '1970-01-01' })),
  ),
  form('createBranch/is-read-back', 'does not store a new record', () =>
    answer('POST', paths.branches, async (request, forward) => {
      const response = await forward(request);
      const body: unknown = await response.clone().json();
      if (response.ok && isBody(body))
        await call(request, forward, 'DELETE', `/branches/${body['id']}`);
      return response;
    }),
  ),
  form('createBranch/keeps-every-value', 'escapes HTML in names', () =>
    store('POST', paths.branches, (body) => ({
      ...body,
      name: String(body['name'] ?? '').replaceAll('&', '&amp;'),
    })),
  ),
  form('createBranch/keeps-every-value', 'cuts names after 50 characters', () =>
    show('GET', paths.branch, (body) => ({ ...body, name: String(body['name']).slice(0, 50) })),
  ),
  form('createBranch/keeps-every-value', 'loses characters outside ASCII', () =>
    show('GET', paths.branch, (body) => ({
      ...body,
      name: String(body['name']).replaceAll(/\P{ASCII}/gu, '?'),
    })),
  ),
  form('createNote/keeps-every-value', 'joins the lines of a text', () =>
    show('GET', paths.note, (body) => ({
      ...body,
      text: String(body['text']).replaceAll('\n', ''),
    })),
  ),
  form('createNote/keeps-every-value', 'cuts texts after 250 characters', () =>
    show('GET', paths.note, (body) => ({ ...body, text: String(body['text']).slice(0, 250) })),
  ),
  form('createBranch/keeps-every-value', 'stores null as a word', () =>
    show('GET', paths.branch, (body) => ({ ...body, phone: String(body['phone']) })),
  ),
  form('createBranch/keeps-every-value', 'takes zero for nothing', () =>
    show('GET', paths.branch, (body) => {
      const { address } = body;
      const number = isBody(address) ? address['number'] || null : undefined;
      return isBody(address) ? { ...body, address: { ...address, number } } : body;
    }),
  ),
  form('createBranch/fills-in-defaults', 'has another default', () =>
    show('GET', paths.branch, (body) => ({
      ...body,
      openSince: body['openSince'] === '2020-01-01' ? '1999-01-01' : body['openSince'],
    })),
  ),
  form('createBranch/location-leads-to-it', 'sends a wrong Location', () =>
    answer('POST', paths.branches, async (request, forward) => {
      const response = await forward(request);
      if (response.ok) response.headers.set('Location', '/branches/999999');
      return response;
    }),
  ),
  form('createBranch/creates-one', 'stores a new record twice', () =>
    answer('POST', paths.branches, async (request, forward) => {
      const again = request.clone();
      const response = await forward(request);
      if (response.ok) await forward(again);
      return response;
    }),
  ),
  form('createBranch/creates-nothing-if-refused', 'creates a ghost for a refused creation', () =>
    answer('POST', paths.branches, async (request, forward) => {
      const response = await forward(request);
      if (response.status === 422 || response.status === 400)
        await call(request, forward, 'POST', '/branches', { name: 'ghost', city: 'ghost' });
      return response;
    }),
  ),
  form('createBranch/gets-its-own-id', 'always shows the same id', () =>
    show('POST', paths.branches, (body) => ({ ...body, id: 1 })),
  ),
  form('createBranch/does-not-take-an-id', 'lets a creation take another record', () =>
    answer('POST', paths.branches, async (request, forward) => {
      const body: unknown = await request
        .clone()
        .json()
        .catch(() => undefined);
      if (!isBody(body) || body['id'] === undefined) return forward(request);
      const { id, ...fields } = body;
      return call(request, forward, 'PUT', `/branches/${id}`, fields);
    }),
  ),
  form('createBranch/ignores-read-only-fields', 'lets clients choose the time of creation', () => {
    const chosen = new Map<string, unknown>();
    return async (request, forward) => {
      const path = pathOf(request);
      if (request.method === 'POST' && path === '/branches') {
        const sent: unknown = await request
          .clone()
          .json()
          .catch(() => undefined);
        const response = await forward(request);
        const body: unknown = await response.clone().json();
        if (isBody(sent) && isBody(body) && sent['createdAt'] !== undefined)
          chosen.set(`/branches/${body['id']}`, sent['createdAt']);
        return response;
      }
      const change = show('GET', paths.branch, (body) => ({
        ...body,
        createdAt: chosen.get(path) ?? body['createdAt'],
      }));
      return change(request, forward);
    };
  }),
  form('createBranch/is-created-beside-others', 'gives concurrent creations the same id', () => {
    let pending = 0;
    let last: unknown;
    return answer('POST', paths.branches, async (request, forward) => {
      pending += 1;
      const isAlone = pending === 1;
      await new Promise((resolve) => setTimeout(resolve, 20));
      const response = await forward(request);
      pending -= 1;
      if (isAlone || last === undefined) {
        last = await response.clone().json();
        return response;
      }
      return reply(last, 201);
    });
  }),
];

const lists: readonly BrokenForm[] = [
  form('listBranches/is-listed', 'lists nothing', () => showList(paths.branches, () => [])),
  form('listBranches/is-listed', 'does not list the newest record', () =>
    answer('GET', paths.branches, async (request, forward) => {
      const ids = await listIds(request, forward, '/branches?limit=50');
      const newest = Math.max(...ids.map(Number));
      const response = await forward(request);
      const body: unknown = await response.clone().json();
      if (!isBody(body) || !Array.isArray(body['items'])) return response;
      return reply({ ...body, items: body['items'].filter(({ id }) => id !== newest) });
    }),
  ),
  form('listBranches/is-listed', 'lists each record twice', () =>
    showList(paths.branches, (items) => items.flatMap((item) => [item, item])),
  ),
  form('listBranches/pages-join-to-the-list', 'ignores the limit', () =>
    query(paths.branches, (parameters) => parameters.delete('limit')),
  ),
  form('listBranches/pages-join-to-the-list', 'ignores the offset', () =>
    query(paths.branches, (parameters) => parameters.delete('offset')),
  ),
  form('listBranches/pages-join-to-the-list', 'repeats the last record of the page before', () =>
    query(paths.branches, (parameters) => {
      const offset = Number(parameters.get('offset') ?? 0);
      if (offset > 0) parameters.set('offset', String(offset - 1));
    }),
  ),
  form('listBranches/pages-join-to-the-list', 'leaves out a record between pages', () =>
    query(paths.branches, (parameters) => {
      const offset = Number(parameters.get('offset') ?? 0);
      if (offset > 0) parameters.set('offset', String(offset + 1));
    }),
  ),
  form('listBranches/total-counts-the-list', 'counts only the records of a page', () =>
    show('GET', paths.branches, (body) => ({ ...body, total: [body['items']].flat().length })),
  ),
  form('listBranches/total-counts-the-list', 'counts only the records of a short page', () =>
    show('GET', paths.branches, (body) => {
      const { length } = [body['items']].flat();
      return length > 0 && length < Number(body['limit']) ? { ...body, total: length } : body;
    }),
  ),
  form('listBranches/total-counts-the-list', 'counts one record too many', () =>
    show('GET', paths.branches, (body) => ({ ...body, total: Number(body['total']) + 1 })),
  ),
  form('listBranches/filter-selects', 'ignores a filter', () =>
    query(paths.branches, (parameters) => parameters.delete('city')),
  ),
  form('listBranches/filter-selects', 'finds nothing with a filter', () =>
    query(paths.branches, (parameters) => {
      if (parameters.has('city')) parameters.set('city', 'nowhere');
    }),
  ),
  form('listBranches/sort-orders-the-list', 'sorts in the wrong direction', () =>
    query(paths.branches, (parameters) => {
      const sort = parameters.get('sort');
      if (sort !== null) parameters.set('sort', sort === 'name' ? '-name' : 'name');
    }),
  ),
  form('listBranches/shows-what-is-stored', 'lists another name than it stores', () =>
    showList(paths.branches, (items) =>
      items.map((item) => changeBody(item, (body) => ({ ...body, name: 'listed' }))),
    ),
  ),
  form('listBranches/is-seen-in-the-list', 'lists records as they were created', () => {
    const first = new Map<unknown, unknown>();
    return async (request, forward) => {
      if (request.method === 'GET' && pathOf(request) === '/branches')
        return showList(paths.branches, (items) =>
          items.map((item) => changeBody(item, (body) => first.get(body['id']) ?? body)),
        )(request, forward);
      const response = await forward(request);
      if (request.method === 'POST' && pathOf(request) === '/branches') {
        const body: unknown = await response.clone().json();
        if (isBody(body)) first.set(body['id'], body);
      }
      return response;
    };
  }),
  form('listShelves/lists-only-its-own', 'lists the shelves of all branches', () => {
    const all: unknown[] = [];
    return async (request, forward) => {
      const response = await forward(request);
      const body: unknown = await response
        .clone()
        .json()
        .catch(() => undefined);
      if (paths.shelves.test(pathOf(request)) && response.ok) {
        if (request.method === 'POST') all.push(body);
        else return reply(all);
      }
      return response;
    };
  }),
  form('getShelf/is-not-reached-through-another-parent', 'ignores the branch of a shelf', () => {
    const shelves = new Map<string, unknown>();
    return async (request, forward) => {
      const path = pathOf(request);
      const response = await forward(request);
      if (request.method === 'POST' && paths.shelves.test(path) && response.ok) {
        const body: unknown = await response.clone().json();
        if (isBody(body)) shelves.set(String(body['id']), body);
      }
      const count = shelves.get(firstId(path));
      const isRead = request.method === 'GET' && paths.shelf.test(path);
      return isRead && count !== undefined ? reply(count) : response;
    };
  }),
  form('getBranch/reads-change-nothing', 'deletes a record that was read twice', () => {
    const reads = new Map<string, number>();
    return answer('GET', paths.branch, async (request, forward) => {
      const path = pathOf(request);
      const count = (reads.get(path) ?? 0) + 1;
      reads.set(path, count);
      const response = await forward(request);
      if (count === 2) await call(request, forward, 'DELETE', path);
      return response;
    });
  }),
];

const updates: readonly BrokenForm[] = [
  form('updateBranch/changes-what-it-names', 'answers 200 to a PATCH that changes nothing', () =>
    answer('PATCH', paths.branch, (request, forward) =>
      call(request, forward, 'GET', pathOf(request)),
    ),
  ),
  form('updateBranch/keeps-the-rest', 'clears the phone with every PATCH', () =>
    store('PATCH', paths.branch, (body) => ({ phone: null, ...body })),
  ),
  form('updateBranch/changes-only-that', 'changes all records', () =>
    answer('PATCH', paths.branch, async (request, forward) => {
      const body: unknown = await request
        .clone()
        .json()
        .catch(() => undefined);
      const response = await forward(request);
      if (!response.ok) return response;
      for (const id of await listIds(request, forward, '/branches?limit=50'))
        await call(request, forward, 'PATCH', `/branches/${id}`, body);
      return response;
    }),
  ),
  form('updateBranch/removes-what-is-null', 'ignores null in a patch', () =>
    store('PATCH', paths.branch, (body) =>
      Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)),
    ),
  ),
  form('updateBranch/merges-nested-fields', 'replaces a nested object', () =>
    answer('PATCH', paths.branch, async (request, forward) =>
      forward(
        await sendBody(request, (body) => {
          const { address } = body;
          if (!isBody(address)) return body;
          return { ...body, address: { street: null, number: null, ...address } };
        }),
      ),
    ),
  ),
  form('updateBranch/shows-the-result', 'shows the record before an update', () =>
    answer('PATCH', paths.branch, async (request, forward) => {
      const before = await call(request, forward, 'GET', pathOf(request));
      const response = await forward(request);
      return response.ok ? before : response;
    }),
  ),
  form('updateBranch/changes-nothing-if-refused', 'changes a record although it refuses', () =>
    answer('PATCH', paths.branch, async (request, forward) => {
      const response = await forward(request);
      if (response.status === 422 || response.status === 400)
        await call(request, forward, 'PATCH', pathOf(request), { name: 'changed' });
      return response;
    }),
  ),
  form('updateBranch/does-not-move-to-another-id', 'updates the record that the body names', () =>
    answer('PATCH', paths.branch, async (request, forward) => {
      const body: unknown = await request
        .clone()
        .json()
        .catch(() => undefined);
      if (!isBody(body) || body['id'] === undefined) return forward(request);
      const { id, ...fields } = body;
      return call(request, forward, 'PATCH', `/branches/${id}`, fields);
    }),
  ),
  form('replaceBranch/replaces-the-rest', 'keeps what a PUT leaves out', () =>
    answer('PUT', paths.branch, async (request, forward) => {
      const old: unknown = await (await call(request, forward, 'GET', pathOf(request))).json();
      return forward(
        await sendBody(request, (body) => {
          if (!isBody(old)) return body;
          const { name, city, phone, openSince, address } = old;
          return { name, city, phone, openSince, ...(isBody(address) && { address }), ...body };
        }),
      );
    }),
  ),
  form('replaceBranch/is-the-same-when-repeated', 'appends with every PUT', () => {
    let count = 0;
    return store('PUT', paths.branch, (body) => {
      count += 1;
      return { ...body, city: `${body['city']}${count}` };
    });
  }),
  form('updateBranch/is-updated-beside-others', 'mixes up concurrent updates', () => {
    let last: string | undefined;
    return answer('PATCH', paths.branch, async (request, forward) => {
      const text = await request.clone().text();
      last = text;
      await new Promise((resolve) => setTimeout(resolve, 20));
      const { method, headers, url } = request;
      const fields = new Headers(headers);
      fields.delete('content-length');
      return forward(new Request(url, { method, headers: fields, body: last }));
    });
  }),
  form('updateSettings/keeps-what-is-written', 'does not keep settings', () =>
    answer('PATCH', paths.settings, async (request, forward) => {
      const body: unknown = await request.clone().json();
      const old = await call(request, forward, 'GET', '/settings');
      const before: unknown = await old.json();
      const response = await forward(request);
      if (!response.ok || !isBody(before) || !isBody(body)) return response;
      await call(request, forward, 'PATCH', '/settings', before);
      return response;
    }),
  ),
  form('putBook/is-read-back', 'loses the pages of a book', () =>
    store('PUT', paths.book, ({ pages: _, ...body }) => body),
  ),
  form('putBook/is-the-same-when-repeated', 'counts the pages of each PUT', () => {
    let count = 0;
    return store('PUT', paths.book, (body) => {
      count += 1;
      return { ...body, pages: Number(body['pages'] ?? 1) + count };
    });
  }),
];

const deletions: readonly BrokenForm[] = [
  form('deleteBranch/is-gone', 'does not delete', () =>
    answer('DELETE', paths.branch, () => reply(undefined, 204)),
  ),
  form('deleteBranch/deletes-only-that', 'deletes everything', () =>
    answer('DELETE', paths.branch, async (request, forward) => {
      const ids = await listIds(request, forward, '/branches?limit=50');
      const response = await forward(request);
      for (const id of ids) await call(request, forward, 'DELETE', `/branches/${id}`);
      return response;
    }),
  ),
  form('deleteBranch/is-gone', 'still lists deleted records', () => {
    const deleted: unknown[] = [];
    return async (request, forward) => {
      if (request.method === 'DELETE' && paths.branch.test(pathOf(request))) {
        const before: unknown = await (await call(request, forward, 'GET', pathOf(request))).json();
        const response = await forward(request);
        if (response.ok) deleted.push(before);
        return response;
      }
      return showList(paths.branches, (items) => [...deleted, ...items])(request, forward);
    };
  }),
  form('deleteBranch/is-deleted-twice', 'fails at a second deletion', () =>
    answer('DELETE', paths.branch, async (request, forward) => {
      const response = await forward(request);
      return response.status === 404 ? refusal(500) : response;
    }),
  ),
  form('deleteShelf/is-not-deleted-through-another-parent', 'deletes through any branch', () => {
    const namesByBranch = new Map<string, string>();
    return async (request, forward) => {
      const path = pathOf(request);
      if (request.method === 'POST' && paths.shelves.test(path)) {
        const response = await forward(request);
        const body: unknown = await response.clone().json();
        if (isBody(body)) namesByBranch.set(String(body['id']), `${path}/${body['id']}`);
        return response;
      }
      const name = namesByBranch.get(firstId(path));
      const isDeletion = request.method === 'DELETE' && paths.shelf.test(path);
      return isDeletion && name !== undefined
        ? call(request, forward, 'DELETE', name)
        : forward(request);
    };
  }),
];

const relations: readonly BrokenForm[] = [
  form('createNote/hides-write-only-fields', 'shows the secret code of a note', () => {
    const codes = new Map<unknown, unknown>();
    return async (request, forward) => {
      const isCreation = request.method === 'POST' && paths.notes.test(pathOf(request));
      const sent: unknown = isCreation
        ? await request
            .clone()
            .json()
            .catch(() => undefined)
        : undefined;
      const response = await forward(request);
      if (!response.ok || !paths.note.test(pathOf(request))) {
        const body: unknown = await response
          .clone()
          .json()
          .catch(() => undefined);
        if (isBody(body) && isBody(sent)) codes.set(body['id'], sent['secretCode']);
        return response;
      }
      if (request.method !== 'GET') return response;
      const body: unknown = await response.json();
      return reply(isBody(body) ? { ...body, secretCode: codes.get(body['id']) } : body);
    };
  }),
  form('duplicateNote/equals-its-original', 'returns the original as its copy', () =>
    answer('POST', paths.copies, async (request, forward) => {
      const path = pathOf(request).replace('/duplicate', '');
      const response = await call(request, forward, 'GET', path);
      return response.ok ? reply(await response.json(), 201) : response;
    }),
  ),
  form('duplicateNote/equals-its-original', 'copies another text', () =>
    answer('POST', paths.copies, (request, forward) =>
      call(request, forward, 'POST', '/notes', { text: 'empty' }),
    ),
  ),
  form('duplicateNote/is-independent-of-its-original', 'deletes the original with its copy', () => {
    const originals = new Map<string, string>();
    return async (request, forward) => {
      const path = pathOf(request);
      const response = await forward(request);
      if (request.method === 'POST' && paths.copies.test(path) && response.ok) {
        const body: unknown = await response.clone().json();
        if (isBody(body)) originals.set(`/notes/${body['id']}`, path.replace('/duplicate', ''));
      }
      const original = originals.get(path);
      if (request.method === 'DELETE' && original !== undefined)
        await call(request, forward, 'DELETE', original);
      return response;
    };
  }),
  form('tagNote/links-it', 'does not link', () =>
    answer('PUT', paths.tagOfNote, () => reply(undefined, 204)),
  ),
  form('tagNote/links-it', 'links a tag to all notes', () =>
    answer('PUT', paths.tagOfNote, async (request, forward) => {
      const response = await forward(request);
      for (const id of await listIds(request, forward, '/notes'))
        await call(request, forward, 'PUT', `/notes/${id}/tags/${firstId(pathOf(request))}`);
      return response;
    }),
  ),
  form('untagNote/unlinks-only-it', 'does not unlink', () =>
    answer('DELETE', paths.tagOfNote, () => reply(undefined, 204)),
  ),
  form('untagNote/unlinks-only-it', 'unlinks all tags', () =>
    answer('DELETE', paths.tagOfNote, async (request, forward) => {
      const list = pathOf(request).replace(/\/[^/]+$/, '');
      const ids = await listIds(request, forward, list);
      for (const id of ids) await call(request, forward, 'DELETE', `${list}/${id}`);
      return reply(undefined, 204);
    }),
  ),
];

const unknownRecords: readonly BrokenForm[] = [
  form('getBranch/is-not-read-if-unknown', 'shows the first record for an unknown id', () =>
    answer('GET', paths.branch, async (request, forward) => {
      const response = await forward(request);
      if (response.status !== 404) return response;
      const [id] = await listIds(request, forward, '/branches');
      return call(request, forward, 'GET', `/branches/${id}`);
    }),
  ),
  form('updateBranch/is-not-changed-if-unknown', 'accepts the update of an unknown record', () =>
    answer('PATCH', paths.branch, async (request, forward) => {
      const response = await forward(request);
      return response.status === 404 ? reply({ id: 1, name: 'x', city: 'x' }) : response;
    }),
  ),
  form('duplicateNote/is-not-copied-if-unknown', 'copies a record that does not exist', () =>
    answer('POST', paths.copies, async (request, forward) => {
      const response = await forward(request);
      return response.status === 404
        ? call(request, forward, 'POST', '/notes', { text: 'x' })
        : response;
    }),
  ),
  form('createShelf/is-not-created-below-an-unknown-parent', 'creates below no parent', () =>
    answer('POST', paths.shelves, async (request, forward) => {
      const response = await forward(request);
      return response.status === 404 ? reply({ id: 77, label: 'x' }, 201) : response;
    }),
  ),
];

const protocol: readonly BrokenForm[] = [
  form('duplicateNote/replies-as-documented', 'does not serve copies', () =>
    answer('POST', paths.copies, () => refusal(405)),
  ),
  form('createBranch/replies-as-documented', 'answers a creation with 200', () =>
    answer('POST', paths.branches, async (request, forward) => {
      const response = await forward(request);
      return response.status === 201 ? reply(await response.json(), 200) : response;
    }),
  ),
  form('getBranch/replies-as-documented', 'leaves out a required field', () =>
    show('GET', paths.branch, ({ city: _, ...body }) => body),
  ),
  form('getBranch/replies-as-documented', 'shows a number as text', () =>
    show('GET', paths.branch, (body) => ({ ...body, id: String(body['id']) })),
  ),
  form('listBranches/replies-as-documented', 'answers in HTML', () =>
    answer('GET', paths.branches, async (request, forward) => {
      const response = await forward(request);
      const headers = { 'Content-Type': 'text/html' };
      return new Response(await response.text(), { status: response.status, headers });
    }),
  ),
  form('createBranch/refuses-invalid-bodies', 'fills in a missing name', () =>
    store('POST', paths.branches, (body) => ({ name: 'unnamed', ...body })),
  ),
  form('createBranch/refuses-invalid-bodies', 'accepts an empty name', () =>
    answer('POST', paths.branches, async (request, forward) => {
      const body: unknown = await request
        .clone()
        .json()
        .catch(() => undefined);
      if (!isBody(body) || body['name'] !== '') return forward(request);
      const response = await call(request, forward, 'POST', '/branches', { ...body, name: 'x' });
      const created: unknown = await response.json();
      return reply(isBody(created) ? { ...created, name: '' } : created, response.status);
    }),
  ),
  form('createBranch/refuses-invalid-bodies', 'accepts a number as city', () =>
    answer('POST', paths.branches, async (request, forward) => {
      const body: unknown = await request
        .clone()
        .json()
        .catch(() => undefined);
      if (!isBody(body) || typeof body['city'] !== 'number') return forward(request);
      const { city } = body;
      const response = await call(request, forward, 'POST', '/branches', { ...body, city: 'x' });
      const created: unknown = await response.json();
      return reply(isBody(created) ? { ...created, city } : created, response.status);
    }),
  ),
  form('createShelf/refuses-invalid-bodies', 'accepts a label that is too long', () =>
    answer('POST', paths.shelves, async (request, forward) => {
      const body: unknown = await request
        .clone()
        .json()
        .catch(() => undefined);
      const label = isBody(body) ? String(body['label'] ?? '') : '';
      if (label.length <= 20) return forward(request);
      const path = pathOf(request);
      const response = await call(request, forward, 'POST', path, { label: 'short' });
      const created: unknown = await response.json();
      return reply(isBody(created) ? { ...created, label } : created, response.status);
    }),
  ),
  form('updateSettings/refuses-invalid-bodies', 'accepts a language that it does not know', () =>
    answer('PATCH', paths.settings, async (request, forward) => {
      const body: unknown = await request
        .clone()
        .json()
        .catch(() => undefined);
      const response = await forward(request);
      return response.ok ? response : reply({ language: 'en', ...(isBody(body) ? body : {}) });
    }),
  ),
  form('createBranch/survives-nonsense', 'accepts a body that is not JSON', () =>
    answer('POST', paths.branches, async (request, forward) => {
      try {
        await request.clone().json();
        return await forward(request);
      } catch {
        return call(request, forward, 'POST', '/branches', { name: 'x', city: 'x' });
      }
    }),
  ),
  form('listBranches/refuses-invalid-parameters', 'takes any limit', () =>
    query(paths.branches, (parameters) => {
      const limit = Number(parameters.get('limit') ?? 10);
      if (!(limit >= 1)) parameters.delete('limit');
    }),
  ),
  form('listBranches/refuses-invalid-parameters', 'ignores an unknown sort', () =>
    query(paths.branches, (parameters) => {
      if (!['name', '-name'].includes(parameters.get('sort') ?? '')) parameters.delete('sort');
    }),
  ),
  form('service/no-server-errors', 'fails at a body that is not JSON', () =>
    answer('POST', paths.branches, async (request, forward) => {
      try {
        await request.clone().json();
        return await forward(request);
      } catch {
        return refusal(500);
      }
    }),
  ),
  form('service/no-server-errors', 'fails at a long name', () =>
    answer('POST', paths.branches, async (request, forward) => {
      const text = await request.clone().text();
      return text.length > 65_536 ? refusal(500) : forward(request);
    }),
  ),
  form('service/no-server-errors', 'fails at an empty object', () =>
    answer('POST', paths.branches, async (request, forward) => {
      const text = await request.clone().text();
      return text === '{}' ? refusal(500) : forward(request);
    }),
  ),
  form('service/no-server-errors', 'fails at an update of what is not a number', () =>
    answer('PATCH', paths.branch, (request, forward) =>
      /^\d+$/.test(firstId(pathOf(request))) ? forward(request) : refusal(500),
    ),
  ),
  form('service/no-server-errors', 'fails at an id that is not a number', () =>
    answer('GET', paths.branch, (request, forward) =>
      /^\d+$/.test(firstId(pathOf(request))) ? forward(request) : refusal(500),
    ),
  ),
];

export const brokenForms: readonly BrokenForm[] = [
  ...creations,
  ...lists,
  ...updates,
  ...deletions,
  ...relations,
  ...unknownRecords,
  ...protocol,
  ...brokenAccess,
  ...brokenActions,
  ...brokenNeighbours,
  ...brokenWrites,
];
