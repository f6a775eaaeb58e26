import type { formats } from '../../../contract/formats.ts';
import { type Operation, type Schema, successResponse } from '../../../contract/index.ts';
import { isRecord, readAt } from '../../../contract/resolve-reference.ts';
import { withArticle } from '../../../contract/validators.ts';
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

interface BodyPart {
  path: Path;
  schema: Schema;
  required: boolean;
  /** The valid value there. */
  example: unknown;
}

/** What is wrong, in words after the name of the place, and what turns the valid value into it; undefined removes it. */
type Mistake = readonly [words: string, change: (valid: unknown) => unknown];

/** Derives every body that violates the schema of a request body in one place. */
export function deriveInvalidBodies(
  operation: Operation,
  resolve: (schema: Schema) => Schema,
): InvalidBody[] {
  if (operation.requestBody === undefined) return [];
  const { schema, required } = operation.requestBody;
  const root: BodyPart = { path: [], schema, required, example: createFreshBody(operation, 'x') };
  return [root, ...listParts(root, resolve)].flatMap((part) =>
    listFamilies(part, operation).flatMap(({ faults, ...family }) =>
      faults.map(([words, change]) => ({
        ...family,
        fault: `${toName(part.path)} ${words}`,
        body: (unique, domain) => {
          const body = createFreshBody(operation, unique, domain);
          return replaceAt(body, part.path, change(readAt(body, part.path)));
        },
      })),
    ),
  );
}

function listParts(
  { path, schema, example }: BodyPart,
  resolve: (schema: Schema) => Schema,
): BodyPart[] {
  const { properties = {}, items, required = [] } = schema;
  const inner: [key: string | number, schema: Schema | undefined, isRequired: boolean][] =
    Array.isArray(example)
      ? [[example.length - 1, items, true]]
      : Object.entries(properties).map(([name, property]) => [
          name,
          property,
          required.includes(name) && !('x-assumed' in schema),
        ]);
  return inner.flatMap(([key, unresolved, isRequired]) => {
    const value = readAt(example, [key]);
    if (unresolved === undefined || value === undefined) return [];
    const part = {
      path: [...path, key],
      schema: resolve(unresolved),
      required: isRequired,
      example: value,
    };
    return [part, ...listParts(part, resolve)];
  });
}

interface Family extends Pick<InvalidBody, 'slug' | 'title' | 'nearMiss'> {
  faults: readonly Mistake[];
}

/** The faults of a place, by the check that sends them. */
function listFamilies(part: BodyPart, operation: Operation): Family[] {
  const { path, schema, required } = part;
  const slug = toSlug(path);
  const name = toName(path);
  const isMissable = required && typeof path.at(-1) === 'string';
  return [
    {
      slug: `a-body-without-${slug}`,
      title: `A body without ${name}`,
      faults: isMissable ? [['is left out', () => undefined]] : [],
    },
    {
      slug: `a-wrong-type-of-${slug}`,
      title: `A wrong type for ${name}`,
      faults: listWrongTypes(part, operation),
    },
    {
      slug: `an-unknown-${slug}`,
      title: `A value of ${name} outside its enum`,
      faults: listUnknown(schema.enum ?? []).map(toValue),
    },
    {
      slug: `a-malformed-${slug}`,
      title: `A malformed ${name}`,
      faults: listMalformed(part).map(toValue),
    },
    {
      // Not a URI (RFC 3986, section 2), but valid in the URL standard of browsers, so targets that use it accept it.
      slug: `a-near-miss-of-${slug}`,
      title: `A nearly valid ${name}`,
      faults:
        schema.format === 'uri' && required
          ? [['contains a space', (valid) => `${valid}/a b`]]
          : [],
      nearMiss: true,
    },
    ...Object.entries(listExcesses(part)).map(([excess, faults]) => ({
      slug: `a-too-${excess}-${slug}`,
      title: `A value of ${name} that is too ${excess}`,
      faults,
    })),
  ];
}

function toValue(value: unknown): Mistake {
  return [`is ${JSON.stringify(value)}`, () => value];
}

/**
 * A value for each JSON type. Those that lenient servers accept most often come first, because distant targets get only
 * some.
 */
const byType = { string: 'a string', number: 42, null: null, boolean: true, array: [], object: {} };

/**
 * Values of other types, and valid values that are wrapped or unwrapped: lenient servers accept an array with one text as a
 * text, a single item as a list, or the first of several bodies. Leaves out null for whole bodies, and for fields that
 * responses may show as null, since a request may then send it.
 */
function listWrongTypes({ path, schema }: BodyPart, operation: Operation): Mistake[] {
  const types = [schema.type ?? 'object'].flat();
  const wrong = Object.entries(byType)
    .filter(([type]) => !types.includes(type) && (type !== 'null' || !mayBeNull(operation, path)))
    .map(([type, value]): Mistake => {
      // Only a fraction has the wrong type for an integer.
      if (type === 'number' && types.includes('integer')) return ['is a fraction', () => 1.5];
      return [`is ${withArticle(type)}`, () => value];
    });
  if (path.length === 0) wrong.push(['is an array with a valid body in it', (valid) => [valid]]);
  else if (schema.type === 'string')
    wrong.push(['is an array with a valid value in it', (valid) => [valid]]);
  else if (schema.type === 'array')
    wrong.push(['is a single item instead of an array', (valid) => readAt(valid, [0]) ?? {}]);
  return wrong;
}

function mayBeNull(operation: Operation, [field]: Path): boolean {
  if (field === undefined) return operation.requestBody?.required !== true;
  const type = successResponse(operation).schema.properties?.[field]?.type;
  return Array.isArray(type) && type.includes('null');
}

/** `site.updated` and `page.created` of `site.created` and `page.updated`. */
function mixParts([noun, verb]: readonly string[], [otherNoun, otherVerb]: readonly string[]) {
  return [`${otherNoun}.${verb}`, `${noun}.${otherVerb}`, `${noun}.*`];
}

/** Values near those of an enum. Neither `site.created` nor `page.*` is an event type. */
function listUnknown(values: readonly unknown[]): unknown[] {
  if (values.length === 0) return [];
  const [first] = values;
  const parts = values.map((value) => String(value).split('.'));
  const [firstParts = []] = parts;
  const lastParts = parts.at(-1) ?? [];
  const isPair = firstParts.length === 2 && lastParts.length === 2;
  const wrong = [
    ...(typeof first === 'number' ? [first - 1, first + 1] : []),
    ...[`${first}x`, String(first).toUpperCase(), ` ${first}`, `${first} `, firstParts.join('_')],
    ...(isPair ? mixParts(firstParts, lastParts) : []),
    ...[values.slice(0, 2).join(','), 'unknown', ''],
  ];
  return [...new Set(wrong)].filter((value) => !values.includes(value));
}

const badFormats: Readonly<Record<string, readonly string[]>> = {
  uri: ['not a uri', 'example.com', '/only/a/path', 'https://exa mple.com', ''],
  'uri-reference': ['not a reference'],
  uuid: ['not-a-uuid', ''],
  'date-time': ['yesterday', '2026-01-31', '2026-13-31T12:00:00Z', ''],
  'json-pointer': ['no/slash/first'],
} satisfies Record<keyof typeof formats, readonly string[]>;

/** Texts that violate the format of a field, or its pattern with the same length as a valid text. */
function listMalformed({ schema, required, example }: BodyPart): string[] {
  const tildes = '~'.repeat(String(example).length);
  const isMatched = schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(tildes);
  const texts = [...(badFormats[schema.format ?? ''] ?? [])];
  if (!isMatched) texts.push(tildes);
  // For an optional field, an empty string may mean "none".
  return texts.filter((value) => required || value !== '');
}

/** The nearest values beyond each bound, which are otherwise valid; with 0 as the distance, those at the bounds. */
export function listExcesses(
  { schema, example }: Pick<BodyPart, 'schema' | 'example'>,
  distance = 1,
) {
  const items: readonly unknown[] = Array.isArray(example) ? example : [];
  const makeTextOf = (length: number): Mistake => [
    `has ${length} characters`,
    (valid) => String(valid).padEnd(length, 'x').slice(0, length),
  ];
  const toItems = (count: number): Mistake => [
    `has ${count} items`,
    () => Array.from({ length: count }, (_, at) => items[at % items.length]),
  ];
  const beyond = (
    bound: number | undefined,
    step: number,
    toFault: (value: number) => Mistake = toValue,
  ) => (bound === undefined ? [] : [toFault(bound + step * distance)]);
  const { minLength, maxLength, minItems, maxItems } = schema;
  return {
    long: [
      ...beyond(maxLength, 1, makeTextOf),
      ...beyond(items.length > 0 ? maxItems : undefined, 1, toItems),
    ],
    short: [
      ...beyond(minLength || undefined, -1, makeTextOf),
      ...beyond(minItems || undefined, -1, toItems),
    ],
    large: [...beyond(schema.maximum, 1), ...beyond(schema.exclusiveMaximum, 0)],
    small: [...beyond(schema.minimum, -1), ...beyond(schema.exclusiveMinimum, 0)],
  };
}

function toSlug(path: Path): string {
  if (path.length === 0) return 'body';
  const words = path.map((key) => (typeof key === 'number' ? 'item' : key));
  return words.join('-');
}

function toName(path: Path): string {
  const [first, ...innerKeys] = path;
  if (first === undefined) return 'the body';
  return innerKeys.reduce<string>(
    (name, key) => (typeof key === 'number' ? `${name}[${key}]` : `${name}.${key}`),
    String(first),
  );
}

/** Changes a value in a body of its own. Removes it if `replacement` is undefined. */
function replaceAt(body: unknown, path: Path, replacement: unknown): unknown {
  const key = path.at(-1);
  const parent = readAt(body, path.slice(0, -1));
  if (key === undefined) return replacement;
  if (Array.isArray(parent)) parent[Number(key)] = replacement;
  else if (isRecord(parent) && replacement !== undefined) parent[key] = replacement;
  else if (isRecord(parent)) delete parent[key];
  return body;
}
