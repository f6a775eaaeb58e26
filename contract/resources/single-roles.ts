import { isIdName, isSameEntity } from './envelopes.ts';
import type { Role } from './model.ts';
import { isBelowItem, type OperationFacts, type PathIndex } from './operation-facts.ts';
import { isNamed } from './operation-names.ts';
import { itemKeyOf, lastNoun, parentKey } from './path-shape.ts';
import { createDraft, pathSignal, type RoleContext, type RoleDraft } from './role-draft.ts';
import { isListVerb } from './verbs.ts';
import { splitWords, toCamelCase, toSingularName } from './words.ts';

const writing = ['PUT', 'PATCH', 'POST', 'DELETE'];

/** The role of an operation on a fixed path without records below it: a singleton, a computed value or a command. */
export function inferSingleRole(facts: OperationFacts, context: RoleContext): RoleDraft {
  switch (facts.operation.method) {
    case 'GET':
      return inferGet(facts, context);
    case 'POST':
      return inferPost(facts, context);
    default:
      return inferChange(facts, context);
  }
}

function inferGet(facts: OperationFacts, { paths }: RoleContext): RoleDraft {
  const { key, name } = facts;
  if (paths.hasAny(key, writing)) {
    const because = 'GET returns one value, and other methods on the same path write it';
    return createDraft(facts, 'read', key, pathSignal(because));
  }
  if (name?.verb === 'list' && name.isFirst) {
    const because = 'GET is named as a list; its list was not found';
    return createDraft(facts, 'list', itemKeyOf(key), pathSignal(because));
  }
  const because = 'GET returns one value that no operation writes';
  return createDraft(facts, 'view', key, pathSignal(because));
}

function inferChange(facts: OperationFacts, { paths }: RoleContext): RoleDraft {
  const { operation, key } = facts;
  const { method, request } = operation;
  if (method === 'DELETE' && showsOwner(facts, paths)) {
    const because = 'DELETE returns the record that its path names';
    return createDraft(facts, 'action', parentKey(key), pathSignal(because));
  }
  const isRead = paths.get(key, 'GET') !== undefined;
  if (method !== 'DELETE' && request === undefined && !isRead) {
    const target = isBelowItem(key) ? parentKey(key) : key;
    const because = `${method} without a request body on a path without GET`;
    return createDraft(facts, 'action', target, pathSignal(because));
  }
  const roles: Readonly<Record<string, Role>> = {
    PUT: 'replace',
    PATCH: 'update',
    DELETE: 'delete',
  };
  const because = isRead
    ? `${method} beside a GET that returns one value`
    : `${method} on a fixed path`;
  return createDraft(facts, roles[method] ?? 'unexplained', key, pathSignal(because));
}

function inferPost(facts: OperationFacts, context: RoleContext): RoleDraft {
  const { key, name, list } = facts;
  if (context.paths.hasAny(key, ['GET', 'PUT', 'PATCH'])) return inferSingletonPost(facts, context);
  const isOfOwner = showsOwner(facts, context.paths);
  if (!isOfOwner && isBelowItem(key) && isNamed(name, ['update', 'replace'])) {
    const because = 'POST on a fixed path is named as an update';
    return createDraft(facts, 'update', key, pathSignal(because));
  }
  const reason = explainCreation(facts, context);
  if (reason !== undefined) return createDraft(facts, 'create', itemKeyOf(key), pathSignal(reason));
  if (name?.isFirst && (isListVerb(name.verb) || name.verb === 'read')) {
    const because = `POST is named as a reading operation: "${name.word}"`;
    const role: Role = list === undefined ? 'view' : 'list';
    return createDraft(facts, role, itemKeyOf(key), pathSignal(because));
  }
  const target = isBelowItem(key) ? parentKey(key) : key;
  const because = 'POST on a path without GET and without records below it';
  return createDraft(facts, 'action', target, pathSignal(because));
}

/** Why a POST on a path of its own creates something that no other operation shows. */
function explainCreation(facts: OperationFacts, { paths }: RoleContext): string | undefined {
  const { operation, name, item, key } = facts;
  const isOfOwner = showsOwner(facts, paths);
  if (isOfOwner && operation.request === undefined) return undefined;
  if (name?.verb === 'create' && name.isFirst) return 'POST is named as a creation';
  if (item === undefined || isOfOwner) return undefined;
  if (operation.statuses.includes('201')) return 'POST returns 201 and a record';
  const noun = lastNoun(key);
  const isPlural = toSingularName(noun) !== toCamelCase(splitWords(noun));
  const hasId = [...item.shape.properties.keys()].some(isIdName);
  return isPlural && hasId ? 'POST on a plural noun returns a record with an id' : undefined;
}

/** Whether a reply shows the record whose path the operation extends, such as the article of `/articles/{id}/favorite`. */
function showsOwner({ key, item }: OperationFacts, paths: PathIndex): boolean {
  return isBelowItem(key) && isSameEntity(item?.shape, paths.recordAt(parentKey(key)));
}

function inferSingletonPost(facts: OperationFacts, { paths }: RoleContext): RoleDraft {
  const { key, name, item } = facts;
  const draft = (role: Role, because: string) =>
    createDraft(facts, role, key, pathSignal(`POST beside a GET that returns one value${because}`));
  if (name?.verb === 'create' && name.isFirst) return draft('create', ', named as a creation');
  if (name?.verb === 'update' && name.isFirst) return draft('update', ', named as an update');
  if (paths.hasAny(key, ['PUT', 'PATCH'])) return draft('action', '');
  if (paths.get(key, 'DELETE') !== undefined) return draft('create', ' and a DELETE');
  return draft(isSameEntity(item?.shape, paths.recordAt(key)) ? 'update' : 'action', '');
}
