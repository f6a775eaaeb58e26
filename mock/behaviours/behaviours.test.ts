import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Contract } from '../../contract/index.ts';
import { loadTestContract } from '../../test/support/load-test-contract.ts';
import { createMock, type Mock } from '../index.ts';

let contract: Contract;
let mock: Mock;

beforeAll(async () => {
  contract = await loadTestContract('library');
});

beforeEach(() => {
  mock = createMock({ contract, seed: 1, apiKeys: ['key'], clock: () => Date.UTC(2026, 0, 2) });
});

/** A reply of any operation of the contract. */
interface Body {
  [name: string]: unknown;
  id: string | number;
  address: unknown;
  items: { id: number; name: string }[];
}

async function send(line: string, body?: unknown, mediaType = 'application/json') {
  const [method = '', path = ''] = line.split(' ');
  const response = await mock.fetch(`http://mock${path}`, {
    method,
    headers: { 'X-Library-Key': 'key', ...(body !== undefined && { 'Content-Type': mediaType }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const received: Body = text === '' ? undefined : JSON.parse(text);
  return { status: response.status, body: received, headers: response.headers };
}

const branch = { name: 'Harbour', city: 'Kiel' };

describe('a record', () => {
  test('is created with what was sent, and with what the service decides', async () => {
    const { status, body, headers } = await send('POST /branches', branch);
    expect([status, headers.get('Location')]).toEqual([201, '/branches/1']);
    expect(body).toEqual({
      id: 1,
      name: 'Harbour',
      city: 'Kiel',
      phone: null,
      openSince: '2020-01-01',
      createdAt: '2026-01-02T00:00:00.000Z',
      updatedAt: '2026-01-02T00:00:00.000Z',
    });
  });

  test('is read back as it was created', async () => {
    const { body } = await send('POST /branches', {
      ...branch,
      address: { street: 'Kai', number: 3 },
    });
    expect((await send('GET /branches/1')).body).toEqual(body);
  });

  test('does not take an id or a time that the service decides', async () => {
    const sent = { ...branch, id: 77, createdAt: '1999-01-01T00:00:00Z' };
    const { body } = await send('POST /branches', sent);
    expect([body.id, body['createdAt']]).toEqual([1, '2026-01-02T00:00:00.000Z']);
  });

  test('keeps what a PATCH does not name, and loses what a merge patch sets to null', async () => {
    await send('POST /branches', { ...branch, phone: '1', address: { street: 'Kai', number: 3 } });
    const patch = { city: 'Bonn', phone: null, address: { number: null } };
    const { status, body } = await send('PATCH /branches/1', patch, 'application/merge-patch+json');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'Harbour',
      city: 'Bonn',
      phone: null,
      address: { street: 'Kai' },
    });
    expect(body.address).not.toHaveProperty('number');
  });

  test('loses what a PUT leaves out, and keeps what only the service sets', async () => {
    const { body: before } = await send('POST /branches', { ...branch, phone: '1' });
    const { body } = await send('PUT /branches/1', { name: 'Other', city: 'Bonn' });
    expect(body).toEqual({ ...before, name: 'Other', city: 'Bonn', phone: null });
  });

  test('is gone after its deletion, with what it contained, and its id is not used again', async () => {
    await send('POST /branches', branch);
    await send('POST /branches/1/shelves', { label: 'A' });
    await send('PUT /branches/1/shelves/1/books/9780000000001', { title: 'Sea' });
    expect((await send('DELETE /branches/1')).status).toBe(204);
    const gone = ['/branches/1', '/branches/1/shelves', '/branches/1/shelves/1'];
    for (const path of gone) expect((await send(`GET ${path}`)).status).toBe(404);
    expect((await send('DELETE /branches/1')).status).toBe(404);
    expect((await send('POST /branches', branch)).body.id).toBe(2);
  });

  test('is created by PUT under the id in the path, and replaced by the next one', async () => {
    await send('POST /branches', branch);
    await send('POST /branches/1/shelves', { label: 'A' });
    const line = 'PUT /branches/1/shelves/1/books/9780000000001';
    const first = await send(line, { title: 'Sea', pages: 9 });
    expect([first.status, first.body]).toEqual([
      201,
      { isbn: '9780000000001', title: 'Sea', pages: 9 },
    ]);
    const second = await send(line, { title: 'Land' });
    expect([second.status, second.body]).toEqual([200, { isbn: '9780000000001', title: 'Land' }]);
  });

  test('is not found below another parent', async () => {
    await send('POST /branches', branch);
    await send('POST /branches', branch);
    const { body } = await send('POST /branches/1/shelves', { label: 'A' });
    expect(body).toMatchObject({ branchId: 1, label: 'A' });
    expect((await send(`GET /branches/1/shelves/${body.id}`)).status).toBe(200);
    expect((await send(`GET /branches/2/shelves/${body.id}`)).status).toBe(404);
    expect((await send('GET /branches/2/shelves')).body).toEqual([]);
  });
});

describe('a list', () => {
  beforeEach(async () => {
    for (let number = 1; number <= 12; number += 1)
      await send('POST /branches', {
        name: `B${number}`,
        city: number % 2 === 0 ? 'Kiel' : 'Bonn',
      });
  });

  test('has pages of the default size, with the total', async () => {
    const { body } = await send('GET /branches');
    expect(body.items.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(body).toMatchObject({ total: 12, offset: 0, limit: 10 });
  });

  test('continues at an offset', async () => {
    const { body } = await send('GET /branches?offset=10&limit=5');
    expect(body.items.map(({ id }) => id)).toEqual([11, 12]);
    expect(body).toMatchObject({ total: 12, offset: 10, limit: 5 });
  });

  test('is filtered by a field, and sorted', async () => {
    const { body } = await send('GET /branches?city=Kiel&limit=2&sort=-name');
    expect(body.items.map(({ name }) => name)).toEqual(['B8', 'B6']);
    expect(body['total']).toBe(6);
  });
});

test('links and unlinks the records in a path', async () => {
  const note = await send('POST /notes', { text: 'x' });
  const tag = await send('POST /tags', { name: 'red' });
  const path = `/notes/${note.body.id}/tags`;
  expect((await send(`PUT ${path}/${tag.body.id}`)).status).toBe(204);
  expect((await send(`PUT ${path}/${tag.body.id}`)).status).toBe(204);
  expect((await send(`GET ${path}`)).body).toEqual([tag.body]);
  expect((await send(`DELETE ${path}/${tag.body.id}`)).status).toBe(204);
  expect((await send(`GET ${path}`)).body).toEqual([]);
  expect((await send(`GET /tags/${tag.body.id}`)).status).toBe(200);
});

test('creates ids in the form of the example, and never returns what is only written', async () => {
  const { body } = await send('POST /notes', { text: 'x', secretCode: 'abc' });
  expect(body).toEqual({
    id: expect.stringMatching(/^note_[0-9a-z]{8}$/),
    text: 'x',
    status: 'open',
  });
});

test('copies a record', async () => {
  const { body } = await send('POST /notes', { text: 'x' });
  const { status, body: copy } = await send(`POST /notes/${body.id}/duplicate`);
  expect([status, copy['text'], copy.id === body.id]).toEqual([201, 'x', false]);
  expect((await send('GET /notes')).body).toEqual([body, copy]);
});

test('keeps a singleton, which needs no key where the document says so', async () => {
  const first = await mock.fetch('http://mock/settings');
  expect([first.status, await first.json()]).toMatchObject([200, { language: 'en' }]);
  await send('PATCH /settings', { language: 'fr' });
  expect((await send('GET /settings')).body['language']).toBe('fr');
});

test('replies to what nothing writes with the example of the document', async () => {
  const { body, headers } = await send('GET /statistics');
  expect([body, headers.get('X-Mock-Basis')]).toEqual([{ loans: 12 }, 'example']);
});

test('serves the path of each server of the document as well', async () => {
  const { body } = await send('POST /api/v2/branches', branch);
  expect((await send('GET /branches/1')).body).toEqual(body);
  expect((await send('GET /api/v3/branches/1')).status).toBe(404);
});

test('refuses requests as the document shows errors', async () => {
  const refused = [
    await mock.fetch('http://mock/branches'),
    await mock.fetch('http://mock/branches', { headers: { 'X-Library-Key': 'other' } }),
  ];
  for (const response of refused) {
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({
      code: 401,
      message: expect.stringContaining('X-Library-Key'),
    });
  }
  const { status, body } = await send('POST /branches', { city: 'Kiel' });
  expect([status, body]).toEqual([422, { code: 422, message: '/name is required.' }]);
  const missing = await send('GET /branches/9');
  expect([missing.status, missing.body]).toEqual([
    404,
    { code: 404, message: 'Branch 9 not found.' },
  ]);
});

test('shows all records as one tree, and reads them back', async () => {
  const started = createMock({ contract, seed: 1, apiKeys: ['key'] });
  const { url } = await started.listen({ port: 0, control: { token: 'admin-token' } });
  const control = (init: RequestInit = {}) =>
    fetch(`${url}/__mock/state`, {
      ...init,
      headers: { Authorization: 'Bearer admin-token', 'Content-Type': 'application/json' },
    });
  const book = { isbn: '9780000000001', title: 'Sea' };
  const tree = { branches: [{ ...branch, shelves: [{ label: 'A', books: [book] }] }] };
  try {
    const put = await control({ method: 'PUT', body: JSON.stringify(tree) });
    const state: unknown = await (await control()).json();
    const wrong = await control({ method: 'PUT', body: JSON.stringify({ ships: [] }) });
    expect([put.status, wrong.status, await wrong.text()]).toEqual([
      200,
      422,
      expect.stringContaining('/ships'),
    ]);
    expect(state).toMatchObject({ branches: [{ name: 'Harbour', shelves: [{ books: [book] }] }] });
  } finally {
    await started.close();
  }
});
