import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { loadTestContract } from '../../../test/support/load-test-contract.ts';
import { createMock, type Mock } from '../../index.ts';

const token = 'admin-token-of-this-test';
let mock: Mock;
let url = '';

beforeEach(async () => {
  mock = createMock({ contract: await loadTestContract('library'), seed: 1, apiKeys: ['key'] });
  url = (await mock.listen({ control: { token } })).url;
});
afterEach(() => mock.close());

async function send(method: string, target: string, body?: unknown) {
  const headers = {
    'X-Library-Key': 'key',
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  };
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  const reply = await fetch(url + target, { method, headers, ...json });
  const text = await reply.text();
  return { status: reply.status, body: text === '' ? undefined : JSON.parse(text) };
}

const edit = (...edits: object[]) => send('PATCH', '/__mock/state', { edits });
const readTree = async () => (await send('GET', '/__mock/state')).body;

/** Creates two branches; the first one has two shelves, one of them with a book. */
async function fill(): Promise<void> {
  for (const name of ['Harbour', 'Hill']) await send('POST', '/branches', { name, city: 'Kiel' });
  for (const label of ['A', 'B']) await send('POST', '/branches/1/shelves', { label });
  await send('PUT', '/branches/1/shelves/1/books/9780000000001', { title: 'One' });
}

describe('edits of records', () => {
  test('remove a record with what it contains, and their undo restores both in place', async () => {
    await fill();
    const before = await readTree();
    const removed = await edit({ kind: 'branch', id: '1' });
    expect((await readTree()).branches).toMatchObject([{ id: 2, shelves: [] }]);
    const restored = await edit(...removed.body.undo);
    expect(restored.status).toBe(200);
    expect((await readTree()).branches).toEqual(before.branches);
  });

  test('change and add records, whose missing ids and fields are created', async () => {
    await fill();
    const changed = await edit({ kind: 'branch', id: '2', value: { name: 'New', city: 'Bonn' } });
    expect((await send('GET', '/branches/2')).body).toMatchObject({ id: 2, name: 'New' });
    await edit(...changed.body.undo);
    expect((await send('GET', '/branches/2')).body).toMatchObject({ name: 'Hill', city: 'Kiel' });
    const added = await edit({ kind: 'shelf', parent: '2', value: { label: 'C' } });
    expect(added.body.undo).toEqual([{ kind: 'shelf', id: expect.any(String) }]);
    const { body } = await send('GET', '/branches/2/shelves');
    expect(body).toEqual([{ id: 3, branchId: 2, label: 'C' }]);
  });

  test.each([
    ['an unknown kind', { kind: 'brnch', id: '1' }, '/kind', 'did you mean "branch"?'],
    ['an unknown id', { kind: 'branch', id: '9' }, '/id', 'is not the id of a branch'],
    ['no parent', { kind: 'shelf', value: { label: 'A' } }, '/parent', 'is required'],
    [
      'an unknown parent',
      { kind: 'shelf', parent: '9', value: { label: 'A' } },
      '/parent',
      'is not the id',
    ],
    [
      'a wrong value',
      { kind: 'branch', value: { name: 7, city: 'a' } },
      '/value/name',
      'must be of the type string',
    ],
    [
      'the id of another record',
      { kind: 'branch', value: { id: 1, name: 'a', city: 'b' } },
      '/value',
      'has the id of another record',
    ],
  ])('are refused with %s', async (_, given, pointer, detail) => {
    await fill();
    const before = await readTree();
    const { status, body } = await edit({ kind: 'branch', id: '2' }, given);
    expect(status).toBe(422);
    const reason = expect.stringContaining(detail);
    expect(body.errors).toMatchObject([{ pointer: `/edits/1${pointer}`, detail: reason }]);
    expect(await readTree()).toEqual(before);
  });
});

test('the records and the resources are listed for the page', async () => {
  await fill();
  const { data } = (await send('GET', '/__mock/records')).body;
  expect(data).toMatchObject([
    { kind: 'branch', id: '1', value: { name: 'Harbour' } },
    { kind: 'branch', id: '2' },
    { kind: 'shelf', id: '1/1', parent: '1', value: { label: 'A' } },
    { kind: 'shelf', id: '1/2' },
    { kind: 'book', parent: '1/1' },
  ]);
  const { resources, operations } = (await send('GET', '/__mock/resources')).body;
  expect(resources[0]).toMatchObject({ name: 'branch', certainty: 'certain' });
  expect(operations[0]).toMatchObject({ operationId: 'listBranches', role: 'list' });
});

test('faults and the journal name operations of the contract, with and without an id', async () => {
  const effect = { kind: 'status', status: 503 };
  const { status } = await send('POST', '/__mock/faults', { operation: 'getBranch', effect });
  expect(status).toBe(201);
  await send('POST', '/branches', { name: 'a', city: 'b' });
  expect((await send('GET', '/branches/1')).status).toBe(503);
  expect((await send('GET', '/branches')).status).toBe(200);
  const { data } = (await send('GET', '/__mock/requests?operation=getBranch')).body;
  expect(data).toMatchObject([{ operation: 'getBranch', status: 503 }]);
  const wrong = await send('POST', '/__mock/faults', { operation: 'getBranc', effect });
  expect(wrong.body.detail).toContain('did you mean getBranch?');
  expect((await send('GET', '/__mock/requests?operation=getBranc')).status).toBe(400);
  expect(mock.journal.expect({ operation: 'listBranches', times: 1 })).toHaveLength(1);
  expect(() => mock.journal.expect({ operation: 'listBranch' })).toThrow('did you mean');
  const unknown = { operation: 'createSite', effect: { kind: 'hang' } } as const;
  expect(() => mock.faults.add(unknown)).toThrow('/operation is not an operation of the contract');
});

test('snapshots count the records of each resource', async () => {
  await fill();
  const saved = await send('PUT', '/__mock/snapshots/before');
  expect(saved.body.records).toMatchObject({ branches: 2, shelves: 2, books: 1, notes: 0 });
  await send('DELETE', '/branches/1');
  expect((await send('POST', '/__mock/snapshots/before/restore')).status).toBe(204);
  expect((await send('GET', '/branches/1/shelves')).body).toHaveLength(2);
});
