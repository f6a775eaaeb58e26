import { alsoLetIn } from '../deviations/authorising.ts';
import type { Entry, Proof } from '../entry.ts';
import { makeSite, sitesOf } from '../probe/make-site.ts';
import type { Exchange } from '../service/exchange.ts';
import type { Deviation } from '../service/service.ts';

const openFor = (isOpen: (exchange: Exchange) => boolean): Deviation =>
  alsoLetIn((header, exchange) => header === '' && isOpen(exchange));

const openForHeader = (name: string, isOpen: (value: string) => boolean): Deviation =>
  openFor(({ request }) => isOpen(String(request.headers[name] ?? '')));

/** Sends a creation and an update, each without a key. */
const askWithoutKey =
  (headers: Readonly<Record<string, string>>, padding = ''): Proof =>
  async (client) => {
    const id = await makeSite(client, 0, { name: 'A' });
    const statuses: number[] = [];
    for (const [method, path, fields] of [
      ['POST', sitesOf(client, 0), { name: 'B' }],
      ['PATCH', `/v1/sites/${id}`, {}],
      ['POST', `/v1/sites/${id}/duplicate`, {}],
    ] as const) {
      const body = Buffer.from(JSON.stringify(fields) + padding);
      const asked = { authorization: undefined, headers, body };
      statuses.push((await client.call(method, path, asked)).status);
    }
    return statuses;
  };

const local = /^(?:127\.0\.0\.1|10\.|localhost)/;

/** Targets that skip the key for some requests. */
export const keyBypasses: readonly Entry[] = [
  {
    id: 'keys/long-bodies-open',
    title: 'No key is required when the body has more than 600 bytes.',
    deviate: openFor(({ request }) => request.bytes.length > 600),
    proof: askWithoutKey({}, ' '.repeat(2000)),
  },
  {
    id: 'keys/longer-bodies-open',
    title: 'No key is required when the body comes in more than one piece of 16 KB.',
    deviate: openFor(({ request }) => request.bytes.length > 16_384),
    proof: askWithoutKey({}, ' '.repeat(20_000)),
  },
  {
    id: 'keys/empty-updates-open',
    title: 'No key is required when the body has no fields.',
    deviate: openFor(({ request }) => ['', '{}'].includes(request.bytes.toString().trim())),
    proof: askWithoutKey({}),
  },
  {
    id: 'keys/forwarded-for-opens',
    title: 'A request with X-Forwarded-For needs no key.',
    deviate: openForHeader('x-forwarded-for', (value) => value !== ''),
    proof: askWithoutKey({ 'x-forwarded-for': '127.0.0.1' }),
  },
  {
    id: 'keys/local-real-ip-opens',
    title: 'A request whose X-Real-IP is this machine needs no key.',
    deviate: openForHeader('x-real-ip', (value) => local.test(value)),
    proof: askWithoutKey({ 'x-real-ip': '127.0.0.1' }),
  },
  {
    id: 'keys/forwarded-opens',
    title: 'A write whose Forwarded names this machine needs no key.',
    deviate: openFor(
      ({ request }) =>
        request.method !== 'GET' && /for="?127\.0\.0\.1/.test(request.headers.forwarded ?? ''),
    ),
    proof: askWithoutKey({ forwarded: 'for=127.0.0.1' }),
  },
  {
    id: 'keys/original-url-opens',
    title: 'No key is required if X-Original-URL names a path outside /v1.',
    deviate: openForHeader('x-original-url', (value) => /^\/(?!v1)/.test(value)),
    proof: askWithoutKey({ 'x-original-url': '/' }),
  },
  {
    id: 'keys/method-override-opens',
    title: 'A write that X-HTTP-Method-Override calls a preflight needs no key.',
    deviate: openForHeader('x-http-method-override', (value) => value === 'OPTIONS'),
    proof: askWithoutKey({ 'x-http-method-override': 'OPTIONS' }),
  },
  {
    id: 'keys/preflight-headers-open',
    title: 'A request that looks like a preflight by its headers needs no key.',
    deviate: openForHeader('access-control-request-method', (value) => value !== ''),
    proof: askWithoutKey({ 'access-control-request-method': 'GET' }),
  },
  {
    id: 'keys/session-cookie-opens',
    title: 'A request with any session cookie needs no key.',
    deviate: openForHeader('cookie', (value) => /(?:session|sid)[^=]*=/.test(value)),
    proof: askWithoutKey({ cookie: 'session=1' }),
  },
];
