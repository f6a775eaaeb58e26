import { beforeAll, expect, test } from '@jest/globals';
import type { Contract } from '../../contract/index.ts';
import { loadTestContract } from '../../test/support/load-test-contract.ts';
import { createMock } from '../index.ts';

let contract: Contract;

beforeAll(async () => {
  contract = await loadTestContract('plans');
});

const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const json = { 'Content-Type': 'application/json' };

function createSender(headers: Readonly<Record<string, string>>) {
  const mock = createMock({ contract, seed: 1 });
  return async (method: string, path: string, body?: string) => {
    const response = await mock.fetch(`http://mock${path}`, {
      method,
      headers,
      body: body ?? null,
    });
    const value: unknown = await response.json();
    return { status: response.status, body: value };
  };
}

const plan = { id: 1, name: 'Small', kind: { type: 'monthly' } };

test('an object that responses show in another form is hidden', async () => {
  const send = createSender(json);
  const sent = { name: 'Small', kind: { type: 'monthly' }, product: { title: 'Tea' } };
  const created = await send('POST', '/plans', JSON.stringify(sent));
  expect(created).toEqual({ status: 201, body: plan });
  expect(await send('GET', '/plans/1')).toEqual({ status: 200, body: plan });
});

test('an object gets what the only alternative for objects requires', async () => {
  const send = createSender(json);
  const sent = { name: 'Small', kind: { type: 'monthly' }, discounts: [{ coupon: 'a' }] };
  const { body } = await send('POST', '/plans', JSON.stringify(sent));
  expect(body).toEqual({ ...plan, discounts: [{ id: expect.any(String), coupon: 'a' }] });
});

test('null and a listed empty text clear a field', async () => {
  const send = createSender(json);
  const sent = { name: 'Small', kind: { type: 'monthly' }, note: 'a', colour: 'red', tax: 'none' };
  const { body } = await send('POST', '/plans', JSON.stringify(sent));
  expect(body).toEqual({ ...plan, note: 'a', colour: 'red', tax: 'none' });
  const cleared = JSON.stringify({ note: null, colour: '', tax: '' });
  const changed = await send('PATCH', '/plans/1', cleared);
  expect(changed).toEqual({ status: 200, body: { ...plan, tax: null } });
});

test('null for a field that responses require is refused', async () => {
  const send = createSender(json);
  await send('POST', '/plans', JSON.stringify({ name: 'Small', kind: { type: 'monthly' } }));
  expect(await send('PATCH', '/plans/1', '{"name":null}')).toMatchObject({ status: 422 });
  expect(await send('GET', '/plans/1')).toMatchObject({ body: plan });
});

test('an empty text in a form is a listed word, and no list with one', async () => {
  const send = createSender(form);
  const created = await send('POST', '/plans', 'name=Small&kind[type]=monthly&discounts=');
  expect(created).toEqual({ status: 201, body: plan });
});
