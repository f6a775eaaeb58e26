import { isIdName, isSameEntity } from './envelopes.ts';
import type { Role } from './model.ts';
import { isBelowItem, type OperationFacts } from './operation-facts.ts';
import { isNamed } from './operation-names.ts';
import { itemKeyOf, lastNoun, parentKey } from './path-shape.ts';
import { createDraft, pathSignal, type RoleContext, type RoleDraft } from './role-draft.ts';
import type { Shape } from './shapes.ts';
import { isListVerb, toVerb } from './verbs.ts';
import { toSingularName } from './words.ts';

/** The role of an operation on a collection: a path with records below it, or whose GET returns a list. */
export function inferCollectionRole(facts: OperationFacts, context: RoleContext): RoleDraft {
  switch (facts.operation.method) {
    case 'GET':
      return inferGet(facts, context);
    case 'POST':
      return inferPost(facts, context);
    case 'DELETE':
      return inCollection(facts, 'bulk', 'DELETE on a collection');
    default:
      return inferChange(facts, context);
  }
}

function inCollection(facts: OperationFacts, role: Role, because: string): RoleDraft {
  return createDraft(facts, role, itemKeyOf(facts.key), pathSignal(because));
}

function inferGet(facts: OperationFacts, { paths }: RoleContext): RoleDraft {
  const { key, list } = facts;
  const draft = (because: string) => inCollection(facts, 'list', because);
  if (list === undefined) return draft('GET on a collection; its list was not found');
  if (paths.hasItems(key))
    return draft('GET on a collection whose records have paths of their own');
  return draft('GET returns a list');
}

function inferPost(facts: OperationFacts, { paths }: RoleContext): RoleDraft {
  const { operation, key, name, list } = facts;
  const draft = (role: Role, because: string) => inCollection(facts, role, because);
  if (operation.request?.shape.type === 'array') {
    return draft('bulk', 'POST of an array to a collection');
  }
  if (name?.isFirst && isListVerb(name.verb) && list !== undefined) {
    return draft('list', 'POST on a collection returns a list');
  }
  if (isNamed(name, ['read', 'find', 'list']) && !operation.statuses.includes('201')) {
    const because = 'POST on a collection is named as a reading operation';
    return list === undefined ? draft('view', because) : draft('list', because);
  }
  if (isNamed(name, ['update']) && !operation.statuses.includes('201')) {
    const { request } = operation;
    const isOne = request !== undefined && hasId(request.shape);
    return draft(isOne ? 'update' : 'bulk', 'POST on a collection is named as an update');
  }
  if (isNamedAsCopy(facts)) {
    const target = parentKey(key);
    const because = `POST on the path of one record ends in "${lastNoun(key)}"`;
    return createDraft(facts, 'copy', target, pathSignal(because));
  }
  const because = paths.hasItems(key)
    ? 'POST on a collection whose records have paths of their own'
    : 'POST beside a GET that returns a list';
  return draft('create', because);
}

/** Whether the collection contains the copies of a record: `/gists/{id}/forks`. */
function isNamedAsCopy({ key }: OperationFacts): boolean {
  return isBelowItem(key) && toVerb(toSingularName(lastNoun(key))) === 'copy';
}

/** PUT or PATCH on a collection: one record that the body names, or several. */
function inferChange(facts: OperationFacts, { paths }: RoleContext): RoleDraft {
  const { operation, key, item, name } = facts;
  const { method, request } = operation;
  const record = paths.recordAt(itemKeyOf(key));
  const isOne = request !== undefined && request.shape.type === 'object';
  const returnsRecord = isSameEntity(item?.shape, record);
  // Where records are changed at paths of their own, this changes all of them.
  const isChangedElsewhere = paths.hasAny(itemKeyOf(key), ['PUT', 'PATCH']);
  const isOfOne = returnsRecord || (facts.list === undefined && !isChangedElsewhere);
  if (isOne && hasId(request.shape) && isOfOne) {
    const role = method === 'PUT' ? 'replace' : 'update';
    return inCollection(facts, role, `${method} on a collection; the body names the record`);
  }
  const isOfAll = isChangedElsewhere && isNamed(name, ['update']);
  if (isOne && returnsRecord && method === 'PUT' && !isOfAll) {
    return inCollection(facts, 'upsert', 'PUT on a collection returns one record');
  }
  if (name?.verb === 'create') {
    return inCollection(facts, 'create', `${method} on a collection, named as a creation`);
  }
  return inCollection(facts, 'bulk', `${method} on a collection`);
}

function hasId(shape: Shape): boolean {
  return [...shape.properties.keys()].some(isIdName);
}
