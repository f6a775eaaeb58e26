import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Contract } from '../../contract/index.ts';
import { loadTestContract } from '../../test/support/load-test-contract.ts';
import { createMock, type Mock } from '../index.ts';

let contract: Contract;
let mock: Mock;

beforeAll(async () => {
  contract = await loadTestContract('reports');
});

beforeEach(() => {
  mock = createMock({ contract, seed: 1 });
});

async function send(method: string, path: string, body?: unknown) {
  const isForm = typeof body === 'string';
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  const response = await mock.fetch(`http://mock${path}`, {
    method,
    headers: { 'Content-Type': type },
    body: body === undefined ? null : isForm ? body : JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

test('a name that the client chose is the id, also if responses name it differently', async () => {
  const created = await send('POST', '/pools', { name: 'marketing' });
  expect(created).toEqual({ status: 200, body: { name: 'marketing' } });
  const read = await send('GET', '/pools/marketing');
  expect(read).toMatchObject({ status: 200, body: { pool_name: 'marketing' } });
});

test('an id is a text of digits where paths have an integer', async () => {
  const created = await send('POST', '/boards');
  expect(created).toEqual({ status: 201, body: { id: '1' } });
  expect(await send('GET', '/boards/1')).toEqual({ status: 200, body: { id: '1' } });
});

test('a record is found by a token that only its creation returned', async () => {
  await send('POST', '/reports/create', { title: 'First' });
  const { body } = await send('POST', '/reports/create', { title: 'Second' });
  const read = await send('POST', '/reports/get', body);
  expect(read).toMatchObject({ status: 200, body: { report: { title: 'Second' } } });
});

test('a read that names no record gets a generated one', async () => {
  const { status, body } = await send('POST', '/reports/get', {});
  expect([status, body]).toEqual([
    200,
    { report: { report_id: expect.any(String), title: expect.any(String) } },
  ]);
});

test('an empty form has empty objects and lists, and no default that is wrong', async () => {
  const created = await send('POST', '/rules', '');
  expect(created).toEqual({ status: 201, body: { id: 1, limits: {}, tags: [] } });
});

test('a value that requests may have and responses cannot show is hidden', async () => {
  const { status, body } = await send('POST', '/files', { purpose: 'anything' });
  expect([status, body]).toEqual([201, { id: 1, purpose: 'report' }]);
  expect((await send('GET', '/files/1')).body).toEqual(body);
});

test('an operation without a reply for missing records accepts any id, if it reads none', async () => {
  expect(await send('GET', '/files/7/usage')).toMatchObject({ status: 200 });
  expect(await send('GET', '/files/7')).toMatchObject({ status: 404 });
});
