import { alsoServe, type Spelling, spellings } from '../deviations/spelling.ts';
import type { Entry, Proof } from '../entry.ts';
import { makeSite, sitesOf } from '../probe/make-site.ts';
import type { Exchange } from '../service/exchange.ts';
import type { Deviation } from '../service/service.ts';

/** Checks the key only for the plain spelling of a path. */
const openFor =
  (spelling: Spelling, isMeant: (exchange: Exchange) => boolean = () => true): Deviation =>
  (service) => {
    alsoServe(spelling)(service);
    const { isAuthorised } = service;
    service.isAuthorised = (exchange) =>
      isAuthorised(exchange) || (spelling.is(exchange.request.path) && isMeant(exchange));
  };

/** Requests spellings of two paths without a key. */
const askWithoutKey: Proof = async (client) => {
  const id = await makeSite(client, 0, { name: 'A' });
  const statuses: number[] = [];
  for (const [method, plain] of [
    ['GET', sitesOf(client, 0)],
    ['POST', sitesOf(client, 0)],
    ['PATCH', `/v1/sites/${id}`],
  ] as const) {
    for (const path of [
      plain.replace(/[\da-f-]{36}/, (uuid) => uuid.toUpperCase()),
      plain.replace('sites', '%73ites'),
      plain.replace(/[\da-f](?=[\da-f-]{35})/, (digit) => `%${digit.charCodeAt(0).toString(16)}`),
      `/${plain}`,
      plain.replace('/v1/', '/v1//'),
      `${plain}/`,
      plain.replace('sites', 'SITES'),
      `${plain};jsessionid=1`,
      `${plain}%20`,
      `${plain}.json`,
      plain.replace('/v1/', '/v1/%2e/'),
    ]) {
      const body = method === 'GET' ? undefined : { name: 'B' };
      const answer = await client.call(method, path, { authorization: undefined, body });
      statuses.push(answer.status);
    }
  }
  return statuses;
};

const isOf = (method: string) => (exchange: Exchange) => exchange.request.method === method;

export const spelledPaths: readonly Entry[] = [
  {
    id: 'spellings/upper-case-id-needs-no-key',
    title: 'A path with an id in upper case needs no key.',
    deviate: openFor(spellings.upperCaseId),
    proof: askWithoutKey,
  },
  {
    id: 'spellings/upper-case-id-updates-without-a-key',
    title: 'An update of an id in upper case needs no key.',
    deviate: openFor(spellings.upperCaseId, isOf('PATCH')),
    proof: askWithoutKey,
  },
  {
    id: 'spellings/encoded-path-needs-no-key',
    title: 'A path with an escaped character needs no key.',
    deviate: openFor(spellings.encodedCharacter),
    proof: askWithoutKey,
  },
  {
    id: 'spellings/encoded-word-lists-without-a-key',
    title: 'A list needs no key when a word of its path is escaped.',
    deviate: openFor(
      { is: (path) => /%[\da-f]{2}[a-z]{3,}/i.test(path), read: spellings.encodedCharacter.read },
      isOf('GET'),
    ),
    proof: askWithoutKey,
  },
  {
    id: 'spellings/double-slash-needs-no-key',
    title: 'A path with two slashes in a row needs no key.',
    deviate: openFor(spellings.doubleSlash),
    proof: askWithoutKey,
  },
  {
    id: 'spellings/double-slash-in-front-creates-without-a-key',
    title: 'A creation needs no key when its path begins with two slashes.',
    deviate: openFor(
      { is: (path) => path.startsWith('//'), read: spellings.doubleSlash.read },
      isOf('POST'),
    ),
    proof: askWithoutKey,
  },
  {
    id: 'spellings/trailing-slash-needs-no-key',
    title: 'A path with a slash at its end needs no key.',
    deviate: openFor(spellings.trailingSlash),
    proof: askWithoutKey,
  },
  {
    id: 'spellings/upper-case-words-need-no-key',
    title: 'A path with words in upper case needs no key.',
    deviate: openFor(spellings.upperCaseWords),
    proof: askWithoutKey,
  },
  {
    id: 'spellings/parameter-at-the-end-needs-no-key',
    title: 'A path that ends in a parameter such as ;jsessionid=1 needs no key.',
    deviate: openFor(spellings.parameterAtTheEnd),
    proof: askWithoutKey,
  },
  {
    id: 'spellings/trailing-space-needs-no-key',
    title: 'A path that ends in an escaped space needs no key.',
    deviate: openFor(spellings.trailingSpace),
    proof: askWithoutKey,
  },
  {
    id: 'spellings/suffix-needs-no-key',
    title: 'A path that ends in .json needs no key.',
    deviate: openFor(spellings.suffix),
    proof: askWithoutKey,
  },
  {
    id: 'spellings/dot-segment-updates-without-a-key',
    title: 'An update whose path has an encoded dot between two slashes needs no key.',
    deviate: openFor(spellings.dotSegment, isOf('PATCH')),
    proof: askWithoutKey,
  },
];
