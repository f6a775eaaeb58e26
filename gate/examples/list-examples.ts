import { readReferences } from '../../contract/documents/references.ts';
import { type JsonObject, toPointer } from '../../contract/json.ts';
import { isJson } from '../../contract/media-types.ts';
import { isRecord, isReference, readAt } from '../../contract/resolve-reference.ts';

// Finds every value in a document that has to match a schema of the document: examples and defaults.

/** A value with the schema that it has to match. */
export interface DocumentedValue {
  kind: 'example' | 'default';
  value: unknown;
  /** JSON Pointers of the value and of its schema. */
  pointer: string;
  schemaPointer: string;
  /** The whole value of a parameter, a header or a body may be written as it is sent: as text. */
  of: 'parameter' | 'media type' | 'schema';
}

/** What a part of a document is, which decides what its keys mean. Plurals are maps or lists of such parts. */
type Role =
  | 'object'
  | 'objects'
  | 'parameter'
  | 'parameters'
  | 'media types'
  | 'media type'
  | SchemaRole;
type SchemaRole = 'schema' | 'schemas';

/** Keys of OpenAPI objects, with the role of what they contain. Others contain an object. */
const roles: Readonly<Record<string, Role>> = {
  paths: 'objects',
  webhooks: 'objects',
  pathItems: 'objects',
  callbacks: 'objects',
  responses: 'objects',
  requestBodies: 'objects',
  encoding: 'objects',
  parameters: 'parameters',
  headers: 'parameters',
  content: 'media types',
  schemas: 'schemas',
  schema: 'schema',
};

/** Keys of OpenAPI objects that contain free values, or nothing with a schema. */
const valueKeys = new Set(['example', 'examples', 'value', 'links', 'security', 'servers', 'tags']);

/** Keys of schemas that contain one schema, and those that contain a map or a list of schemas. */
export const schemaKeys: ReadonlySet<string> = new Set([
  ...['items', 'additionalItems', 'contains', 'unevaluatedItems', 'additionalProperties'],
  ...['propertyNames', 'unevaluatedProperties', 'not', 'if', 'then', 'else', 'contentSchema'],
]);
export const schemaMapKeys: ReadonlySet<string> = new Set([
  ...['allOf', 'anyOf', 'oneOf', 'prefixItems'],
  ...['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'],
]);

interface Part {
  value: unknown;
  pointer: string;
  role: Role;
}

/** Lists the values. What is referred to is listed once, wherever it is. */
export function listDocumentedValues(document: JsonObject): DocumentedValue[] {
  const references = readReferences(document);
  const values: DocumentedValue[] = [];
  const seen = new Set<string>();
  const queue: Part[] = [{ value: document, pointer: '', role: 'object' }];
  for (const part of queue) {
    const { value, pointer, role } = part;
    const key = `${role} ${pointer}`;
    if (seen.has(key) || typeof value !== 'object' || value === null) continue;
    seen.add(key);
    values.push(...listOwnValues(document, part));
    queue.push(...listParts(part));
    const target = isReference(value) ? references.resolve(value.$ref) : undefined;
    if (target === undefined) continue;
    queue.push({ value: readAt(document, target), pointer: target, role });
  }
  // Null stands for no example and no default, as in YAML.
  return values.filter(({ value }) => value !== null);
}

/** The parts inside a part, with their roles. */
function listParts({ value, pointer, role }: Part): Part[] {
  const parts: Part[] = [];
  for (const [key, inner] of Object.entries(Object(value))) {
    const innerRole = toInnerRole(role, key);
    if (innerRole === undefined) continue;
    parts.push({ value: inner, pointer: pointer + toPointer(key), role: innerRole });
  }
  return parts;
}

/** The role of what a key contains; undefined if it contains nothing with a schema. */
function toInnerRole(role: Role, key: string): Role | undefined {
  if (role === 'objects') return 'object';
  if (role === 'parameters') return 'parameter';
  if (role === 'schemas') return 'schema';
  // The forms of other media types are not read.
  if (role === 'media types') return isJson(key) ? 'media type' : 'object';
  if (role === 'schema') return toSchemaRole(key);
  if (valueKeys.has(key) || key.startsWith('x-')) return undefined;
  return roles[key] ?? 'object';
}

function toSchemaRole(key: string): SchemaRole | undefined {
  if (schemaKeys.has(key)) return 'schema';
  return schemaMapKeys.has(key) ? 'schemas' : undefined;
}

/** The values of a schema, a media type, a parameter or a header itself. */
function listOwnValues(document: JsonObject, { value, pointer, role }: Part): DocumentedValue[] {
  if (!isRecord(value)) return [];
  if (role === 'schema') return listSchemaValues(value, pointer);
  if ((role !== 'parameter' && role !== 'media type') || !('schema' in value)) return [];
  const values: DocumentedValue[] = [];
  const add = (example: unknown, at: string) =>
    values.push({
      kind: 'example',
      value: example,
      pointer: at,
      schemaPointer: `${pointer}/schema`,
      of: role,
    });
  if ('example' in value) add(value['example'], `${pointer}/example`);
  for (const [name, example] of Object.entries(Object(value['examples']))) {
    const named = findNamed(document, example, `${pointer}/examples${toPointer(name)}`);
    if (isRecord(named.value) && 'value' in named.value)
      add(named.value['value'], `${named.pointer}/value`);
  }
  return values;
}

/** An Example Object, or the one that it refers to. One with an external value has no value. */
function findNamed(document: JsonObject, value: unknown, pointer: string) {
  if (!isRecord(value) || !isReference(value)) return { value, pointer };
  const target = readReferences(document).resolve(value.$ref) ?? pointer;
  return { value: readAt(document, target), pointer: target };
}

function listSchemaValues(schema: JsonObject, pointer: string): DocumentedValue[] {
  const values: DocumentedValue[] = [];
  const add = (kind: DocumentedValue['kind'], value: unknown, at: string) =>
    values.push({ kind, value, pointer: pointer + at, schemaPointer: pointer, of: 'schema' });
  if ('default' in schema) add('default', schema['default'], '/default');
  if ('example' in schema) add('example', schema['example'], '/example');
  const { examples } = schema;
  if (Array.isArray(examples))
    for (const [at, example] of examples.entries()) add('example', example, `/examples/${at}`);
  return values;
}
