import { isRecord, readAt } from '../contract/resolve-reference.ts';
/** The part of a JSON Schema that forms use. */
export interface Schema {
  type?: string | readonly string[];
  properties?: Record<string, Schema>;
  required?: readonly string[];
  items?: Schema;
  enum?: readonly unknown[];
  description?: string;
  default?: unknown;
  examples?: readonly unknown[];
  [keyword: string]: unknown;
}

export interface ContractParameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  description: string;
  schema: Schema;
  example: unknown;
}

/** An operation of the service, with references resolved. */
export interface ContractOperation {
  id: string;
  method: string;
  path: string;
  summary: string;
  parameters: readonly ContractParameter[];
  body: ContractBody | undefined;
}

interface ContractBody {
  mediaType: string;
  required: boolean;
  schema: Schema;
  examples: readonly { name: string; value: unknown }[];
}

const methods = ['get', 'put', 'post', 'patch', 'delete', 'options', 'head', 'trace'];

/** Reads all operations of an OpenAPI document, in order. */
export function readContract(document: unknown): ContractOperation[] {
  return entriesOf(read(document, 'paths')).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = read(item, method);
      return isRecord(operation) ? [readOperation(document, path, item, method, operation)] : [];
    }),
  );
}

function readOperation(
  document: unknown,
  path: string,
  item: unknown,
  method: string,
  operation: Record<string, unknown>,
): ContractOperation {
  const resolve = (value: unknown): unknown => resolveReferences(document, value, 6);
  const parameters = [...listOf(read(item, 'parameters')), ...listOf(operation['parameters'])];
  const id = toText(operation['operationId'], `${method.toUpperCase()} ${path}`);
  return {
    id,
    method: method.toUpperCase(),
    path,
    summary: toText(operation['summary'], id),
    parameters: parameters.map(resolve).flatMap(readParameter),
    body: readBody(resolve(operation['requestBody'])),
  };
}

function readParameter(parameter: unknown): ContractParameter[] {
  const place = read(parameter, 'in');
  if (place !== 'path' && place !== 'query') return [];
  const schema = read(parameter, 'schema');
  return [
    {
      name: toText(read(parameter, 'name')),
      in: place,
      required: read(parameter, 'required') === true,
      description: toText(read(parameter, 'description')),
      schema: isRecord(schema) ? schema : {},
      example: read(parameter, 'example'),
    },
  ];
}

function readBody(body: unknown): ContractBody | undefined {
  const [content] = entriesOf(read(body, 'content'));
  if (content === undefined) return undefined;
  const [mediaType, media] = content;
  const schema = read(media, 'schema');
  return {
    mediaType,
    required: read(body, 'required') === true,
    schema: isRecord(schema) ? schema : {},
    examples: entriesOf(read(media, 'examples')).map(([name, example]) => ({
      name: toText(read(example, 'summary'), name),
      value: read(example, 'value'),
    })),
  };
}

/** Replaces references by their targets, up to a depth that is still readable. */
export function resolveReferences(document: unknown, value: unknown, depth: number): unknown {
  if (Array.isArray(value)) return value.map((item) => resolveReferences(document, item, depth));
  if (!isRecord(value)) return value;
  const reference = value['$ref'];
  if (typeof reference === 'string' && reference.startsWith('#/') && depth > 0)
    return resolveReferences(document, readAt(document, reference.slice(1)), depth - 1);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !name.startsWith('x-'))
      .map(([name, item]) => [name, resolveReferences(document, item, depth)]),
  );
}

/** The operations of the contract that add, change and remove a resource. */
export interface ResourceOperations {
  add: ContractOperation | undefined;
  change: ContractOperation | undefined;
  remove: ContractOperation | undefined;
}

/** @param name of a resource, such as `site`: `POST …/sites` adds one, `PATCH …/sites/{siteId}` changes it */
export function findResourceOperations(
  operations: readonly ContractOperation[],
  name: string,
): ResourceOperations {
  const find = (wanted: readonly string[], end: string): ContractOperation | undefined =>
    operations.find(({ method, path }) => wanted.includes(method) && path.endsWith(end));
  const one = `/${name}s/{${name}Id}`;
  return {
    add: find(['POST'], `/${name}s`),
    change: find(['PATCH', 'PUT'], one),
    remove: find(['DELETE'], one),
  };
}

/** Whether a schema allows a type, possibly among others. */
export function hasType({ type }: Schema, wanted: string): boolean {
  return type === wanted || (Array.isArray(type) && type.includes(wanted));
}

function read(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}

function entriesOf(value: unknown): [string, unknown][] {
  return isRecord(value) ? Object.entries(value) : [];
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function toText(value: unknown, other = ''): string {
  return typeof value === 'string' ? value : other;
}
