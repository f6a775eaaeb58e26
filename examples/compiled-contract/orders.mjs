// `npx site-contract compile --contract orders.yaml` wrote this folder.
import { createMock } from 'site-contract/mock';
import { contract } from './compiled/contract.mjs';

const mock = createMock({ contract });

/** @param {Request} request as in a service worker, or at an edge */
export function fetch(request) {
  return mock.fetch(request);
}

const created = await fetch(
  new Request('https://orders.example/orders', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ item: 'Lamp' }),
  }),
);
const order = await created.json();
const read = await fetch(new Request(`https://orders.example/orders/${order.id}`));
console.log(created.status, read.status, (await read.json()).item);

const refused = await fetch(
  new Request('https://orders.example/orders', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ item: 7 }),
  }),
);
console.log(refused.status);
