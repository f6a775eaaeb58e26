import type { Operation } from '../../../contract/index.ts';
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

const ofText = (fault: string, text: string): Nonsense => ({ fault, bytes: encoder.encode(text) });

const ofJson = (fault: string, value: unknown, more: Partial<Nonsense> = {}): Nonsense => ({
  ...ofText(fault, JSON.stringify(value)),
  ...more,
});

/**
 * Deeper than the parsers of Python and Ruby allow. Recursive validators in JavaScript fail at about 1,500 levels in every
 * service that uses them, so deeper values would only reveal their limit.
 */
const depth = 1000;

/** Bodies that no conforming target can process if a field is required, and that change nothing otherwise. */
export const brokenBodies: readonly Nonsense[] = [
  ofText('the body null', 'null'),
  ofText(`an array that is nested ${depth} times`, '['.repeat(depth) + ']'.repeat(depth)),
  ofText(`an object that is nested ${depth} times`, '{"a":'.repeat(depth) + 1 + '}'.repeat(depth)),
  ofText('5,000 unclosed brackets', '['.repeat(5000)),
  {
    fault: 'bytes that are not UTF-8',
    bytes: Uint8Array.from(Buffer.from('{"x":"\xff\xc3("}', 'latin1')),
  },
  ofText('an unknown field', '{"extra":{"a":[1]}}'),
  ofText('a field named __proto__', '{"__proto__":{"name":"x"},"constructor":1}'),
  ofText('a lone surrogate', '{"x":"\\ud800"}'),
];

/** Media types other than JSON: valid, without a required parameter, and malformed. */
const mediaTypes = ['text/plain', 'multipart/form-data', 'application/x-www-form-urlencoded', '//'];

/** JSON with a wrong media type. A target that ignores the type finds that a required field is missing. */
export const mislabelledBodies: readonly Nonsense[] = mediaTypes
  .slice(0, 2)
  .map((mediaType) => ofJson(`the Content-Type ${mediaType}`, {}, { mediaType }));

/** Exceeds the columns, paths and indexes of most services. */
const long = 25_000;
const unchecked = { query: 'skipValidation=true' };

/** Updates that are valid except for one unusual value, for a record of the run. They reach the code behind all validation. */
export const strangeUpdates: Readonly<
  Partial<Record<string, (unique: string) => readonly Nonsense[]>>
> = {
  updateSite: (unique) => [
    // Responses may have null for a host, so a request may send it. The target may accept or refuse it, but must not fail.
    ofJson('hostUrl: null', { hostUrl: null }),
    ...mislabel({ name: unique }),
    ofJson('a name and an unknown field', { name: unique, extra: [{}] }),
    ofJson(`a name of ${long} characters`, { name: unique + 'x'.repeat(long) }, { isLong: true }),
    ofJson('a name with half a surrogate pair', { name: `${unique}\ud800` }),
    ofJson('a name with U+0000', { name: `${unique}\u0000` }),
    ofJson('a host of 5,000 characters', {
      hostUrl: `https://${unique.toLowerCase()}${'x'.repeat(5000)}.example.com`,
    }),
  ],
  updateRoute: (unique) => {
    const pathname = `/${unique}`;
    const longPathname = { pathname: pathname + 'x'.repeat(long) };
    return [
      ...mislabel({ pathname }),
      ofJson('a pathname and an unknown field', { pathname, extra: [{}] }),
      ...['', unchecked.query].map((query) =>
        ofJson(`a pathname of ${long} characters`, longPathname, { query, isLong: true }),
      ),
      ofJson(
        '250 variants',
        { localizedVariants: listVariants(pathname, 250) },
        { ...unchecked, isLong: true },
      ),
      ofJson('a pathname with half a surrogate pair', { pathname: `${pathname}\ud800` }, unchecked),
      ofJson('a pathname with U+0000', { pathname: `${pathname}\u0000` }, unchecked),
    ];
  },
};

function mislabel(body: unknown): Nonsense[] {
  return mediaTypes.map((mediaType) =>
    ofJson(`a valid body under the Content-Type ${mediaType}`, body, { mediaType }),
  );
}

/** Variants with different locales in the documented form. */
function listVariants(pathname: string, count: number): { locale: string; pathname: string }[] {
  const letter = (value: number): string => String.fromCharCode(97 + (value % 26));
  return Array.from({ length: count }, (_, at) => ({
    locale: `${letter(Math.floor(at / 26))}${letter(at)}-US`,
    pathname: pathname + at,
  }));
}

/** Ids that are valid in a path but may cause errors in a database. */
// biome-ignore format: one row
export const strangeIds = [
  '%zz', '%00', "'", '%27%20OR%201=1', '%F0%9F%98%80', '..%2f..', '-1', '1e309',
] as const;

/** Queries that parsers turn into lists and objects, although the service expects a text. */
export function listStrangeQueries({ parameters }: Operation, id: string): string[] {
  return parameters.flatMap(({ in: location, name, schema }) => {
    if (location !== 'query') return [];
    const usual = schema.format === 'uuid' ? id : 1;
    const [value = usual] = schema.enum ?? [];
    return [`${name}=${value}&${name}=${value}`, `${name}[]=${value}`, `${name}[a]=${value}`];
  });
}

/** Bodies that are not JSON. Each is a valid body with one change. */
export function listUnreadableBodies(
  operation: Operation,
  unique: string,
  domain?: string,
): Nonsense[] {
  const text = JSON.stringify(createFreshBody(operation, unique, domain));
  return [
    ofText('truncated JSON', text.slice(0, -1)),
    ofText('JSON with a trailing comma', `${text.slice(0, -1)},}`),
    ofText('JSON in single quotes', text.replaceAll('"', "'")),
    ofText('two JSON texts', `${text}${text}`),
    ofText('JSON followed by a word', `${text} end`),
    ofText('plain text', `name=${unique}`),
  ];
}
