/**
 * A mock of an orders service that knows two rules that its document cannot say: an order can be paid only once, and open orders
 * come first. `orders-types.ts` is what `npx openapi-typescript orders.yaml -o orders-types.ts` writes.
 */
import { loadContract } from 'site-contract/load-contract';
import { createMock, type Mock, type MockMiddleware, Refusal } from 'site-contract/mock';
import type { operations, paths } from './orders-types.ts';

export async function createOrdersMock(document: string): Promise<Mock> {
  const contract = await loadContract({ document });
  return createMock<operations, paths>({
    contract,
    seed: 1,
    middleware: [addRequestId],
    behaviours: {
      // `base` is what the mock does by itself: it finds the order and sets its status, or refuses the request.
      payOrder: (base) => async (request, context) => {
        const id = String(request.parameters.orderId);
        const order = await context.records.find('order', id);
        if (order?.value['status'] === 'paid')
          throw new Refusal('conflict', 'The order is paid already.');
        const reply = await base(request, context);
        if (reply.body === undefined || !('id' in reply.body)) return reply;
        const paidAt = new Date(context.now).toISOString();
        const value = { ...reply.body, paidAt };
        await context.records.replace({ kind: 'order', id, parent: undefined, value, hidden: {} });
        return { ...reply, body: value };
      },
      // An operation without an id is named by its method and path.
      'GET /orders': (base) => async (request, context) => {
        const reply = await base(request, context);
        const orders = reply.body ?? [];
        const open = orders.filter(({ status }) => status === 'open');
        const closed = orders.filter(({ status }) => status !== 'open');
        return { ...reply, body: [...open, ...closed] };
      },
    },
  });
}

/** Counts requests, and shows the number in each response. */
let requests = 0;
const addRequestId: MockMiddleware = async (request, next) => {
  requests += 1;
  const id = `request-${requests}`;
  const reply = await next(request);
  return { ...reply, headers: [...reply.headers, 'X-Request-Id', id] };
};
