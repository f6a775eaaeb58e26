import { DeclaredValue } from './declaration-values.ts';
import type { OperationDeclaration, ResourceDeclaration } from './declarations.ts';
import { toCopyRule } from './declare-fields.ts';
import type { ListDeclaration } from './list-declaration.ts';
import type { ListShape, OperationRole, Pointer } from './model.ts';
import type { OperationFacts } from './operation-facts.ts';
import { queryParameters } from './operation-view.ts';
import type { Shape, ShapeReader } from './shapes.ts';

/** Everything that a document declares, by the names of resources and the ids of operations. */
export interface Declarations {
  resources: ReadonlyMap<string, ResourceDeclaration>;
  operations: ReadonlyMap<string, OperationDeclaration>;
}

interface EffectContext {
  shapes: ShapeReader;
  declarations: Declarations;
  resources: ReadonlyMap<string, unknown>;
}

/** Completes what an operation does with what the document declares about its resource and about itself. */
export function declareEffects(
  inferred: OperationRole,
  facts: OperationFacts,
  { shapes, declarations, resources }: EffectContext,
): OperationRole {
  const { operationId: id, resource = '', role } = inferred;
  const shared = declarations.resources.get(resource);
  const own = declarations.operations.get(id);
  const { pages } = facts.operation;
  if (shared === undefined && own === undefined && pages === undefined) return inferred;
  const copy = role === 'copy' ? (own?.copy ?? shared?.copy) : undefined;
  return {
    ...inferred,
    requestItem: declarePointer(inferred.requestItem, own?.body ?? shared?.body),
    responseItem: declarePointer(inferred.responseItem, own?.item ?? shared?.item),
    list: role === 'list' ? declareList(inferred.list, facts, { shapes, shared, own }) : undefined,
    sets: own?.sets ?? shared?.actions.get(id) ?? inferred.sets,
    copy: copy === undefined ? inferred.copy : toCopyRule(copy, [...resources.keys()]),
  };
}

/** A body that carries no record keeps none. */
function declarePointer(inferred: Pointer | undefined, declared: Pointer | undefined) {
  return inferred === undefined ? undefined : (declared ?? inferred);
}

interface ListContext {
  shapes: ShapeReader;
  shared: ResourceDeclaration | undefined;
  own: OperationDeclaration | undefined;
}

/** Declarations of the resource apply to its lists as far as these have the parameters and fields. */
function declareList(
  inferred: ListShape | undefined,
  facts: OperationFacts,
  { shapes, shared, own }: ListContext,
): ListShape | undefined {
  const body = facts.operation.response?.shape;
  const { pages } = facts.operation;
  const base = inferred ?? createListShape(own?.list ?? shared?.list ?? pages);
  if (base === undefined) return undefined;
  const known = facts.operation.parameters.map(({ name }) => name);
  const applies = (key: ListKey, name: string) => {
    return isParameterKey(key) ? known.includes(name) : isInBody(shapes, body, name);
  };
  let list = base;
  if (pages !== undefined) list = mergeList(list, pages, applies);
  if (shared?.list !== undefined) list = mergeList(list, shared.list, applies);
  if (own?.list !== undefined) {
    assertParameters(own.list, own.value, facts);
    list = mergeList(list, own.list, () => true);
  }
  return list;
}

function createListShape(declared: ListDeclaration | undefined): ListShape | undefined {
  if (declared?.items === undefined) return undefined;
  return {
    items: declared.items,
    style: 'none',
    size: undefined,
    position: undefined,
    cursorFrom: undefined,
    firstPage: 1,
    more: undefined,
    next: undefined,
    nextIsUrl: false,
    total: undefined,
    totalHeader: undefined,
    hasLinkHeader: false,
    echoes: new Map(),
    urls: new Map(),
    filters: new Map(),
    comparisons: new Map(),
    search: undefined,
    sort: undefined,
  };
}

type ListKey = keyof ListShape;

function isParameterKey(key: ListKey): boolean {
  return ['size', 'position', 'filters', 'sort'].includes(key);
}

function isInBody(shapes: ShapeReader, body: Shape | undefined, pointer: Pointer): boolean {
  return body !== undefined && (pointer === '' || shapes.readAt(body, pointer) !== undefined);
}

/** The declared values replace the inferred ones where `applies` accepts a parameter or a pointer. */
function mergeList(
  list: ListShape,
  declared: ListDeclaration,
  applies: (key: ListKey, name: string) => boolean,
): ListShape {
  const merged: ListShape = { ...list };
  const { position, style, cursorFrom, firstPage, ...others } = declared;
  if (position === undefined || applies('position', position)) {
    merged.position = position ?? merged.position;
    merged.style = style ?? merged.style;
    merged.cursorFrom = cursorFrom ?? merged.cursorFrom;
    merged.firstPage = firstPage ?? merged.firstPage;
  }
  if (merged.style !== 'cursor') merged.cursorFrom = undefined;
  else merged.cursorFrom ??= merged.next === undefined ? 'last-id' : 'next';
  const checked: readonly ListKey[] = ['items', 'size', 'more', 'next', 'total'];
  for (const key of checked) {
    const name = declared[key];
    if (typeof name === 'string' && !applies(key, name)) Reflect.deleteProperty(others, key);
  }
  if (others.next === undefined) Reflect.deleteProperty(others, 'nextIsUrl');
  return {
    ...merged,
    ...others,
    ...selectParameters(list, declared, applies),
    echoes: selectFields(list.echoes, declared.echoes, (name) => applies('echoes', name)),
    urls: selectFields(list.urls, declared.urls, (name) => applies('urls', name)),
  };
}

/** The declared fields that a body has. */
function selectFields<Meaning>(
  inferred: ReadonlyMap<Pointer, Meaning>,
  declared: ReadonlyMap<Pointer, Meaning> | undefined,
  isKnown: (name: Pointer) => boolean,
): ReadonlyMap<Pointer, Meaning> {
  if (declared === undefined) return inferred;
  return new Map([...declared].filter(([pointer]) => isKnown(pointer)));
}

/** The filters and the order whose parameters an operation has. */
function selectParameters(
  list: ListShape,
  { filters, sort }: ListDeclaration,
  applies: (key: ListKey, name: string) => boolean,
): Pick<ListShape, 'filters' | 'sort'> {
  const named = [...(filters ?? [])].filter(([name]) => {
    // `filter[status]` is a part of the parameter `filter`.
    return applies('filters', name) || applies('filters', name.replace(/\[.*$/, ''));
  });
  const isSorted = sort !== undefined && applies('sort', sort.parameter);
  return {
    filters: filters === undefined ? list.filters : new Map(named),
    sort: isSorted ? sort : list.sort,
  };
}

/** Refuses parameters that an operation does not have. */
function assertParameters(
  { size, position, sort, filters }: ListDeclaration,
  { place }: DeclaredValue,
  { operation }: OperationFacts,
): void {
  const known = queryParameters(operation).map(({ name }) => name);
  const named = [size, position, sort?.parameter, sort?.direction, ...(filters?.keys() ?? [])];
  for (const name of named) {
    if (name !== undefined) new DeclaredValue(name, `${place}/list`).name('parameter', known);
  }
}
