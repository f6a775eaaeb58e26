import { isSameEntity } from './envelopes.ts';
import type { Role } from './model.ts';
import type { OperationFacts } from './operation-facts.ts';
import { isNamed } from './operation-names.ts';
import { collectionKeyOf, isItemKey, parentKey } from './path-shape.ts';
import { createDraft, pathSignal, type RoleContext, type RoleDraft } from './role-draft.ts';

/** The role of an operation whose path ends in a parameter, such as `/notes/{id}`. */
export function inferItemRole(facts: OperationFacts, context: RoleContext): RoleDraft {
  switch (facts.operation.method) {
    case 'GET':
      return inferGet(facts, context);
    case 'PUT':
      return inferPut(facts, context);
    case 'PATCH':
      return createDraft(facts, 'update', facts.key, pathSignal('PATCH on the path of one record'));
    case 'DELETE':
      return inferDelete(facts);
    default:
      return inferPost(facts, context);
  }
}

function inferGet(facts: OperationFacts, { paths }: RoleContext): RoleDraft {
  const { key, list, name } = facts;
  const isWritten = paths.hasAny(key, ['PUT', 'PATCH', 'DELETE']);
  const isNamedList = name?.verb === 'list' && name.isFirst;
  // Some documents name every GET as a list. Below a collection that is read, this reads one of its records.
  const isCollected = paths.hasAny(collectionKeyOf(key), ['GET']);
  if (list === undefined && !isWritten && !isCollected && isNamed(name, ['list'])) {
    const because = 'GET is named as a list; its list was not found';
    return createDraft(facts, 'list', key, pathSignal(because));
  }
  if (list !== undefined && (!isWritten || isNamedList)) {
    const because = 'GET returns a list, although its path ends in a parameter';
    return createDraft(facts, 'list', key, pathSignal(because));
  }
  return createDraft(facts, 'read', key, pathSignal('GET on the path of one record'));
}

function inferPut(facts: OperationFacts, context: RoleContext): RoleDraft {
  const { operation, key, name } = facts;
  const isRead = context.paths.recordAt(key) !== undefined;
  if (operation.request === undefined && isRead && isNamed(name, ['update', 'replace'])) {
    const because = 'PUT on the path of one record, named as an update';
    return createDraft(facts, 'replace', key, pathSignal(because));
  }
  if (operation.request === undefined) {
    const because = 'PUT on the path of one record, without a request body';
    return createDraft(facts, 'link', key, pathSignal(because));
  }
  if (canCreate(facts, context)) {
    const because = 'PUT on the path of one record, and no POST creates it';
    return createDraft(facts, 'upsert', key, pathSignal(because));
  }
  if (operation.statuses.includes('201')) {
    const because = 'PUT on the path of one record, which may return 201';
    return createDraft(facts, 'upsert', key, pathSignal(because));
  }
  return createDraft(facts, 'replace', key, pathSignal('PUT on the path of one record'));
}

/** Whether a PUT is the only way to create a record. */
function canCreate({ key, name }: OperationFacts, { paths }: RoleContext): boolean {
  if (name?.verb === 'update' && !name.word.startsWith('create')) return false;
  const collection = collectionKeyOf(key);
  return !paths.hasAny(collection, ['POST']) && !paths.hasAny(key, ['PATCH', 'POST']);
}

function inferDelete(facts: OperationFacts): RoleDraft {
  const { key } = facts;
  return createDraft(facts, 'delete', key, pathSignal('DELETE on the path of one record'));
}

function inferPost(facts: OperationFacts, { paths }: RoleContext): RoleDraft {
  const { operation, key, name } = facts;
  const draft = (role: Role, because: string) =>
    createDraft(facts, role, key, pathSignal(`POST on the path of one record${because}`));
  if (name?.verb === 'create' && name.isFirst) return draft('create', ', named as a creation');
  if (name?.verb === 'copy' && name.isFirst) return draft('copy', ', named as a copy');
  if (paths.hasAny(key, ['PATCH', 'PUT'])) return draft('action', ' beside PATCH or PUT');
  const record = paths.recordAt(key);
  if (name?.verb === 'update' && name.isFirst) return draft('update', ', named as an update');
  if (record !== undefined && isSameEntity(facts.item?.shape, record)) {
    return draft('update', ', which returns what GET returns');
  }
  if (record === undefined && operation.statuses.includes('201'))
    return draft('create', ', which returns 201');
  if (record !== undefined) return draft('update', ' beside GET');
  const isNested = isItemKey(parentKey(key));
  return draft(isNested ? 'create' : 'action', '');
}
