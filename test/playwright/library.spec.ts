import { expect, test } from 'site-contract/playwright';

const headers = { 'X-Library-Key': 'site-contract-key' };

test('serves another contract, and keeps the records of a test apart', async ({
  mock,
  request,
}) => {
  const created = await request.post(`${mock.url}/branches`, {
    headers,
    data: { name: 'Harbour', city: 'Kiel', openSince: '2020-01-31' },
  });
  expect(created.status()).toBe(201);
  await expect(mock).toHaveReceived({ operation: 'createBranch', times: 1 });
  expect(await mock.readState()).toMatchObject({ branches: [{ id: 1, name: 'Harbour' }] });
});

test('prepares records, and fails on request', async ({ mock, request }) => {
  expect(await mock.readState()).toMatchObject({ branches: [] });
  await mock.replaceState({ branches: [{ id: 7, name: 'Market', city: 'Turku' }] });
  const read = () => request.get(`${mock.url}/branches/7`, { headers });
  expect(await (await read()).json()).toMatchObject({ id: 7, name: 'Market' });
  await mock.addFault({ operation: 'getBranch', effect: { kind: 'status', status: 503 } });
  expect((await read()).status()).toBe(503);
  expect(await mock.listOperations()).toContain('getBranch');
});

test('says that the client belongs to the built-in contract', async ({ mock }) => {
  expect(() => mock.client).toThrow('but the mock serves Library: use mock.replaceState');
});
