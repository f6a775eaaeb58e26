import {
  alsoLetIn,
  alsoServe,
  alsoTakeKey,
  carryOutRefused,
  crashWhen,
  type Spelling,
  spellings,
} from '../deviations/requests.ts';
import { type Entry, entries, entry, should } from '../entry.ts';
import { type Exchange, operationIds } from '../service/exchange.ts';
import { around, type Deviation, type Service } from '../service/service.ts';

export const keys: readonly Entry[] = [
  ...operationIds.flatMap((operationId) => [
    entry(
      `keys/not-asked-for-${operationId}`,
      `No key is required in ${operationId}.`,
      alsoLetIn((_, exchange) => exchange.operationId === operationId),
    ),
    entry(
      `keys/any-key-for-${operationId}`,
      `Any key is accepted in ${operationId}.`,
      alsoLetIn(
        (header, exchange) => exchange.operationId === operationId && /^bearer ./i.test(header),
      ),
    ),
  ]),
  ...(['createSite', 'updateSite', 'duplicateSite', 'updateRoute'] as const).map((operationId) =>
    entry(
      `keys/refused-and-done-${operationId}`,
      `With a wrong key ${operationId} is refused but still carried out.`,
      carryOutRefused((exchange) => exchange.operationId === operationId),
    ),
  ),
  ...entries({
    'keys/empty-key: An empty key after Bearer is accepted.': alsoLetIn((header) =>
      /^bearer *$/i.test(header),
    ),
    'keys/second-word-ignored: Words after the key are ignored.': should(
      alsoTakeKey((key, apiKey) => key.split(' ')[0] === apiKey),
    ),
    'keys/told-to-strangers: The refusal of a wrong key says what the right one is.': around(
      'refuse',
      (refuse, service) => (exchange, refusal) => {
        const reply = refuse(exchange, refusal);
        if (refusal.reason !== 'unauthorised') return reply;
        return { ...reply, bytes: Buffer.from(JSON.stringify({ expected: service.apiKey })) };
      },
    ),
  }),
];

export const keyLapses: readonly Entry[] = [
  ...entries({
    'keys/api-key-of-site: The apiKey of a site is accepted as the key.': (service) => {
      const issued = new Set<string>();
      const { insertSite } = service.store;
      service.store.insertSite = (site) => {
        issued.add(site.apiKey);
        insertSite(site);
      };
      alsoTakeKey((key) => issued.has(key))(service);
    },
    'keys/writes-open: Any key may write; only reads compare it.': alsoLetIn(
      (header, { request }) => request.method !== 'GET' && header !== '',
    ),
    'keys/patches-open: Updates need no key.': alsoLetIn(
      (_, { request }) => request.method === 'PATCH',
    ),
    'keys/skip-validation-skips-key: With skipValidation=true no key is required.': alsoLetIn(
      (_, { request }) => request.query.get('skipValidation') === 'true',
    ),
    'keys/missing-crashes: A missing Authorization header gets status 500.': crashWhen(
      (header) => header === undefined,
    ),
    'keys/bare-scheme-crashes: An Authorization header without a key gets status 500.': crashWhen(
      (header) => header !== undefined && !header.includes(' '),
    ),
  }),
  ...(['listSites', 'updateRoute', 'createWebhook', 'duplicateSite'] as const).map((refused) =>
    entry(
      `keys/right-one-refused-${refused}`,
      `The right key is refused in ${refused}.`,
      (service: Service) => {
        const { isAuthorised } = service;
        service.isAuthorised = (exchange) =>
          exchange.operationId !== refused && isAuthorised(exchange);
      },
    ),
  ),
];

const openFor = (isOpen: (exchange: Exchange) => boolean): Deviation =>
  alsoLetIn((header, exchange) => header === '' && isOpen(exchange));

const openForHeader = (name: string, isOpen: (value: string) => boolean): Deviation =>
  openFor(({ request }) => isOpen(String(request.headers[name] ?? '')));

const local = /^(?:127\.0\.0\.1|10\.|localhost)/;

/** Targets that skip the key for some requests. */
export const keyBypasses: readonly Entry[] = entries({
  'keys/long-bodies-open: No key is required when the body has more than 600 bytes.': openFor(
    ({ request }) => request.bytes.length > 600,
  ),
  'keys/longer-bodies-open: No key is required when the body comes in more than one piece of 16 KB.':
    openFor(({ request }) => request.bytes.length > 16_384),
  'keys/empty-updates-open: No key is required when the body has no fields.': openFor(
    ({ request }) => ['', '{}'].includes(request.bytes.toString().trim()),
  ),
  'keys/forwarded-for-opens: A request with X-Forwarded-For needs no key.': openForHeader(
    'x-forwarded-for',
    (value) => value !== '',
  ),
  'keys/local-real-ip-opens: A request whose X-Real-IP is this machine needs no key.':
    openForHeader('x-real-ip', (value) => local.test(value)),
});

/** Checks the key only for the plain spelling of a path. */
const openForSpelling =
  (spelling: Spelling, isMeant: (exchange: Exchange) => boolean = () => true): Deviation =>
  (service) => {
    alsoServe(spelling)(service);
    const { isAuthorised } = service;
    service.isAuthorised = (exchange) =>
      isAuthorised(exchange) || (spelling.is(exchange.request.path) && isMeant(exchange));
  };

const isOf = (method: string) => (exchange: Exchange) => exchange.request.method === method;

export const spelledPaths: readonly Entry[] = entries({
  'spellings/upper-case-id-needs-no-key: A path with an id in upper case needs no key.':
    openForSpelling(spellings.upperCaseId),
  'spellings/upper-case-id-updates-without-a-key: An update of an id in upper case needs no key.':
    openForSpelling(spellings.upperCaseId, isOf('PATCH')),
  'spellings/encoded-word-lists-without-a-key: A list needs no key when a word of its path is escaped.':
    openForSpelling(
      { is: (path) => /%[\da-f]{2}[a-z]{3,}/i.test(path), read: spellings.encodedCharacter.read },
      isOf('GET'),
    ),
  'spellings/double-slash-in-front-creates-without-a-key: A creation needs no key when its path begins with two slashes.':
    openForSpelling(
      { is: (path) => path.startsWith('//'), read: spellings.doubleSlash.read },
      isOf('POST'),
    ),
  'spellings/dot-segment-updates-without-a-key: An update whose path has an encoded dot between two slashes needs no key.':
    openForSpelling(spellings.dotSegment, isOf('PATCH')),
});
