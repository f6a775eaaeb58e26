import path from 'node:path';
import { expect, test } from '@jest/globals';
import { createOrdersMock } from './orders-mock.ts';

test('the mock follows the rules of the service', async () => {
  const mock = await createOrdersMock(path.join(__dirname, 'orders.yaml'));
  const send = async (method: string, target: string, body?: object) => {
    const headers = { 'Content-Type': 'application/json' };
    const json = body === undefined ? {} : { body: JSON.stringify(body) };
    const reply = await mock.fetch(`http://mock${target}`, { method, headers, ...json });
    return {
      status: reply.status,
      id: reply.headers.get('X-Request-Id'),
      body: await reply.json(),
    };
  };
  await send('POST', '/orders', { item: 'Tea' });
  const second = await send('POST', '/orders', { item: 'Cake' });
  expect(second).toMatchObject({ status: 201, id: 'request-2', body: { id: 2, status: 'open' } });

  const paid = await send('POST', '/orders/1/pay');
  const paidAt = expect.any(String);
  expect(paid).toMatchObject({ status: 200, body: { id: 1, status: 'paid', paidAt } });
  const again = await send('POST', '/orders/1/pay');
  expect(again).toMatchObject({ status: 409, body: { message: 'The order is paid already.' } });
  expect((await send('POST', '/orders/9/pay')).status).toBe(404);

  const { body } = await send('GET', '/orders');
  expect(body).toMatchObject([{ id: 2 }, { id: 1 }]);
  expect((await send('GET', '/orders/1')).body).toMatchObject({ status: 'paid' });
});
