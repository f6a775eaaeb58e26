import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Contract } from '../../contract/index.ts';
import { loadTestContract } from '../../test/support/load-test-contract.ts';
import { createMock, type Mock } from '../index.ts';

let contract: Contract;
let mock: Mock;

beforeAll(async () => {
  contract = await loadTestContract('mail');
});

beforeEach(() => {
  mock = createMock({ contract, seed: 1, apiKeys: ['secret'] });
});

async function send(method: string, path: string, body?: object, authorization = 'Token secret') {
  const response = await mock.fetch(`http://mock${path}`, {
    method,
    headers: { Authorization: authorization, 'Content-Type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

test('a list shows fields that the reply to a creation lacks, if they have its types, and no others', async () => {
  const created = await send('POST', '/api-keys', {
    name: 'a',
    password: 'b',
    scopes: ['read'],
  });
  expect(created.body).toEqual({ id: expect.any(String), token: expect.any(String) });
  const { id } = created.body;
  const listed = await send('GET', '/api-keys');
  expect(listed.body).toEqual({ apiKeys: [{ id, name: 'a' }], apiKeysCount: 1 });
});

test('a generated reply has the ids of the path', async () => {
  const { body } = await send('POST', '/api-keys', { name: 'a' });
  const deleted = await send('DELETE', `/api-keys/${body.id}`);
  expect(deleted.body).toEqual({ id: body.id, deleted: true });
});

test('so has an example', async () => {
  const { body } = await send('GET', '/reports/7/delivery');
  expect(body).toEqual({ report_id: 7, state: 'sent' });
});

test('an API key in the header Authorization may have a scheme', async () => {
  expect(await send('GET', '/api-keys', undefined, 'secret')).toMatchObject({ status: 200 });
  expect(await send('GET', '/api-keys', undefined, 'Token other')).toMatchObject({ status: 401 });
});

test('an action on a record that nothing creates keeps the generated one, and sets what it names', async () => {
  const favorite = await send('POST', '/folders/inbox/favorite');
  expect(favorite.body).toEqual({ name: 'inbox', size: expect.any(Number), favorited: true });
  expect((await send('GET', '/folders/inbox')).body).toEqual(favorite.body);
  const { body } = await send('DELETE', '/folders/inbox/favorite');
  expect(body).toEqual({ ...favorite.body, favorited: false });
});

test('records that show no id can be created more than once', async () => {
  for (let count = 0; count < 3; count += 1)
    expect(await send('POST', '/exports')).toEqual({
      status: 201,
      body: { url: expect.any(String) },
    });
});

test('one schema for requests and responses: the service sets what is read-only', async () => {
  const { body } = await send('POST', '/labels', { name: 'a', state: 'used' });
  expect(body).toEqual({ id: 1, name: 'a', state: 'new', createdAt: expect.any(String) });
  expect((await send('GET', '/labels/1')).body).toEqual(body);
});

test('an error by the names of the fields says what is wrong with each', async () => {
  const refused = await send('POST', '/labels', { color: 1 });
  const body = { name: ['is required'], color: ['must be a string'] };
  expect(refused).toEqual({ status: 400, body });
});
