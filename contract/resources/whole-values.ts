import { type OperationFacts, PathIndex } from './operation-facts.ts';
import type { Shape, ShapeReader } from './shapes.ts';

/**
 * Corrects bodies with an array that is a field of one value, such as `{ "enabled": true, "hosts": [] }`: where PUT or PATCH
 * takes the fields that GET returns, and nothing adds a single entry, the body is a record rather than a list.
 */
export function recogniseWholeValues(
  facts: readonly OperationFacts[],
  shapes: ShapeReader,
): OperationFacts[] {
  const paths = new PathIndex(facts);
  return facts.map((operation) => {
    const body = operation.operation.response?.shape;
    // PUT and PATCH return what GET returns.
    const isChange = ['PUT', 'PATCH'].includes(operation.operation.method);
    const reading = isChange ? paths.get(operation.key, 'GET') : operation;
    const read = reading?.operation.response?.shape;
    if (body === undefined || reading === undefined || read === undefined) return operation;
    if (operation.list === undefined || !isWholeValue(reading, read, paths, shapes))
      return operation;
    return { ...operation, list: undefined, item: { pointer: '', shape: body } };
  });
}

function isWholeValue(
  { key, list, name, operation }: OperationFacts,
  body: Shape,
  paths: PathIndex,
  shapes: ShapeReader,
): boolean {
  if (operation.method !== 'GET' || list === undefined || list.items === '') return false;
  // Texts and numbers, such as the ids of watchers, are no records, whatever the operation is called.
  const isOfRecords = list.record === undefined || isObject(shapes.read(list.record));
  if (isOfRecords && name?.verb === 'list') return false;
  if (paths.hasItems(key) || paths.hasAny(key, ['POST'])) return false;
  return ['PUT', 'PATCH'].some((method) => {
    const request = paths.get(key, method)?.operation.request?.shape;
    if (request === undefined || shapes.readAt(request, list.items) === undefined) return false;
    return [...request.properties.keys()].every((field) => body.properties.has(field));
  });
}

const isObject = ({ type, properties }: Shape): boolean =>
  type === 'object' || type === undefined || properties.size > 0;

/** Whether a path with records below it has one value of its own, such as `/user` beside `/user/{id}`. */
export function hasOwnValue(key: string, paths: PathIndex, shapes: ShapeReader): boolean {
  const reading = paths.get(key, 'GET');
  if (reading?.item === undefined || reading.name?.verb === 'list') return false;
  if (!paths.hasAny(key, ['PUT', 'PATCH']) || paths.hasAny(key, ['POST'])) return false;
  const { properties } = reading.item.shape;
  const containsRecords = [...properties.values()].some((property) => {
    return shapes.readItems(shapes.read(property))?.type === 'object';
  });
  return properties.size > 0 && !containsRecords;
}
