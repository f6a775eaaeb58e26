import { type Operation, type Schema, successReply } from '../../contract/index.ts';
import { createFreshBody } from './fresh-body.ts';
import { isRecord, readAt, replaceAt } from './json-path.ts';

/** A body with one fault. */
export interface InvalidBody {
  /** Permanent part of a check id, for example `a-wrong-type-of-name`. */
  slug: string;
  title: string;
  /** What is sent instead, for a report. */
  fault: string;
  body: (unique: string, domain?: string) => unknown;
  /** A near miss that loose servers may take; SHOULD and not MUST. */
  nearMiss?: true;
}

type Path = readonly (string | number)[];

interface Place {
  path: Path;
  schema: Schema;
  required: boolean;
}

/** Values of every type that JSON has; the empty ones are the ones that loose servers take for something else. */
const byType: Readonly<Record<string, readonly unknown[]>> = {
  string: ['a string', ''],
  number: [42],
  boolean: [true],
  array: [[]],
  object: [{}],
  null: [null],
};

/** Every body that breaks the schema of an operation's request body in one place, from the schema alone. */
export function deriveInvalidBodies(
  operation: Operation,
  resolve: (schema: Schema) => Schema,
): InvalidBody[] {
  if (operation.requestBody === undefined) return [];
  const root: Place = {
    path: [],
    schema: operation.requestBody.schema,
    required: operation.requestBody.required,
  };
  const places = [root, ...listPlaces(root, createFreshBody(operation, 'x'), resolve)];
  return places.flatMap((place) => [
    ...deriveMissing(operation, place),
    ...deriveTypes(operation, place),
    ...deriveWrapped(operation, place),
    ...deriveList(operation, place),
    ...deriveEnums(operation, place),
    ...deriveFormats(operation, place),
    ...deriveNearUris(operation, place),
    ...deriveLengths(operation, place),
  ]);
}

function listPlaces(
  { path, schema }: Place,
  example: unknown,
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
      };
      return [place, ...listPlaces(place, example[name], resolve)];
    });
  }
  if (Array.isArray(example) && schema.items !== undefined && example.length > 0) {
    const place: Place = {
      path: [...path, example.length - 1],
      schema: resolve(schema.items),
      required: true,
    };
    return [place, ...listPlaces(place, example.at(-1), resolve)];
  }
  return [];
}

function deriveMissing(operation: Operation, { path, required }: Place): InvalidBody[] {
  if (!required || typeof path.at(-1) !== 'string') return [];
  return [
    toInvalid(
      operation,
      `a-body-without-${toSlug(path)}`,
      `A body without ${toName(path)}`,
      `${toName(path)} is left out`,
      path,
      undefined,
    ),
  ];
}

/** Where replies may show null for a field, null in a request may be meant; it is not asked there, nor for a whole body. */
function deriveTypes(operation: Operation, { path, schema }: Place): InvalidBody[] {
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? 'object'];
  return Object.entries(byType)
    .filter(([type]) => !types.includes(type) && (type !== 'null' || !mayBeNull(operation, path)))
    .flatMap(([type, values]) =>
      values
        .slice(0, 1)
        .map((value) =>
          toInvalid(
            operation,
            `a-wrong-type-of-${toSlug(path)}`,
            `A wrong type for ${toName(path)}`,
            `${toName(path)} is ${withArticle(type)}`,
            path,
            value,
          ),
        ),
    );
}

/**
 * A valid value where another type is expected: loose servers take the one text in an array for the text, or an item by
 * itself for a list of one.
 */
function deriveWrapped(operation: Operation, { path, schema }: Place): InvalidBody[] {
  const isText = schema.type === 'string';
  if (path.length === 0 || !(isText || schema.type === 'array')) return [];
  const fault = isText
    ? `${toName(path)} is an array with a valid value in it`
    : `${toName(path)} is a single item instead of an array`;
  return [
    {
      slug: `a-wrong-type-of-${toSlug(path)}`,
      title: `A wrong type for ${toName(path)}`,
      fault,
      body: (unique, domain) => {
        const body = createFreshBody(operation, unique, domain);
        const value = readAt(body, path);
        return replaceAt(body, path, isText ? [value] : Array.isArray(value) ? value[0] : {});
      },
    },
  ];
}

/** A valid body in an array: servers have been seen to take the first. */
function deriveList(operation: Operation, { path }: Place): InvalidBody[] {
  if (path.length > 0) return [];
  return [
    {
      slug: 'a-wrong-type-of-body',
      title: 'A body of the wrong type',
      fault: 'the body is an array with a valid body in it',
      body: (unique, domain) => [createFreshBody(operation, unique, domain)],
    },
  ];
}

function mayBeNull(operation: Operation, path: Path): boolean {
  const [field] = path;
  if (field === undefined) return operation.requestBody?.required !== true;
  const type = successReply(operation).schema.properties?.[field]?.type;
  return Array.isArray(type) && type.includes('null');
}

function deriveEnums(operation: Operation, { path, schema }: Place): InvalidBody[] {
  if (schema.enum === undefined) return [];
  const [first] = schema.enum;
  const wrong = [
    `${first}x`,
    String(first).toUpperCase(),
    ` ${first}`,
    `${first} `,
    String(first).replaceAll('.', '_'),
    ...deriveCrossed(schema.enum.map(String)),
    schema.enum.slice(0, 2).join(','),
    'unknown',
    '',
  ];
  return [...new Set(wrong)]
    .filter((value) => schema.enum?.includes(value) === false)
    .map((value) =>
      toInvalid(
        operation,
        `an-unknown-${toSlug(path)}`,
        `A value of ${toName(path)} outside its enum`,
        `${toName(path)} is ${JSON.stringify(value)}`,
        path,
        value,
      ),
    );
}

/** The beginning of one value with the end of another, and with a star: `site.created` is no event type, nor is `page.*`. */
function deriveCrossed(values: readonly string[]): string[] {
  const parts = values.map((value) => value.split('.'));
  const [first, last] = [parts[0] ?? [], parts.at(-1) ?? []];
  if (first.length !== 2 || last.length !== 2) return [];
  return [`${last[0]}.${first[1]}`, `${first[0]}.${last[1]}`, `${first[0]}.*`];
}

const badFormats: Readonly<Record<string, readonly string[]>> = {
  uri: ['not a uri', 'example.com', '/only/a/path', 'https://exa mple.com'],
  uuid: ['not-a-uuid'],
};

function deriveFormats(operation: Operation, { path, schema, required }: Place): InvalidBody[] {
  const values = badFormats[schema.format ?? ''] ?? [];
  // An empty string may mean "none" for an optional field.
  return [...values, ...(required && values.length > 0 ? [''] : [])].map((value) =>
    toInvalid(
      operation,
      `a-malformed-${toSlug(path)}`,
      `A malformed ${toName(path)}`,
      `${toName(path)} is ${JSON.stringify(value)}`,
      path,
      value,
    ),
  );
}

/** No URI (RFC 3986, section 2), and yet the URL standard of browsers reads it: targets that go by the one take it. */
function deriveNearUris(operation: Operation, { path, schema, required }: Place): InvalidBody[] {
  if (schema.format !== 'uri' || !required) return [];
  const name = toName(path);
  return [
    {
      slug: `a-near-miss-of-${toSlug(path)}`,
      title: `A nearly valid ${name}`,
      fault: `${name} has a space in it`,
      body: (unique, domain) => {
        const body = createFreshBody(operation, unique, domain);
        return replaceAt(body, path, `${readAt(body, path)}/a b`);
      },
      nearMiss: true,
    },
  ];
}

/** A text of one character more than the document allows, or of one less. */
function deriveLengths(operation: Operation, { path, schema }: Place): InvalidBody[] {
  const { minLength = 0, maxLength } = schema;
  const name = toName(path);
  const wrong = [
    ...(maxLength === undefined ? [] : [{ word: 'long', length: maxLength + 1 }]),
    ...(minLength === 0 ? [] : [{ word: 'short', length: minLength - 1 }]),
  ];
  return wrong.map(({ word, length }) => ({
    slug: `a-too-${word}-${toSlug(path)}`,
    title: `a ${name} that is too ${word}`,
    fault: `${name} has ${length} characters`,
    body: (unique, domain) => {
      const body = createFreshBody(operation, unique, domain);
      // Otherwise valid, so that its length is the only fault.
      const text = String(readAt(body, path));
      return replaceAt(body, path, text.padEnd(length, 'x').slice(0, length));
    },
  }));
}

function toInvalid(
  operation: Operation,
  slug: string,
  title: string,
  fault: string,
  path: Path,
  value: unknown,
): InvalidBody {
  return {
    slug,
    title,
    fault,
    body: (unique, domain) => replaceAt(createFreshBody(operation, unique, domain), path, value),
  };
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

function withArticle(type: string): string {
  if (type === 'null') return type;
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
