import { escapePointer } from '../resolve-reference.ts';
import { isSameEntity } from './envelopes.ts';
import type { ElementRule, Pointer, RequestValue, Resource } from './model.ts';
import { isBelowItem, type OperationFacts, type PathIndex } from './operation-facts.ts';
import { collectionKeyOf, isItemKey, lastNoun, parentKey } from './path-shape.ts';
import type { ResourceDraft } from './resource-draft.ts';
import { pathSignal, type RoleDraft } from './role-draft.ts';
import type { Shape, ShapeReader } from './shapes.ts';
import { isSameNoun, splitWords } from './words.ts';

interface ElementContext {
  groups: readonly ResourceDraft[];
  paths: PathIndex;
  shapes: ShapeReader;
}

/**
 * Finds the groups that only change a list in the record above them, such as `POST /notes/{id}/tags` where a note has `tags`,
 * and moves their operations to that record.
 * @returns the other groups
 */
export function extractElements(context: ElementContext): ResourceDraft[] {
  const { groups, paths, shapes } = context;
  for (const group of groups)
    for (const draft of group.operations)
      if (draft.role === 'action') draft.elements = findListField(draft.facts, paths, shapes);
  return groups.filter((group) => {
    const owner = findOwner(group, context);
    if (owner === undefined) return true;
    for (const draft of group.operations) moveTo(owner, draft, context);
    owner.operations.push(...group.operations);
    return false;
  });
}

/** The list in the record above the last noun of a path that has the same name. */
function findListField(
  { key, pathVerb }: OperationFacts,
  paths: PathIndex,
  shapes: ShapeReader,
): string | undefined {
  const collection = isItemKey(key) ? collectionKeyOf(key) : key;
  if (pathVerb !== undefined || !isBelowItem(collection)) return undefined;
  const record = paths.recordAt(parentKey(collection));
  const noun = lastNoun(collection);
  const names = [...(record?.properties.keys() ?? [])];
  return names.find((name) => {
    const isNamed = isSameNoun(name, noun);
    return isNamed && record !== undefined && shapes.readProperty(record, name)?.type === 'array';
  });
}

/** The group of the record whose list the operations of a group change. Undefined if they have records of their own. */
function findOwner(
  group: ResourceDraft,
  { groups, paths, shapes }: ElementContext,
): ResourceDraft | undefined {
  const [key = ''] = group.keys;
  const [first] = group.operations;
  if (group.isSingleton || first === undefined) return undefined;
  const field = findListField(first.facts, paths, shapes);
  const ownerKey = parentKey(collectionKeyOf(key));
  const record = paths.recordAt(ownerKey);
  if (field === undefined || record === undefined) return undefined;
  const items = readItems(record, field, shapes);
  const isElsewhere = group.operations.some(({ facts, relation }) => {
    const isOnPath = facts.key === key || facts.key === collectionKeyOf(key);
    return relation !== undefined || !isOnPath;
  });
  if (isElsewhere) return undefined;
  const isOfOwnRecords = group.operations.some((draft) => !changesList(draft, record, items));
  const isChanged = group.operations.some(({ role }) => role !== 'list');
  if (isOfOwnRecords || !isChanged) return undefined;
  return groups.find(({ keys }) => keys[0] === ownerKey);
}

function readItems(record: Shape, field: string, shapes: ShapeReader): Shape | undefined {
  const list = shapes.readProperty(record, field);
  return list && shapes.readItems(list);
}

/** Whether an operation can be about the elements of a list: it shows the list, or the record that has it, or nothing. */
function changesList({ facts, role }: RoleDraft, record: Shape, items: Shape | undefined): boolean {
  const { method, response } = facts.operation;
  if (role === 'bulk' && facts.pathVerb !== undefined) return false;
  const isOnItem = isItemKey(facts.key);
  if (isOnItem && method !== 'DELETE' && facts.operation.request !== undefined) return false;
  if (isOnItem && method === 'GET') return false;
  const body = response?.shape;
  if (body === undefined || facts.operation.statuses.includes('204')) return true;
  const isScalar = items !== undefined && items.type !== 'object' && items.properties.size === 0;
  // A new object without the record around it is a record of its own.
  if (method === 'POST' || isScalar) {
    const showsOwner = isSameEntity(facts.item?.shape, record);
    return showsOwner || facts.list !== undefined;
  }
  return facts.list !== undefined || isSameEntity(facts.item?.shape, record);
}

function moveTo(owner: ResourceDraft, draft: RoleDraft, { paths, shapes }: ElementContext): void {
  const [key = ''] = owner.keys;
  const field = findListField(draft.facts, paths, shapes);
  draft.elements = field;
  draft.target = key;
  draft.role = draft.facts.operation.method === 'GET' ? 'view' : 'action';
  const because = `the record above it has a list ${field}, and its elements have no path that reads one`;
  draft.signals.splice(0, draft.signals.length, pathSignal(because));
}

/** Builds what an operation does with the elements of a list. */
export function buildElementRule(
  { facts, elements }: RoleDraft,
  record: Shape | undefined,
  shapes: ShapeReader,
  resources: ReadonlyMap<string, Resource>,
): ElementRule | undefined {
  if (elements === undefined || record === undefined) return undefined;
  const { method } = facts.operation;
  const element = findElement(facts, elements);
  const change = method === 'GET' ? 'show' : chooseChange(facts, element);
  if (change === undefined) return undefined;
  const items = readItems(record, elements, shapes);
  const isObject = items !== undefined && items.properties.size > 0;
  const namesakes = [...resources.values()].filter(({ schema }) => schema === items?.pointer);
  return {
    field: `/${escapePointer(elements)}`,
    change,
    element,
    resource: isObject ? namesakes[0]?.name : undefined,
    shown: facts.list?.items,
  };
}

function chooseChange(
  { operation, key }: OperationFacts,
  element: RequestValue | { in: 'path'; name: string } | undefined,
): 'add' | 'remove' | 'replace' | undefined {
  const isOnItem = isItemKey(key);
  if (operation.method === 'DELETE') return element === undefined ? 'replace' : 'remove';
  if (element === undefined) return undefined;
  return operation.method === 'POST' || isOnItem ? 'add' : 'replace';
}

/** Where a request has the element, or several: at the end of its path, as its body, or in the field that names them. */
function findElement(
  { operation, key }: OperationFacts,
  elements: string,
): RequestValue | { in: 'path'; name: string } | undefined {
  const [name] = operation.shape.segments.at(-1)?.parameters ?? [];
  if (isItemKey(key) && name !== undefined) return { in: 'path', name };
  const body = operation.request?.shape;
  if (body === undefined) return undefined;
  if (body.type === 'array') return { in: 'body', pointer: '' };
  const pointer = findNamedField(body, elements);
  return pointer === undefined ? undefined : { in: 'body', pointer };
}

function findNamedField(body: Shape, elements: string): Pointer | undefined {
  const names = [...body.properties.keys()];
  const named = names.find((name) => {
    const words = splitWords(name);
    const isIds = words.length > 1 && /^(?:id|name|key|slug)s?$/.test(words.at(-1) ?? '');
    return isSameNoun(isIds ? words.slice(0, -1).join('-') : name, elements);
  });
  const only = names.length === 1 ? names[0] : undefined;
  const field = named ?? only;
  return field === undefined ? undefined : `/${escapePointer(field)}`;
}
