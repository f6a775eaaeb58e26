import type { Operation, OperationId } from '../../contract/index.ts';
import { createFreshBody } from './fresh-body.ts';

/** What a service may stumble over, as bytes and as headers; it may take it, refuse it or mend it, but not fail. */
export interface Nonsense {
  fault: string;
  bytes: Uint8Array;
  mediaType?: string;
  query?: string;
  /** Too long for some servers, which hang up before they have read it all: that is a refusal, too. */
  isLong?: true;
}

const encoder = new TextEncoder();

/**
 * Deeper than the parsers of Python and Ruby follow. Validators that recurse in JavaScript end at about 1,500, in every
 * service that uses them: their limit says nothing about this one.
 */
const depth = 1000;
const toBytes = (value: unknown): Uint8Array => encoder.encode(JSON.stringify(value));

/** Bodies that no lawful target can carry out where a field is required, and that change nothing where none is. */
export const brokenBodies: readonly Nonsense[] = [
  { fault: 'the body null', bytes: encoder.encode('null') },
  {
    fault: `an array that is nested ${depth} times`,
    bytes: encoder.encode('['.repeat(depth) + ']'.repeat(depth)),
  },
  {
    fault: `an object that is nested ${depth} times`,
    bytes: encoder.encode('{"a":'.repeat(depth) + 1 + '}'.repeat(depth)),
  },
  { fault: '5,000 unclosed brackets', bytes: encoder.encode('['.repeat(5000)) },
  {
    fault: 'bytes that are not UTF-8',
    bytes: Uint8Array.of(0x7b, 0x22, 0x78, 0x22, 0x3a, 0x22, 0xff, 0xc3, 0x28, 0x22, 0x7d),
  },
  {
    fault: 'an unknown field',
    bytes: encoder.encode('{"extra":{"a":[1]}}'),
  },
  {
    fault: 'a field named __proto__',
    bytes: encoder.encode('{"__proto__":{"name":"x"},"constructor":1}'),
  },
  { fault: 'a lone surrogate', bytes: encoder.encode('{"x":"\\ud800"}') },
];

/** Other types of media than JSON, one that lacks what it needs, and one that is none. */
const mediaTypes = ['text/plain', 'multipart/form-data', 'application/x-www-form-urlencoded', '//'];

/** The same in other clothes: a target that takes it all the same lacks a required field. */
export const mislabelledBodies: readonly Nonsense[] = mediaTypes
  .slice(0, 2)
  .map((mediaType) => ({ fault: `the Content-Type ${mediaType}`, bytes: toBytes({}), mediaType }));

/** Longer than the columns, the paths and the indexes of most services. */
const long = 25_000;

/**
 * Updates that are valid but for one strange thing, of a record that the run made for that: what a service does with them
 * it does behind all its checks.
 */
export const strangeUpdates: Readonly<
  Partial<Record<OperationId, (unique: string) => readonly Nonsense[]>>
> = {
  updateSite: (unique) => [
    // Responses may have null for a host, so null may be meant; it may be refused or not, but is never a failure.
    { fault: 'hostUrl: null', bytes: toBytes({ hostUrl: null }) },
    ...mislabel({ name: unique }),
    {
      fault: 'a name and an unknown field',
      bytes: toBytes({ name: unique, extra: [{}] }),
    },
    {
      fault: `a name of ${long} characters`,
      bytes: toBytes({ name: unique + 'x'.repeat(long) }),
      isLong: true,
    },
    { fault: 'a name with half a surrogate pair', bytes: toBytes({ name: `${unique}\ud800` }) },
    { fault: 'a name with U+0000', bytes: toBytes({ name: `${unique}\u0000` }) },
    {
      fault: 'a host of 5,000 characters',
      bytes: toBytes({ hostUrl: `https://${unique.toLowerCase()}${'x'.repeat(5000)}.example.com` }),
    },
  ],
  updateRoute: (unique) => [
    ...mislabel({ pathname: `/${unique}` }),
    {
      fault: 'a pathname and an unknown field',
      bytes: toBytes({ pathname: `/${unique}`, extra: [{}] }),
    },
    ...['', 'skipValidation=true'].map((query) => ({
      fault: `a pathname of ${long} characters`,
      bytes: toBytes({ pathname: `/${unique}${'x'.repeat(long)}` }),
      query,
      isLong: true as const,
    })),
    {
      fault: '250 variants',
      bytes: toBytes({ localizedVariants: listVariants(unique, 250) }),
      query: 'skipValidation=true',
      isLong: true,
    },
    {
      fault: 'a pathname with half a surrogate pair',
      bytes: toBytes({ pathname: `/${unique}\ud800` }),
      query: 'skipValidation=true',
    },
    {
      fault: 'a pathname with U+0000',
      bytes: toBytes({ pathname: `/${unique}\u0000` }),
      query: 'skipValidation=true',
    },
  ],
};

function mislabel(body: unknown): Nonsense[] {
  return mediaTypes.map((mediaType) => ({
    fault: `a valid body under the Content-Type ${mediaType}`,
    bytes: toBytes(body),
    mediaType,
  }));
}

/** Each with a locale of its own, of the form that is documented. */
function listVariants(unique: string, count: number): { locale: string; pathname: string }[] {
  const letter = (value: number): string => String.fromCharCode(97 + (value % 26));
  return Array.from({ length: count }, (_, at) => ({
    locale: `${letter(Math.floor(at / 26))}${letter(at)}-US`,
    pathname: `/${unique}${at}`,
  }));
}

/** Ids that a path can carry and a database may stumble over. */
export const strangeIds = [
  '%zz',
  '%00',
  "'",
  '%27%20OR%201=1',
  '%F0%9F%98%80',
  '..%2f..',
  '-1',
  '1e309',
] as const;

/** Queries that parsers turn into lists and objects, where a service expects a text. */
export function listStrangeQueries({ parameters }: Operation, id: string): string[] {
  return parameters.flatMap(({ in: place, name, schema }) => {
    if (place !== 'query') return [];
    const value = schema.enum?.[0] ?? (schema.format === 'uuid' ? id : 1);
    return [`${name}=${value}&${name}=${value}`, `${name}[]=${value}`, `${name}[a]=${value}`];
  });
}

/** Bodies that are not JSON. Each is a valid body with one change, so that this is its only fault. */
export function listUnreadableBodies(
  operation: Operation,
  unique: string,
  domain?: string,
): { fault: string; bytes: Uint8Array }[] {
  const text = JSON.stringify(createFreshBody(operation, unique, domain));
  return [
    { fault: 'truncated JSON', bytes: encoder.encode(text.slice(0, -1)) },
    { fault: 'JSON with a trailing comma', bytes: encoder.encode(`${text.slice(0, -1)},}`) },
    { fault: 'JSON in single quotes', bytes: encoder.encode(text.replaceAll('"', "'")) },
    { fault: 'two JSON texts', bytes: encoder.encode(`${text}${text}`) },
    { fault: 'JSON followed by a word', bytes: encoder.encode(`${text} end`) },
    { fault: 'plain text', bytes: encoder.encode(`name=${unique}`) },
  ];
}
