import { alsoServe, type Spelling, spellings } from '../deviations/spelling.ts';
import type { Entry } from '../entry.ts';
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

const isOf = (method: string) => (exchange: Exchange) => exchange.request.method === method;

export const spelledPaths: readonly Entry[] = [
  {
    id: 'spellings/upper-case-id-needs-no-key',
    title: 'A path with an id in upper case needs no key.',
    deviate: openFor(spellings.upperCaseId),
  },
  {
    id: 'spellings/upper-case-id-updates-without-a-key',
    title: 'An update of an id in upper case needs no key.',
    deviate: openFor(spellings.upperCaseId, isOf('PATCH')),
  },
  {
    id: 'spellings/encoded-word-lists-without-a-key',
    title: 'A list needs no key when a word of its path is escaped.',
    deviate: openFor(
      { is: (path) => /%[\da-f]{2}[a-z]{3,}/i.test(path), read: spellings.encodedCharacter.read },
      isOf('GET'),
    ),
  },
  {
    id: 'spellings/double-slash-in-front-creates-without-a-key',
    title: 'A creation needs no key when its path begins with two slashes.',
    deviate: openFor(
      { is: (path) => path.startsWith('//'), read: spellings.doubleSlash.read },
      isOf('POST'),
    ),
  },
  {
    id: 'spellings/dot-segment-updates-without-a-key',
    title: 'An update whose path has an encoded dot between two slashes needs no key.',
    deviate: openFor(spellings.dotSegment, isOf('PATCH')),
  },
];
