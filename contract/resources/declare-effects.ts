import { DeclaredValue } from './declaration-values.ts';
import type { OperationDeclaration, ResourceDeclaration } from './declarations.ts';
import { toCopyRule } from './declare-fields.ts';
import type { ListDeclaration } from './list-declaration.ts';
import { outerName } from './list-declaration.ts';
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
  const { operationId: id, role } = inferred;
  const ofResource = declarations.resources.get(inferred.resource ?? '');
  const ofOperation = declarations.operations.get(id);
  const isSilent = ofResource === undefined && ofOperation === undefined;
  if (isSilent && facts.operation.pages === undefined) return inferred;
  const { item, body, copy } = joinDeclarations(ofOperation, ofResource);
  const isCopy = role === 'copy' && copy !== undefined;
  const context = { shapes, ofResource, ofOperation };
  return {
    ...inferred,
    requestItem: declarePointer(inferred.requestItem, body),
    responseItem: declarePointer(inferred.responseItem, item),
    list: role === 'list' ? declareList(inferred.list, facts, context) : undefined,
    sets: ofOperation?.sets ?? ofResource?.actions.get(id) ?? inferred.sets,
    copy: isCopy ? toCopyRule(copy, [...resources.keys()]) : inferred.copy,
  };
}

/** What an operation declares comes before what its resource declares. */
function joinDeclarations(
  operation: Partial<OperationDeclaration> = {},
  resource: Partial<ResourceDeclaration> = {},
): Pick<Partial<OperationDeclaration>, 'item' | 'body' | 'copy'> {
  const { item = resource.item, body = resource.body, copy = resource.copy } = operation;
  return { item, body, copy };
}

/** A body that carries no record keeps none. */
function declarePointer(inferred: Pointer | undefined, declared: Pointer | undefined) {
  return inferred === undefined ? undefined : (declared ?? inferred);
}

interface ListContext {
  shapes: ShapeReader;
  ofResource: ResourceDeclaration | undefined;
  ofOperation: OperationDeclaration | undefined;
}

/** Declarations of the resource apply to its lists as far as these have the parameters and fields. */
function declareList(
  inferred: ListShape | undefined,
  facts: OperationFacts,
  { shapes, ofResource, ofOperation }: ListContext,
): ListShape | undefined {
  const body = facts.operation.response?.shape;
  const { pages } = facts.operation;
  const declared = ofOperation?.list ?? ofResource?.list;
  let list = inferred ?? createListShape(declared ?? pages);
  if (list === undefined) return undefined;
  const parameters = facts.operation.parameters.map(({ name }) => name);
  const applies = (key: ListKey, name: string) => {
    return isParameterKey(key) ? parameters.includes(name) : isInBody(shapes, body, name);
  };
  if (pages !== undefined) list = mergeList(list, pages, applies);
  if (ofResource?.list !== undefined) list = mergeList(list, ofResource.list, applies);
  if (ofOperation?.list !== undefined) {
    assertParameters(ofOperation.list, ofOperation.value, facts);
    list = mergeList(list, ofOperation.list, () => true);
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
    leftOut: undefined,
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
  const { position, style, cursorFrom, firstPage, ...fields } = declared;
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
    if (typeof name === 'string' && !applies(key, name)) Reflect.deleteProperty(fields, key);
  }
  if (fields.next === undefined) Reflect.deleteProperty(fields, 'nextIsUrl');
  return {
    ...merged,
    ...fields,
    ...selectParameters(list, declared, applies),
    echoes: selectFields(list.echoes, declared.echoes, (name) => applies('echoes', name)),
    urls: selectFields(list.urls, declared.urls, (name) => applies('urls', name)),
  };
}

/** The declared fields and parameters that an operation has. */
function selectFields<Meaning>(
  inferred: ReadonlyMap<Pointer, Meaning>,
  declared: ReadonlyMap<Pointer, Meaning> | undefined,
  applies: (name: string) => boolean,
): ReadonlyMap<Pointer, Meaning> {
  if (declared === undefined) return inferred;
  return new Map([...declared].filter(([name]) => applies(name)));
}

/** The filters and the order whose parameters an operation has. */
function selectParameters(
  list: ListShape,
  { filters, sort }: ListDeclaration,
  applies: (key: ListKey, name: string) => boolean,
): Pick<ListShape, 'filters' | 'sort'> {
  const isSorted = sort !== undefined && applies('sort', sort.parameter);
  const isFilter = (name: string) =>
    applies('filters', name) || applies('filters', outerName(name));
  return {
    filters: selectFields(list.filters, filters, isFilter),
    sort: isSorted ? sort : list.sort,
  };
}

/** Refuses parameters that an operation does not have. */
function assertParameters(
  { size, position, sort, filters }: ListDeclaration,
  { location }: DeclaredValue,
  { operation }: OperationFacts,
): void {
  const parameterNames = queryParameters(operation).map(({ name }) => name);
  const names = [size, position, sort?.parameter, sort?.direction];
  if (filters !== undefined) names.push(...filters.keys());
  for (const name of names) {
    if (name !== undefined)
      new DeclaredValue(name, `${location}/list`).name('parameter', parameterNames);
  }
}
