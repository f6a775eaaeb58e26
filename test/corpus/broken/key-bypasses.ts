import { alsoLetIn } from '../deviations/authorising.ts';
import type { Entry } from '../entry.ts';
import type { Exchange } from '../service/exchange.ts';
import type { Deviation } from '../service/service.ts';

const openFor = (isOpen: (exchange: Exchange) => boolean): Deviation =>
  alsoLetIn((header, exchange) => header === '' && isOpen(exchange));

const openForHeader = (name: string, isOpen: (value: string) => boolean): Deviation =>
  openFor(({ request }) => isOpen(String(request.headers[name] ?? '')));

const local = /^(?:127\.0\.0\.1|10\.|localhost)/;

/** Targets that skip the key for some requests. */
export const keyBypasses: readonly Entry[] = [
  {
    id: 'keys/long-bodies-open',
    title: 'No key is required when the body has more than 600 bytes.',
    deviate: openFor(({ request }) => request.bytes.length > 600),
  },
  {
    id: 'keys/longer-bodies-open',
    title: 'No key is required when the body comes in more than one piece of 16 KB.',
    deviate: openFor(({ request }) => request.bytes.length > 16_384),
  },
  {
    id: 'keys/empty-updates-open',
    title: 'No key is required when the body has no fields.',
    deviate: openFor(({ request }) => ['', '{}'].includes(request.bytes.toString().trim())),
  },
  {
    id: 'keys/forwarded-for-opens',
    title: 'A request with X-Forwarded-For needs no key.',
    deviate: openForHeader('x-forwarded-for', (value) => value !== ''),
  },
  {
    id: 'keys/local-real-ip-opens',
    title: 'A request whose X-Real-IP is this machine needs no key.',
    deviate: openForHeader('x-real-ip', (value) => local.test(value)),
  },
];
