import { escapePointer } from '../resolve-reference.ts';
import { isIdName } from './envelopes.ts';
import type { BulkRule, Pointer, RequestValue, Resource, Role } from './model.ts';
import type { OperationFacts } from './operation-facts.ts';
import { queryParameters } from './operation-view.ts';
import type { ResourceDraft } from './resource-draft.ts';
import type { Shape, ShapeReader } from './shapes.ts';
import { isSameNoun, normalise, splitWords } from './words.ts';

const rolesOfOneRecord: ReadonlySet<Role> = new Set([
  'read',
  'update',
  'replace',
  'upsert',
  'delete',
  'copy',
  'action',
]);

/** Where a request names its record, if its path does not: in the query, or in the body. */
export function findRecordId(
  { operation }: OperationFacts,
  role: Role,
  draft: ResourceDraft,
  resource: Resource,
  requestItem: Pointer | undefined,
): RequestValue | undefined {
  const isBound = draft.keys.some((key) => isOnPath(operation.shape.key, key));
  if (draft.isSingleton || isBound || !rolesOfOneRecord.has(role)) return undefined;
  const [id] = resource.id;
  const names = id === undefined ? [] : [id.slice(1), `${draft.name}${id.slice(1)}`];
  const isId = (name: string) => {
    return (
      names.some((idName) => normalise(idName) === normalise(name)) || isIdOf(name, draft.name)
    );
  };
  const parameter = queryParameters(operation).find(({ name }) => isId(name));
  if (parameter !== undefined) return { in: 'query', name: parameter.name };
  const fields = operation.request?.shape?.properties.keys() ?? [];
  const field = [...fields].find(isId);
  if (field !== undefined) return { in: 'body', pointer: `/${escapePointer(field)}` };
  const isInItem = id !== undefined && requestItem !== undefined && requestItem !== '';
  return isInItem ? { in: 'body', pointer: `${requestItem}${id}` } : undefined;
}

/** Whether a path contains the path of a record. */
function isOnPath(path: string, key: string): boolean {
  return path === key || path.startsWith(`${key}/`);
}

/** `petId` or `id` for a pet. */
function isIdOf(name: string, noun: string): boolean {
  if (isIdName(name)) return true;
  const words = splitWords(name);
  return (
    words.length > 1 && words.at(-1) === 'id' && isSameNoun(words.slice(0, -1).join('-'), noun)
  );
}

/** What a bulk operation does, to which records, and what its response shows of them. */
export function findBulkRule(shapes: ShapeReader, facts: OperationFacts): BulkRule {
  const { operation, list } = facts;
  const body = operation.request?.shape;
  return {
    change: findChange(facts),
    ids: findIds(shapes, facts),
    items: body && findRecords(shapes, body),
    shown: list?.items,
    count: findCount(shapes, operation.response?.shape),
  };
}

/** Where a request names several records: a query parameter, a field of the body, or the body itself. */
function findIds(shapes: ShapeReader, { operation }: OperationFacts): RequestValue | undefined {
  const query = queryParameters(operation).find(({ name }) => isListOfIds(name));
  if (query !== undefined) return { in: 'query', name: query.name };
  const body = operation.request?.shape;
  if (body === undefined) return undefined;
  const field = [...body.properties.keys()].find(isListOfIds);
  if (field !== undefined) return { in: 'body', pointer: `/${escapePointer(field)}` };
  const item = shapes.readItems(body);
  const isPlainList = item?.type === 'string' || item?.type === 'integer';
  return isPlainList ? { in: 'body', pointer: '' } : undefined;
}

/** Whether a request contains several records, or names them. */
export function changesSeveral({ operation }: OperationFacts): boolean {
  const body = operation.request?.shape;
  const fields = [...(body?.properties.keys() ?? [])];
  const parameters = queryParameters(operation).map(({ name }) => name);
  return body?.type === 'array' || [...fields, ...parameters].some(isListOfIds);
}

const countNames =
  /^(?:(?:number|num)?(?:of)?(?:deleted|removed|created|inserted|updated|modified|changed|affected|archived|matched)|count|total)(?:count|items|records|rows)?$/;

/** Where the response of an operation named `count` has the number of records. */
export function findCountView(
  shapes: ShapeReader,
  { operation, pathVerb, name }: OperationFacts,
): Pointer | undefined {
  const isCount = pathVerb?.verb === 'count' || (name?.verb === 'count' && name.isFirst);
  const body = operation.response?.shape;
  if (!isCount || body === undefined) return undefined;
  return body.type === 'integer' ? '' : findCount(shapes, body);
}

function findCount(shapes: ShapeReader, body: Shape | undefined): Pointer | undefined {
  if (body === undefined) return undefined;
  for (const [name, property] of body.properties) {
    const isNumber = shapes.read(property).type === 'integer';
    if (isNumber && countNames.test(normalise(name))) return `/${escapePointer(name)}`;
  }
  return undefined;
}

function findChange({ operation, name, pathVerb }: OperationFacts): BulkRule['change'] {
  const { method } = operation;
  const words = splitWords(operation.shape.segments.at(-1)?.text ?? '');
  const verbs = pathVerb === undefined ? [] : words;
  if (method === 'DELETE' || verbs.includes('delete')) return 'delete';
  if (method === 'PATCH' || verbs.includes('update')) return 'update';
  if (method === 'PUT') return 'replace';
  if (verbs.includes('create') || name?.verb === 'create') return 'create';
  if (name?.verb === 'delete' || name?.verb === 'update') return name.verb;
  return operation.request?.shape.type === 'array' ? 'create' : 'unknown';
}

function isListOfIds(name: string): boolean {
  const last = splitWords(name).at(-1) ?? '';
  return ['ids', 'uuids', 'keys', 'gids'].includes(last);
}

/** Where a body has an array of objects. */
function findRecords(shapes: ShapeReader, body: Shape): Pointer | undefined {
  const isObjects = (shape: Shape) => {
    return shape.type === 'array' && shapes.readItems(shape)?.type === 'object';
  };
  if (isObjects(body)) return '';
  for (const [name, property] of body.properties) {
    if (isObjects(shapes.read(property))) return `/${escapePointer(name)}`;
  }
  return undefined;
}
