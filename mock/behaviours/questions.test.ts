import { describe, expect, test } from '@jest/globals';
import { type Questions, runSteps, type Step, useContract } from '../../test/support/run-steps.ts';

const some = (fields: object): unknown => expect.objectContaining(fields);
const list = (...items: readonly object[]): unknown => items.map(some);

const product = (fields: object): Step => {
  const sku = `SKU-${JSON.stringify(fields).replaceAll(/[^A-Za-z0-9]/g, '')}`.toUpperCase();
  const body = { name: 'Bolt', sku: sku.slice(0, 20), price: 1, ...fields };
  return { send: 'POST /products', body, status: 201 };
};

const item = (title: string, fields: object = {}): Step => {
  return { send: 'POST /items', body: { title, ...fields }, status: 201 };
};

const article = (title: string, fields: object = {}): Step => {
  const data = { type: 'articles', attributes: { title, ...fields } };
  return { send: 'POST /articles', body: { data }, type: jsonApi, status: 201 };
};

const jsonApi = 'application/vnd.api+json';

const stockroom: Questions = {
  'selects by two bounds': [
    ...[0, 10, 20, 30].map((price) => product({ price })),
    {
      send: 'GET /products?min_price=10&max_price=20',
      status: 200,
      want: some({ data: list({ price: 10 }, { price: 20 }), meta: some({ total: 2 }) }),
    },
  ],
  'searches for every word of q': [
    product({ name: 'Copper pipe' }),
    product({ name: 'Steel pipe' }),
    {
      send: 'GET /products?q=PIPE%20copper',
      status: 200,
      want: some({ data: list({ name: 'Copper pipe' }) }),
    },
  ],
  'selects by the time of the creation': [
    product({}),
    {
      send: 'POST /orders',
      body: { lines: [{ product_id: 1, quantity: 1 }] },
      status: 201,
    },
    {
      send: 'GET /orders?created_after=2000-01-01T00:00:00Z',
      status: 200,
      want: some({ meta: some({ total: 1 }) }),
    },
    {
      send: 'GET /orders?created_before=2000-01-01T00:00:00Z',
      status: 200,
      want: some({ data: [] }),
    },
  ],
  'selects by one of several tags': [
    product({ tags: ['red', 'big'] }),
    product({ tags: ['blue'] }),
    { send: 'GET /products?tag=red', status: 200, want: some({ data: list({ id: 1 }) }) },
  ],
  'counts what the parameters select': [
    product({ status: 'active' }),
    product({ status: 'draft' }),
    { send: 'GET /products/count', status: 200, want: { count: 2 } },
    { send: 'GET /products/count?status=active', status: 200, want: { count: 1 } },
  ],
};

const error = some({ error: some({ code: expect.any(String), message: expect.any(String) }) });

const errors: Questions = {
  'refuses a value that another record has, where 409 is documented': [
    product({ sku: 'SAME' }),
    product({ sku: 'OTHER' }),
    { ...product({ sku: 'SAME' }), status: 409, want: error },
    { send: 'PUT /products/2', body: { name: 'x', sku: 'SAME', price: 1 }, status: 409 },
    { send: 'PUT /products/1', body: { name: 'x', sku: 'SAME', price: 1 }, status: 200 },
  ],
  'repeats the reply to an idempotency key': [
    { ...product({ name: 'A' }), with: { 'Idempotency-Key': 'one' }, want: some({ id: 1 }) },
    { ...product({ name: 'A' }), with: { 'Idempotency-Key': 'one' }, want: some({ id: 1 }) },
    { ...product({ name: 'B' }), with: { 'Idempotency-Key': 'one' }, status: 409, want: error },
    { ...product({ name: 'C' }), with: { 'Idempotency-Key': 'two' }, want: some({ id: 2 }) },
    { send: 'GET /products', status: 200, want: some({ meta: some({ total: 2 }) }) },
  ],
  'refuses a change of another version, and reads an unchanged one only once': [
    { ...product({ sku: 'ONE' }), headers: { etag: expect.any(String) } },
    { send: 'GET /products/1', with: { 'If-None-Match': '{etag}' }, status: 304 },
    {
      send: 'PUT /products/1',
      body: { name: 'x', sku: 'ONE', price: 1 },
      with: { 'If-Match': '{etag}' },
      status: 200,
    },
    {
      send: 'PUT /products/1',
      body: { name: 'y', sku: 'ONE', price: 1 },
      with: { 'If-Match': '"old"' },
      status: 412,
      want: error,
    },
    { send: 'GET /products/1', status: 200, want: some({ name: 'x' }) },
  ],
  'asks for a key with a challenge': [
    {
      send: 'GET /products',
      with: { 'X-Api-Key': '' },
      status: 401,
      want: error,
      headers: { 'www-authenticate': 'ApiKey realm="Stockroom API"' },
    },
  ],
  'writes errors that an operation leaves out as those of the others': [
    { send: 'GET /products/abc', status: 400, want: error },
    { send: 'GET /orders?created_after=yesterday', status: 400, want: error },
    {
      send: 'DELETE /products',
      status: 405,
      want: error,
      headers: { allow: 'GET, POST, HEAD, OPTIONS' },
    },
    { send: 'GET /nothing', status: 404, want: error },
  ],
};

const actions: Questions = {
  'assigns what an action is sent': [
    product({}),
    { send: 'POST /orders', body: { lines: [{ product_id: 1, quantity: 1 }] }, status: 201 },
    {
      send: 'POST /orders/1/ship',
      body: { tracking_number: 'T1' },
      status: 200,
      want: some({ status: 'shipped', tracking_number: 'T1' }),
    },
  ],
};

const handbook: Questions = {
  'creates each record of an array': [
    {
      send: 'POST /items/bulk',
      body: [{ title: 'a' }, { title: 'b', done: true }],
      status: 201,
      want: list({ id: 1, title: 'a', done: false }, { id: 2, title: 'b', done: true }),
    },
    { send: 'GET /items/2', status: 200, want: some({ title: 'b' }) },
    { send: 'GET /items', status: 200, want: some({ page: some({ totalElements: 2 }) }) },
  ],
  'creates none of an array with a mistake': [
    { send: 'POST /items/bulk', body: [{ title: 'a' }, { done: true }], status: 400 },
    { send: 'GET /items', status: 200, want: some({ content: [] }) },
  ],
  'changes the records of an array, and no others': [
    item('a'),
    item('b'),
    {
      send: 'PATCH /items/bulk',
      body: { items: [{ id: 1, done: true }] },
      status: 200,
      want: { items: list({ id: 1, title: 'a', done: true }) },
    },
    { send: 'GET /items/2', status: 200, want: some({ title: 'b', done: false }) },
  ],
  'changes none of several records if one is missing': [
    item('a'),
    { send: 'PATCH /items/bulk', body: { items: [{ id: 1, done: true }, { id: 9 }] }, status: 404 },
    { send: 'GET /items/1', status: 200, want: some({ done: false }) },
  ],
  'deletes the records that the query names': [
    ...['a', 'b', 'c'].map((title) => item(title)),
    { send: 'DELETE /items?ids=1,3', status: 204 },
    { send: 'GET /items', status: 200, want: some({ content: list({ id: 2 }) }) },
    { send: 'DELETE /items', status: 400 },
  ],
  'deletes the records that the body names, and counts them': [
    ...['a', 'b', 'c'].map((title) => item(title)),
    { send: 'POST /items/delete', body: { ids: [1, 2, 9] }, status: 200, want: { deleted: 2 } },
    { send: 'GET /items', status: 200, want: some({ content: list({ id: 3 }) }) },
  ],
  'selects by several ids': [
    ...['a', 'b', 'c'].map((title) => item(title)),
    {
      send: 'GET /items?ids=1&ids=3',
      status: 200,
      want: some({ content: list({ id: 1 }, { id: 3 }) }),
    },
  ],
  'selects and sorts by attributes of JSON:API': [
    article('b', { state: 'published' }),
    article('a'),
    article('c', { state: 'published' }),
    {
      send: 'GET /articles?filter[state]=published&sort=-title',
      status: 200,
      want: some({
        data: list({ attributes: some({ title: 'c' }) }, { attributes: some({ title: 'b' }) }),
      }),
    },
  ],
  'keeps the attributes of JSON:API that a change leaves out': [
    article('a', { text: 'x' }),
    {
      send: 'PATCH /articles/{1}',
      body: { data: { type: 'articles', id: '{1}', attributes: { title: 'b' } } },
      type: jsonApi,
      status: 200,
      want: { data: some({ attributes: some({ title: 'b', text: 'x' }) }) },
    },
  ],
  'creates by PUT with 201 and a Location, then replaces with 200': [
    {
      send: 'PUT /handbook/spaces/team',
      body: { title: 'Team' },
      status: 201,
      headers: { location: '/handbook/spaces/team' },
    },
    { send: 'PUT /spaces/team', body: { title: 'New' }, status: 200, want: some({ title: 'New' }) },
  ],
};

const jsonPatch = 'application/json-patch+json';

const contents: Questions = {
  'applies a JSON Patch, or nothing of it': [
    item('a', { due: '2030-01-01' }),
    {
      send: 'PATCH /items/1',
      body: [
        { op: 'replace', path: '/title', value: 'b' },
        { op: 'remove', path: '/due' },
      ],
      type: jsonPatch,
      status: 200,
      want: { id: 1, title: 'b', done: false, createdAt: expect.any(String) },
    },
    {
      send: 'PATCH /items/1',
      body: [
        { op: 'replace', path: '/title', value: 'c' },
        { op: 'test', path: '/done', value: true },
      ],
      type: jsonPatch,
      status: 409,
    },
    {
      send: 'PATCH /items/1',
      body: [{ op: 'replace', path: '/done', value: 'no' }],
      type: jsonPatch,
      status: 400,
    },
    {
      send: 'PATCH /items/1',
      body: [{ op: 'remove', path: '/nothing' }],
      type: jsonPatch,
      status: 400,
    },
    { send: 'GET /items/1', status: 200, want: some({ title: 'b', done: false }) },
  ],
  'keeps a text': [
    item('a'),
    { send: 'GET /items/1/notes', status: 200, want: '' },
    { send: 'PUT /items/1/notes', body: 'Grüße\n', type: 'text/plain', status: 204 },
    { send: 'GET /items/1/notes', status: 200, want: 'Grüße\n' },
  ],
  'writes the URL of a record': [
    {
      send: 'PUT /handbook/spaces/team',
      body: { title: 'Team' },
      status: 201,
      want: some({ _links: { self: { href: '/handbook/spaces/team' } } }),
    },
  ],
  'dates the attributes of JSON:API': [
    {
      ...article('a'),
      want: { data: some({ attributes: some({ createdAt: expect.stringMatching(/^20.*Z$/) }) }) },
    },
  ],
};

const board: Step = { send: 'POST /boards', body: { name: 'A' }, status: 201 };

const taskboard: Questions = {
  'keeps a star, which only exists or not': [
    board,
    { send: 'GET /boards/{1}/star', status: 404 },
    { send: 'PUT /boards/{1}/star', status: 204 },
    { send: 'GET /boards/{1}/star', status: 204 },
    { send: 'DELETE /boards/{1}/star', status: 204 },
    { send: 'GET /boards/{1}/star', status: 404 },
  ],
  'sets and clears the time of a state': [
    board,
    { send: 'POST /boards/{1}/tasks', body: { title: 'x' }, status: 201 },
    {
      send: 'POST /tasks/{2}/close',
      status: 200,
      want: some({ state: 'closed', closed_at: expect.any(String) }),
    },
    { send: 'POST /tasks/{2}/reopen', status: 200, want: some({ state: 'open', closed_at: null }) },
  ],
  'shows in a list of a record what a request names': [
    board,
    { send: 'POST /boards/{1}/tasks', body: { title: 'x' }, status: 201 },
    {
      send: 'PUT /tasks/{2}/labels',
      body: { labels: ['bug', 'ui'] },
      status: 200,
      want: list({ name: 'bug' }, { name: 'ui' }),
    },
    { send: 'GET /tasks/{2}/labels', status: 200, want: list({ name: 'bug' }, { name: 'ui' }) },
    { send: 'GET /tasks/{2}', status: 200, want: some({ labels: list({ name: 'bug' }, {}) }) },
    {
      send: 'POST /tasks/{2}/assignees',
      body: { user_ids: ['2f0c9e7e-3a54-4d0e-9b7d-0d6f0b1c2d3e'] },
      status: 404,
    },
  ],
  'moves a record to the parent that an action names': [
    board,
    { ...board, body: { name: 'B' } },
    { send: 'POST /boards/{1}/tasks', body: { title: 'x' }, status: 201 },
    { send: 'POST /tasks/{3}/move', body: { board_id: '{2}' }, status: 200 },
    { send: 'GET /boards/{1}/tasks', status: 200, want: [] },
    { send: 'GET /boards/{2}/tasks', status: 200, want: list({ title: 'x' }) },
    { send: 'POST /tasks/{3}/move', body: { board_id: '{3}' }, status: 404 },
  ],
  'selects everything by the word all': [
    board,
    { send: 'POST /boards/{1}/tasks', body: { title: 'x' }, status: 201 },
    { send: 'POST /tasks/{2}/close', status: 200 },
    { send: 'GET /boards/{1}/tasks', status: 200, want: [] },
    { send: 'GET /boards/{1}/tasks?state=all', status: 200, want: list({ state: 'closed' }) },
  ],
};

const song = (title: string): Step => {
  const body = { kind: 'song', title, artist: 'A' };
  return { send: 'POST /tracks', body, status: 201 };
};
const playlist = (name: string): Step => ({ send: 'POST /playlists', body: { name }, status: 201 });
const mergePatch = 'application/merge-patch+json';

const studio: Questions = {
  'keeps what a change leaves out, also where its schema has defaults': [
    {
      send: 'PATCH /me/preferences',
      body: { explicit: false, equalizer: { bass: 3 } },
      type: mergePatch,
      status: 200,
    },
    {
      send: 'PATCH /me/preferences',
      body: { quality: 'low', equalizer: { treble: 2 } },
      type: mergePatch,
      status: 200,
      want: { quality: 'low', explicit: false, equalizer: { bass: 3, treble: 2 } },
    },
  ],
  'keeps to its place in a list when a record is deleted': [
    ...['a', 'b', 'c', 'd'].map(song),
    { send: 'GET /tracks?maxResults=2', status: 200, want: some({ totalResults: 4 }) },
    { send: 'DELETE /tracks/{2}', status: 202 },
    {
      send: 'GET /tracks?maxResults=2&pageToken={next}',
      status: 200,
      want: { items: list({ title: 'c' }, { title: 'd' }), totalResults: 3 },
    },
    { send: 'GET /tracks?pageToken=nonsense', status: 400 },
  ],
  'says whether a page has one before it': [
    ...['a', 'b', 'c'].map(playlist),
    {
      send: 'GET /playlists?pageNumber=2&pageSize=2',
      status: 200,
      want: some({
        pagination: {
          pageNumber: 2,
          pageSize: 2,
          totalItems: 3,
          totalPages: 2,
          hasNext: false,
          hasPrevious: true,
        },
      }),
    },
  ],
  'links each record that a request names, and counts them': [
    playlist('a'),
    song('b'),
    song('c'),
    { send: 'POST /playlists/{1}/tracks', body: { trackIds: ['{2}', '{3}'] }, status: 204 },
    {
      send: 'GET /playlists/{1}/tracks',
      status: 200,
      want: list({ title: 'b' }, { title: 'c' }),
    },
    { send: 'DELETE /playlists/{1}/tracks/{2}', status: 204 },
    { send: 'GET /playlists/{1}', status: 200, want: some({ trackCount: 1 }) },
  ],
  'deletes the records that a custom method names': [
    ...['a', 'b'].map(song),
    { send: 'POST /tracks:batchDelete', body: { trackIds: ['{1}'] }, status: 204 },
    { send: 'GET /tracks', status: 200, want: some({ items: list({ title: 'b' }) }) },
  ],
  'selects up to the end of a day': [
    playlist('a'),
    {
      send: 'GET /playlists?createdTo=2026-01-01',
      status: 200,
      want: some({ playlists: list({}) }),
    },
    { send: 'GET /playlists?createdTo=2025-12-31', status: 200, want: some({ playlists: [] }) },
  ],
};

const suites: readonly [name: string, questions: Questions][] = [
  ['stockroom', { ...stockroom, ...errors, ...actions }],
  ['handbook', { ...handbook, ...contents }],
  ['taskboard', taskboard],
  ['studio', studio],
];

describe.each(suites)('the mock of %s', (name, questions) => {
  const load = useContract(name);

  test.each(Object.entries(questions))('%s', (_, steps) => runSteps(load(), steps));
});
