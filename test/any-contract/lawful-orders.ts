import { answer, call, isBody, reply, show } from './changes.ts';
import type { LawfulForm } from './lawful-forms.ts';
import { orderPaths as paths, readForm, refusal, refuseOrder, sendForm } from './order-changes.ts';

const form = (title: string, create: LawfulForm['create']): LawfulForm => ({ title, create });

/** Forms of the orders that differ from the mock in what the document leaves open. No check may fail. */
export const lawfulOrders: readonly LawfulForm[] = [
  form('does what the mock does', () => (request, forward) => forward(request)),
  form('refuses orders of unknown customers', () =>
    answer('POST', paths.orders, async (request, forward) => {
      return (await refuseOrder(request, forward)) ?? forward(request);
    }),
  ),
  form('refuses a second customer with an address', () => {
    const known = new Set<string>();
    return answer('POST', paths.customers, async (request, forward) => {
      const email = (await readForm(request)).get('email');
      if (email === null) return forward(request);
      if (known.has(email)) return refusal(409);
      const response = await forward(request);
      if (response.ok) known.add(email);
      return response;
    });
  }),
  form('refuses unknown customers without a body', () =>
    answer('GET', paths.customer, async (request, forward) => {
      const response = await forward(request);
      return response.ok ? response : new Response(null, { status: response.status });
    }),
  ),
  form('keeps customers that have cards', () =>
    answer('DELETE', paths.customer, async (request, forward) => {
      const { pathname } = new URL(request.url);
      const response = await call(request, forward, 'GET', `${pathname}/cards`);
      const cards: unknown = await response.json();
      return Array.isArray(cards) && cards.length > 0 ? refusal(409) : forward(request);
    }),
  ),
  form('promises more after each full page', () =>
    answer('GET', paths.orders, async (request, forward) => {
      const limit = new URL(request.url).searchParams.get('limit') ?? '10';
      const response = await forward(request);
      const body: unknown = await response.clone().json();
      if (!response.ok || !isBody(body) || !Array.isArray(body['data'])) return response;
      return reply({ ...body, has_more: body['data'].length === Number(limit) });
    }),
  ),
  form('takes an empty text in a form for none', () =>
    answer('POST', paths.customer, async (request, forward) => {
      const fields = await readForm(request);
      for (const [name, text] of [...fields]) if (text === '') fields.delete(name);
      return forward(sendForm(request, fields));
    }),
  ),
  form('shows fields that are not documented', () =>
    show('GET POST', /./, (body) => ('error' in body ? body : { ...body, links: {} })),
  ),
];
