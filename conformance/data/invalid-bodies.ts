import type { formats } from '../../contract/formats.ts';
import { type Operation, type Schema, successReply } from '../../contract/index.ts';
import { isRecord, readAt } from '../../contract/resolve-reference.ts';
import { withArticle } from '../../contract/validators.ts';
import { createFreshBody } from './fresh-body.ts';

export interface InvalidBody {
  /** Permanent part of a check id, for example `a-wrong-type-of-name`. */
  slug: string;
  title: string;
  /** What is sent instead, for reports. */
  fault: string;
  body: (unique: string, domain?: string) => unknown;
  /** A near miss that lenient servers may accept, so SHOULD instead of MUST. */
  nearMiss?: true;
}

type Path = readonly (string | number)[];

interface Place {
  path: Path;
  schema: Schema;
  required: boolean;
  /** The valid value there. */
  example: unknown;
}

/** A fault at one place of a body. */
interface Fault extends Omit<InvalidBody, 'body'> {
  /** Changes the valid value to the faulty one; undefined removes it. */
  change: (valid: unknown) => unknown;
}

/**
 * A value for each JSON type. Those that lenient servers accept most often come first, because distant targets get only
 * some.
 */
const byType: Readonly<Record<string, unknown>> = {
  string: 'a string',
  number: 42,
  null: null,
  boolean: true,
  array: [],
  object: {},
};

/** Derives every body that violates the schema of a request body in one place. */
export function deriveInvalidBodies(
  operation: Operation,
  resolve: (schema: Schema) => Schema,
): InvalidBody[] {
  if (operation.requestBody === undefined) return [];
  const { schema, required } = operation.requestBody;
  const root: Place = { path: [], schema, required, example: createFreshBody(operation, 'x') };
  return [root, ...listPlaces(root, resolve)].flatMap((place) =>
    [
      ...deriveMissing(place),
      ...deriveTypes(place, operation),
      ...deriveEnums(place),
      ...deriveMalformed(place),
      ...deriveBounds(place),
    ].map(({ change, ...fault }) => ({
      ...fault,
      body: (unique, domain) => {
        const body = createFreshBody(operation, unique, domain);
        return replaceAt(body, place.path, change(readAt(body, place.path)));
      },
    })),
  );
}

function listPlaces(
  { path, schema, example }: Place,
  resolve: (schema: Schema) => Schema,
): Place[] {
  if (isRecord(example) && schema.properties !== undefined) {
    const required = 'x-assumed' in schema ? [] : (schema.required ?? []);
    return Object.entries(schema.properties).flatMap(([name, property]) => {
      if (!Object.hasOwn(example, name)) return [];
      const place: Place = {
        path: [...path, name],
        schema: resolve(property),
        required: required.includes(name),
        example: example[name],
      };
      return [place, ...listPlaces(place, resolve)];
    });
  }
  if (Array.isArray(example) && schema.items !== undefined && example.length > 0) {
    const place: Place = {
      path: [...path, example.length - 1],
      schema: resolve(schema.items),
      required: true,
      example: example.at(-1),
    };
    return [place, ...listPlaces(place, resolve)];
  }
  return [];
}

function deriveMissing({ path, required }: Place): Fault[] {
  if (!required || typeof path.at(-1) !== 'string') return [];
  const [slug, name] = [`a-body-without-${toSlug(path)}`, toName(path)];
  const title = `A body without ${name}`;
  return [{ slug, title, fault: `${name} is left out`, change: () => undefined }];
}

/**
 * Values of other types, and valid values that are wrapped or unwrapped: lenient servers accept an array with one text as a
 * text, a single item as a list, or the first of several bodies. Leaves out null for whole bodies, and for fields that
 * responses may show as null, since a request may then send it.
 */
function deriveTypes({ path, schema }: Place, operation: Operation): Fault[] {
  const [slug, name] = [`a-wrong-type-of-${toSlug(path)}`, toName(path)];
  const toFault = (fault: string, change: Fault['change']): Fault => ({
    ...{ slug, title: `A wrong type for ${name}`, change },
    fault: `${name} is ${fault}`,
  });
  const types = [schema.type ?? 'object'].flat();
  const wrong = Object.entries(byType)
    .filter(([type]) => !types.includes(type) && (type !== 'null' || !mayBeNull(operation, path)))
    .map(([type, value]) =>
      // Only a fraction has the wrong type for an integer.
      type === 'number' && types.includes('integer')
        ? toFault('a fraction', () => 1.5)
        : toFault(withArticle(type), () => value),
    );
  if (path.length === 0)
    wrong.push(toFault('an array with a valid body in it', (valid) => [valid]));
  else if (schema.type === 'string')
    wrong.push(toFault('an array with a valid value in it', (valid) => [valid]));
  else if (schema.type === 'array')
    wrong.push(
      toFault('a single item instead of an array', (valid) =>
        Array.isArray(valid) ? valid[0] : {},
      ),
    );
  return wrong;
}

function mayBeNull(operation: Operation, [field]: Path): boolean {
  if (field === undefined) return operation.requestBody?.required !== true;
  const type = successReply(operation).schema.properties?.[field]?.type;
  return Array.isArray(type) && type.includes('null');
}

function deriveEnums({ path, schema }: Place): Fault[] {
  const { enum: known } = schema;
  if (known === undefined) return [];
  const [first] = known;
  const name = toName(path);
  const wrong = [
    ...(typeof first === 'number' ? [first - 1, first + 1] : []),
    ...[`${first}x`, String(first).toUpperCase(), ` ${first}`, `${first} `],
    String(first).replaceAll('.', '_'),
    ...deriveCrossed(known.map(String)),
    ...[known.slice(0, 2).join(','), 'unknown', ''],
  ];
  return [...new Set(wrong)]
    .filter((value) => !known.includes(value))
    .map((value) => ({
      slug: `an-unknown-${toSlug(path)}`,
      title: `A value of ${name} outside its enum`,
      fault: `${name} is ${JSON.stringify(value)}`,
      change: () => value,
    }));
}

/** Combines parts of different values, and adds a wildcard: neither `site.created` nor `page.*` is an event type. */
function deriveCrossed(values: readonly string[]): string[] {
  const parts = values.map((value) => value.split('.'));
  const [first, last] = [parts[0] ?? [], parts.at(-1) ?? []];
  if (first.length !== 2 || last.length !== 2) return [];
  return [`${last[0]}.${first[1]}`, `${first[0]}.${last[1]}`, `${first[0]}.*`];
}

const badFormats: Readonly<Record<string, readonly string[]>> = {
  uri: ['not a uri', 'example.com', '/only/a/path', 'https://exa mple.com', ''],
  'uri-reference': ['not a reference'],
  uuid: ['not-a-uuid', ''],
  'date-time': ['yesterday', '2026-01-31', '2026-13-31T12:00:00Z', ''],
  'json-pointer': ['no/slash/first'],
} satisfies Record<keyof typeof formats, readonly string[]>;

/** Texts that violate the format of a field, or its pattern with the same length as a valid text. */
function deriveMalformed({ path, schema, required, example }: Place): Fault[] {
  const [slug, name] = [toSlug(path), toName(path)];
  const tildes = '~'.repeat(String(example).length);
  const isMatched = schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(tildes);
  const malformed = [...(badFormats[schema.format ?? ''] ?? []), ...(isMatched ? [] : [tildes])]
    // For an optional field, an empty string may mean "none".
    .filter((value) => required || value !== '')
    .map(
      (value): Fault => ({
        slug: `a-malformed-${slug}`,
        title: `A malformed ${name}`,
        fault: `${name} is ${JSON.stringify(value)}`,
        change: () => value,
      }),
    );
  // Not a URI (RFC 3986, section 2), but valid in the URL standard of browsers, so targets that use it accept it.
  if (schema.format === 'uri' && required)
    malformed.push({
      slug: `a-near-miss-of-${slug}`,
      title: `A nearly valid ${name}`,
      fault: `${name} contains a space`,
      change: (valid) => `${valid}/a b`,
      nearMiss: true,
    });
  return malformed;
}

/** The nearest values beyond each bound, which are otherwise valid. */
function deriveBounds({ path, schema, example }: Place): Fault[] {
  const [slug, name] = [toSlug(path), toName(path)];
  const faults: Fault[] = [];
  const add = (excess: string, fault: string, change: Fault['change']) =>
    faults.push({
      slug: `a-too-${excess}-${slug}`,
      title: `A value of ${name} that is too ${excess}`,
      fault: `${name} ${fault}`,
      change,
    });
  const addText = (excess: string, length: number) =>
    add(excess, `has ${length} characters`, (valid) =>
      String(valid).padEnd(length, 'x').slice(0, length),
    );
  const items: readonly unknown[] = Array.isArray(example) ? example : [];
  const addItems = (excess: string, count: number) =>
    add(excess, `has ${count} items`, () =>
      Array.from({ length: count }, (_, at) => items[at % items.length]),
    );
  const addNumber = (excess: string, bound: number | undefined, step: number) => {
    if (bound !== undefined) add(excess, `is ${bound + step}`, () => bound + step);
  };
  const { minLength = 0, maxLength, minItems = 0, maxItems } = schema;
  if (maxLength !== undefined) addText('long', maxLength + 1);
  if (minLength > 0) addText('short', minLength - 1);
  if (maxItems !== undefined && items.length > 0) addItems('long', maxItems + 1);
  if (minItems > 0) addItems('short', minItems - 1);
  addNumber('large', schema.maximum, 1);
  addNumber('small', schema.minimum, -1);
  addNumber('large', schema.exclusiveMaximum, 0);
  addNumber('small', schema.exclusiveMinimum, 0);
  return faults;
}

function toSlug(path: Path): string {
  return path.length === 0
    ? 'body'
    : path.map((key) => (typeof key === 'number' ? 'item' : key)).join('-');
}

function toName(path: Path): string {
  const [first, ...rest] = path;
  if (first === undefined) return 'the body';
  return rest.reduce<string>(
    (name, key) => (typeof key === 'number' ? `${name}[${key}]` : `${name}.${key}`),
    String(first),
  );
}

/** Copies a JSON value and replaces the value at a path. Removes it if `replacement` is undefined. */
function replaceAt(
  value: unknown,
  path: readonly (string | number)[],
  replacement: unknown,
): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return replacement;
  if (Array.isArray(value)) {
    return value.map((item, at) => (at === key ? replaceAt(item, rest, replacement) : item));
  }
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([name, item]) => [
    name,
    name === key ? replaceAt(item, rest, replacement) : item,
  ]);
  return Object.fromEntries(entries.filter(([, item]) => item !== undefined));
}
