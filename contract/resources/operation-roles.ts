import { inferCollectionRole } from './collection-roles.ts';
import { inferCommandRole } from './command-roles.ts';
import { declareRole } from './declare-role.ts';
import { inferItemRole } from './item-roles.ts';
import { isBelowItem, type OperationFacts } from './operation-facts.ts';
import { isItemKey } from './path-shape.ts';
import type { RoleContext, RoleDraft } from './role-draft.ts';
import { inferSingleRole } from './single-roles.ts';
import { isListVerb } from './verbs.ts';
import { hasOwnValue } from './whole-values.ts';

/** Infers what an operation does from its method, the form of its path, and the paths beside it. */
export function inferRole(facts: OperationFacts, context: RoleContext): RoleDraft {
  const draft = inferFromPath(facts, context);
  addNameSignal(draft);
  addStatusSignal(draft);
  declareRole(draft);
  return draft;
}

function inferFromPath(facts: OperationFacts, context: RoleContext): RoleDraft {
  const { key, pathVerb } = facts;
  if (isItemKey(key)) return inferItemRole(facts, context);
  if (context.paths.hasItems(key)) {
    const isValue = hasOwnValue(key, context.paths, context.shapes);
    return isValue ? inferSingleRole(facts, context) : inferCollectionRole(facts, context);
  }
  if (pathVerb !== undefined && isCommand(facts, context)) {
    return inferCommandRole(facts, pathVerb, context);
  }
  if (context.paths.isCollection(key)) return inferCollectionRole(facts, context);
  return inferSingleRole(facts, context);
}

/** Some nouns are verbs as well: `/import` and `/report` are things where GET shows one, or several methods exist. */
function isCommand({ key, pathVerb, operation }: OperationFacts, { paths }: RoleContext): boolean {
  const methods = ['GET', 'PUT', 'PATCH', 'POST', 'DELETE'];
  const count = methods.filter((method) => paths.get(key, method) !== undefined).length;
  if (operation.shape.customVerb !== undefined || count === 1) return true;
  const verb = pathVerb?.verb;
  if (verb === 'bulk') return true;
  const isSearch = verb === 'count' || (verb !== undefined && isListVerb(verb));
  return isSearch || (isBelowItem(key) && !paths.hasAny(key, ['GET']));
}

/** Which verbs of operation ids confirm a role. */
const confirmingVerbs: Readonly<Record<string, readonly string[]>> = {
  create: ['create', 'link', 'upsert'],
  list: ['list', 'find', 'read'],
  read: ['read', 'find'],
  update: ['update', 'replace'],
  replace: ['replace', 'update', 'upsert'],
  upsert: ['upsert', 'replace', 'update', 'create'],
  delete: ['delete', 'unlink'],
  copy: ['copy'],
  link: ['link', 'replace', 'create'],
  unlink: ['unlink', 'delete'],
  action: ['action'],
  view: ['read', 'find', 'count'],
  bulk: ['bulk', 'delete', 'update', 'replace', 'create'],
};

function addNameSignal(draft: RoleDraft): void {
  const { name } = draft.facts;
  if (name === undefined) return;
  if (confirmingVerbs[draft.role]?.includes(name.verb)) {
    const because = `the ${name.source} contains "${name.word}"`;
    draft.signals.push({ kind: 'name', because });
  } else if (name.isFirst) {
    draft.isDoubtful = true;
  }
}

function addStatusSignal(draft: RoleDraft): void {
  const { statuses, response } = draft.facts.operation;
  if (draft.role === 'create' && statuses.includes('201')) {
    draft.signals.push({ kind: 'status', because: 'a success is 201 (Created)' });
  }
  if (draft.role === 'create' && response?.headers.includes('location')) {
    draft.signals.push({ kind: 'status', because: 'the response has a Location header' });
  }
  if (draft.role === 'delete' && statuses.includes('204')) {
    draft.signals.push({ kind: 'status', because: 'a success is 204 (No Content)' });
  }
}
