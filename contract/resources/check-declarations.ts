import type { DeclaredValue } from './declaration-values.ts';
import type { ResourceDeclaration } from './declarations.ts';
import type { ListDeclaration } from './list-declaration.ts';
import { outerName } from './list-declaration.ts';
import type { Pointer } from './model.ts';
import type { OperationView } from './operation-view.ts';
import type { RoleDraft } from './role-draft.ts';
import type { Shape, ShapeReader } from './shapes.ts';

/**
 * Refuses parameters and pointers that no operation of a resource has.
 * @throws DocumentError with the nearest right name
 */
export function checkDeclaredBodies(
  { value, item, body, list }: ResourceDeclaration,
  operations: readonly RoleDraft[],
  shapes: ShapeReader,
): void {
  const views = operations.map(({ facts }) => facts.operation);
  checkPointers([item], value.at('item'), views.map(responseOf), shapes);
  checkPointers([body], value.at('body'), views.map(requestOf), shapes);
  const lists = operations.filter(({ role }) => role === 'list');
  if (list === undefined || lists.length === 0) return;
  const listing = lists.map(({ facts }) => facts.operation);
  checkParameters(list, value.at('list'), listing);
  const { items, more, next, total, echoes, urls } = list;
  const pointers = [items, more, next, total];
  for (const meanings of [echoes, urls]) pointers.push(...(meanings?.keys() ?? []));
  checkPointers(pointers, value.at('list'), listing.map(responseOf), shapes);
}

function responseOf({ response }: OperationView): Shape | undefined {
  return response?.shape;
}

function requestOf({ request }: OperationView): Shape | undefined {
  return request?.shape;
}

/** Refuses parameters that none of the lists has. */
function checkParameters(
  { size, position, sort, filters }: ListDeclaration,
  declaration: DeclaredValue,
  lists: readonly OperationView[],
): void {
  const parameters = lists.flatMap((operation) => operation.parameters);
  const parameterNames = parameters.map(({ name }) => name);
  const named = [size, position, sort?.parameter, sort?.direction];
  for (const name of named)
    if (name !== undefined) declaration.with(name).name('parameter', parameterNames);
  for (const name of filters?.keys() ?? []) {
    if (!parameterNames.includes(outerName(name)))
      declaration.with(name).name('parameter', parameterNames);
  }
}

/** Refuses pointers that lead nowhere in all bodies. Bodies without named fields can have any. */
function checkPointers(
  pointers: readonly (Pointer | undefined)[],
  declaration: DeclaredValue,
  shapes: readonly (Shape | undefined)[],
  reader: ShapeReader,
): void {
  const bodies = shapes.filter((shape) => shape !== undefined);
  const isOpen = bodies.some(({ type, properties, additional }) => {
    return type !== 'array' && (properties.size === 0 || additional !== undefined);
  });
  if (bodies.length === 0 || isOpen) return;
  const fieldNames = bodies.flatMap(({ properties }) => [...properties.keys()]);
  for (const pointer of pointers) {
    if (pointer === undefined || pointer === '') continue;
    const isKnown = bodies.some((body) => reader.readAt(body, pointer) !== undefined);
    if (isKnown) continue;
    declaration.with(pointer.slice(1)).name('field', fieldNames);
    declaration.refuse(`no body has ${pointer}`);
  }
}
