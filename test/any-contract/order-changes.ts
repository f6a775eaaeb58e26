import { call, reply } from './changes.ts';

/** Paths of the orders. */
export const orderPaths = {
  customers: /^\/customers$/,
  customer: /^\/customers\/[^/]+$/,
  orders: /^\/orders$/,
  order: /^\/orders\/[^/]+$/,
} as const;

type Forward = (request: Request) => Promise<Response>;

export const refusal = (status: number): Response => reply({ error: 'refused' }, status);

/** The fields of a form. */
export async function readForm(request: Request): Promise<URLSearchParams> {
  return new URLSearchParams(await request.clone().text());
}

/** The same request with another form. */
export function sendForm({ url, method, headers }: Request, fields: URLSearchParams): Request {
  const lengthless = new Headers(headers);
  lengthless.delete('content-length');
  return new Request(url, { method, headers: lengthless, body: fields.toString() });
}

/** Refuses an order of a customer that does not exist. */
export async function refuseOrder(
  request: Request,
  forward: Forward,
): Promise<Response | undefined> {
  const customer = (await readForm(request)).get('customer');
  if (customer === null) return undefined;
  const path = `/customers/${encodeURIComponent(customer)}`;
  const { ok } = await call(request, forward, 'GET', path);
  return ok ? undefined : refusal(422);
}
