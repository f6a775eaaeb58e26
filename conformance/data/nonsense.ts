import type { Operation, OperationId } from '../../contract/index.ts';
import { createFreshBody } from './fresh-body.ts';

/** Malformed bytes or headers. A service may accept, refuse or correct them, but must not fail. */
export interface Nonsense {
  fault: string;
  bytes: Uint8Array;
  mediaType?: string;
  query?: string;
  /** Whether the body is so long that some servers close the connection before the end, which also counts as a refusal. */
  isLong?: true;
}

const encoder = new TextEncoder();

/**
 * Deeper than the parsers of Python and Ruby allow. Recursive validators in JavaScript fail at about 1,500 levels in every
 * service that uses them, so deeper values would only reveal their limit.
 */
const depth = 1000;
const toBytes = (value: unknown): Uint8Array => encoder.encode(JSON.stringify(value));

/** Bodies that no conforming target can process if a field is required, and that change nothing otherwise. */
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

/** Media types other than JSON: valid, without a required parameter, and malformed. */
const mediaTypes = ['text/plain', 'multipart/form-data', 'application/x-www-form-urlencoded', '//'];

/** JSON with a wrong media type. A target that ignores the type finds that a required field is missing. */
export const mislabelledBodies: readonly Nonsense[] = mediaTypes
  .slice(0, 2)
  .map((mediaType) => ({ fault: `the Content-Type ${mediaType}`, bytes: toBytes({}), mediaType }));

/** Exceeds the columns, paths and indexes of most services. */
const long = 25_000;

/** Updates that are valid except for one unusual value, for a record of the run. They reach the code behind all validation. */
export const strangeUpdates: Readonly<
  Partial<Record<OperationId, (unique: string) => readonly Nonsense[]>>
> = {
  updateSite: (unique) => [
    // Responses may have null for a host, so a request may send it. The target may accept or refuse it, but must not fail.
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

/** Variants with different locales in the documented form. */
function listVariants(unique: string, count: number): { locale: string; pathname: string }[] {
  const letter = (value: number): string => String.fromCharCode(97 + (value % 26));
  return Array.from({ length: count }, (_, at) => ({
    locale: `${letter(Math.floor(at / 26))}${letter(at)}-US`,
    pathname: `/${unique}${at}`,
  }));
}

/** Ids that are valid in a path but may cause errors in a database. */
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

/** Queries that parsers turn into lists and objects, although the service expects a text. */
export function listStrangeQueries({ parameters }: Operation, id: string): string[] {
  return parameters.flatMap(({ in: place, name, schema }) => {
    if (place !== 'query') return [];
    const value = schema.enum?.[0] ?? (schema.format === 'uuid' ? id : 1);
    return [`${name}=${value}&${name}=${value}`, `${name}[]=${value}`, `${name}[a]=${value}`];
  });
}

/** Bodies that are not JSON. Each is a valid body with one change. */
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
