import {
  answer,
  type BrokenForm,
  call,
  form,
  isBody,
  key,
  listIds,
  query,
  reply,
  show,
} from './changes.ts';
import { orderPaths as paths, readForm, refusal, refuseOrder, sendForm } from './order-changes.ts';

/** Forms of the orders, whose bodies are forms, that break a promise. */
export const brokenOrders: readonly BrokenForm[] = [
  form('createCustomer/keeps-every-value', 'reads a plus in a form twice', () =>
    show('GET', paths.customer, (body) => ({
      ...body,
      name: String(body['name']).replaceAll('+', ' '),
    })),
  ),
  form('createOrder/keeps-every-value', 'stores all orders for the first customer', () => {
    let first: unknown;
    return show('GET', paths.order, (body) => {
      first ??= body['customer'];
      return { ...body, customer: first };
    });
  }),
  form('createCustomer/shows-what-was-sent', 'answers a creation with another name', () =>
    show('POST', paths.customers, (body) => ({ ...body, name: 'other' })),
  ),
  form('deleteCustomer/deletes-nothing-if-refused', 'deletes before it asks for the key', () =>
    answer('DELETE', paths.customer, async (request, forward) => {
      const response = await forward(request);
      if (response.status !== 401) return response;
      const headers = { Authorization: `Bearer ${key}` };
      await forward(new Request(request.url, { method: 'DELETE', headers }));
      return response;
    }),
  ),
  form('createOrder/fills-in-defaults', 'has another default in forms', () =>
    answer('POST', paths.orders, async (request, forward) => {
      const fields = await readForm(request);
      if (!fields.has('currency')) fields.set('currency', 'usd');
      return forward(sendForm(request, fields));
    }),
  ),
  form('createOrder/refuses-invalid-bodies', 'accepts a form without an amount', () =>
    answer('POST', paths.orders, async (request, forward) => {
      const fields = await readForm(request);
      if (!fields.has('amount')) fields.set('amount', '5');
      return forward(sendForm(request, fields));
    }),
  ),
  form('createOrder/creates-once-for-a-key', 'ignores the key of a creation', () =>
    answer('POST', paths.orders, (request, forward) => {
      const headers = new Headers(request.headers);
      headers.delete('Idempotency-Key');
      return forward(new Request(request, { headers }));
    }),
  ),
  form('createOrder/creates-nothing-if-refused', 'keeps an order that it refuses', () =>
    answer('POST', paths.orders, async (request, forward) => {
      const refusal = await refuseOrder(request, forward);
      if (refusal !== undefined) await forward(request);
      return refusal ?? forward(request);
    }),
  ),
  form('createCustomer/changes-no-other-if-refused', 'overwrites what a creation repeats', () => {
    const known = new Map<string, string>();
    return answer('POST', paths.customers, async (request, forward) => {
      const fields = await readForm(request);
      const email = fields.get('email') ?? '';
      const path = known.get(email);
      if (path !== undefined) {
        const { method, headers } = request;
        const update = new Request(new URL(path, request.url), { method, headers });
        await forward(sendForm(update, fields));
        return refusal(409);
      }
      const response = await forward(request);
      const body: unknown = await response.clone().json();
      if (response.ok && isBody(body)) known.set(email, `/customers/${body['id']}`);
      return response;
    });
  }),
  form('getCustomer/refuses-as-documented', 'shows a page for an unknown customer', () =>
    answer('GET', paths.customer, async (request, forward) => {
      const response = await forward(request);
      if (response.ok) return response;
      return new Response('<h1>Not found</h1>', {
        status: response.status,
        headers: { 'Content-Type': 'text/html' },
      });
    }),
  ),
  form('listCustomers/total-counts-the-list', 'counts one page too many', () =>
    show('GET', paths.customers, (body) => ({ ...body, pages: Number(body['pages']) + 1 })),
  ),
  form('listCustomers/filter-selects', 'counts all customers under a filter', () =>
    answer('GET', paths.customers, async (request, forward) => {
      const all: unknown = await (await call(request, forward, 'GET', '/customers')).json();
      const response = await forward(request);
      const body: unknown = await response.clone().json();
      if (!isBody(body) || !isBody(all) || !response.ok) return response;
      return reply({ ...body, total: all['total'] });
    }),
  ),
  form('listCustomers/filter-selects', 'reads a plus in a filter twice', () =>
    query(paths.customers, (parameters) => {
      const city = parameters.get('city');
      if (city !== null) parameters.set('city', city.replaceAll('+', ' '));
    }),
  ),
  form('listOrders/filter-selects', 'ignores the customer in the filter', () =>
    query(paths.orders, (parameters) => parameters.delete('customer')),
  ),
  form('listOrders/pages-join-to-the-list', 'always promises more', () =>
    show('GET', paths.orders, (body) => ({ ...body, has_more: true })),
  ),
  form('updateCustomer/keeps-the-rest', 'clears what an update leaves out', () => {
    const kept = new Map<string, Record<string, unknown>>();
    return answer('GET POST', paths.customer, async (request, forward) => {
      const { pathname } = new URL(request.url);
      if (request.method === 'POST') {
        const fields = await readForm(request);
        const cleared = ['city', 'email', 'note'].filter((name) => !fields.has(name));
        kept.set(pathname, Object.fromEntries(cleared.map((name) => [name, null])));
        return forward(request);
      }
      const change = show('GET', paths.customer, (body) => ({ ...body, ...kept.get(pathname) }));
      return change(request, forward);
    });
  }),
  form('deleteCustomer/deletes-only-that', 'deletes the newest record as well', () =>
    answer('DELETE', paths.customer, async (request, forward) => {
      const response = await forward(request);
      const ids = await listIds(request, forward, '/customers?per_page=40');
      const newest = ids.at(-1);
      if (newest !== undefined) await call(request, forward, 'DELETE', `/customers/${newest}`);
      return response;
    }),
  ),
  form('deleteCustomer/is-gone-with-what-it-contains', 'still shows cards of the deleted', () => {
    const cards = new Map<string, Record<string, unknown>>();
    return answer('GET POST', /\/cards/, async (request, forward) => {
      const { pathname } = new URL(request.url);
      const response = await forward(request);
      const body: unknown = await response.clone().json();
      if (response.ok && isBody(body)) cards.set(`${body['id']}`, body);
      const known = cards.get(pathname.split('/').at(-1) ?? '');
      const isOwn = pathname.includes(`/${known?.['customer']}/`);
      return response.ok || known === undefined || !isOwn ? response : reply(known);
    });
  }),
];
