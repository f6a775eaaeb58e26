import type { Role } from './model.ts';
import { isBelowItem, type OperationFacts, type PathVerb } from './operation-facts.ts';
import { isNamed } from './operation-names.ts';
import { itemKeyOf, parentKey } from './path-shape.ts';
import { changesSeveral } from './request-targets.ts';
import { createDraft, pathSignal, type RoleContext, type RoleDraft } from './role-draft.ts';
import { isListVerb, type Verb } from './verbs.ts';

/** The role of an operation whose path ends in a verb, such as `/orders/{id}/cancel` or `/orders/search`. */
export function inferCommandRole(
  facts: OperationFacts,
  command: PathVerb,
  context: RoleContext,
): RoleDraft {
  if (isNamedThing(facts, command)) {
    const because = `POST is named as a creation, and its path ends in "${facts.pathVerb?.word}"`;
    return createDraft(facts, 'create', itemKeyOf(facts.key), pathSignal(because));
  }
  return isBelowItem(facts.key)
    ? inferRecordCommand(facts, command)
    : inferCollectionCommand(facts, command, context);
}

/** Whether the end of a path names what is created: `POST /runners/remove-token`, `/deployments/{id}/create_flow_run`. */
function isNamedThing({ name, operation }: OperationFacts, { laterWords }: PathVerb): boolean {
  const isOne = operation.method === 'POST' && operation.request?.shape.type !== 'array';
  return isOne && laterWords.length > 0 && isNamed(name, ['create']);
}

/** A command on one record. */
function inferRecordCommand(facts: OperationFacts, command: PathVerb): RoleDraft {
  const { operation, key, list } = facts;
  const { verb, word } = command;
  const target = parentKey(key);
  const draft = (role: Role) =>
    createDraft(facts, role, target, pathSignal(`the path of one record ends in "${word}"`));
  const isRead = operation.method === 'GET';
  if (verb === 'copy' && !isRead) return draft('copy');
  if (isRead || verb === 'count') return draft(list === undefined ? 'view' : 'list');
  if (isNamedRead(facts)) return draft(list === undefined ? 'view' : 'list');
  if (verb === 'bulk') return draft('bulk');
  if (command.laterWords.length > 0) return draft('action');
  if (verb === 'delete') return draft('delete');
  if (verb === 'update') return draft('update');
  if (verb === 'replace' && operation.method === 'PUT') return draft('replace');
  return draft('action');
}

/** Whether the name of a POST says that it only reads. */
function isNamedRead({ name }: OperationFacts): boolean {
  return name?.isFirst === true && (name.verb === 'read' || isListVerb(name.verb));
}

/** A command on a collection, or on the service. */
function inferCollectionCommand(
  facts: OperationFacts,
  command: PathVerb,
  { paths }: RoleContext,
): RoleDraft {
  const { operation, key, list, item } = facts;
  const { verb, word } = command;
  const collection = parentKey(key);
  const target = itemKeyOf(collection);
  const draft = (role: Role) =>
    createDraft(facts, role, target, pathSignal(`the path of a collection ends in "${word}"`));
  if (list !== undefined && (isListVerb(verb) || verb === 'read')) return draft('list');
  if (verb === 'count') return draft('view');
  if (verb === 'bulk' && isNamedRead(facts)) return draft('list');
  if (verb === 'bulk') return draft('bulk');
  if (operation.method === 'GET') return inferCollectionRead(facts, target, draft);
  if (isWriteVerb(verb) && changesSeveral(facts)) return draft('bulk');
  if (command.laterWords.length > 0) return draft('action');
  if (verb === 'list') return draft('list');
  if (verb === 'read') return draft(item === undefined ? 'view' : 'read');
  const isKnown = paths.isCollection(collection) || paths.has(target);
  const isOfRecord =
    verb === 'create' || verb === 'update' || verb === 'delete' || verb === 'upsert';
  if (isOfRecord && !(isKnown && verb === 'create' && paths.get(collection, 'POST'))) {
    return draft(verb);
  }
  return draft('action');
}

function isWriteVerb(verb: Verb): boolean {
  return ['create', 'update', 'replace', 'upsert', 'delete'].includes(verb);
}

function inferCollectionRead(
  facts: OperationFacts,
  target: string,
  draft: (role: Role) => RoleDraft,
): RoleDraft {
  if (facts.list !== undefined) {
    const because = 'GET returns a list';
    return createDraft(facts, 'list', itemKeyOf(facts.key), pathSignal(because));
  }
  if (facts.pathVerb?.verb === 'action' && facts.item === undefined) return draft('action');
  const because = 'GET returns one value that no operation writes';
  return createDraft(facts, 'view', target, pathSignal(because));
}
