import { readMethodName } from './method-names.ts';
import type { Role } from './model.ts';
import { isItemKey, itemKeyOf } from './path-shape.ts';
import type { RoleDraft } from './role-draft.ts';
import type { Verb } from './verbs.ts';

/** For each verb: the roles that agree with it, and the one that an operation gets if its role does not. */
const rolesOfVerbs: Readonly<Partial<Record<Verb, { agreeing: readonly Role[]; role: Role }>>> = {
  list: { agreeing: ['list'], role: 'list' },
  find: { agreeing: ['list', 'read', 'view'], role: 'view' },
  read: { agreeing: ['read', 'list', 'view'], role: 'view' },
  create: { agreeing: ['create', 'upsert', 'copy', 'link', 'bulk'], role: 'create' },
  update: { agreeing: ['update', 'replace', 'upsert', 'bulk'], role: 'update' },
  replace: { agreeing: ['replace', 'update', 'upsert', 'bulk', 'link'], role: 'update' },
  upsert: { agreeing: ['upsert', 'replace', 'create', 'bulk'], role: 'upsert' },
  delete: { agreeing: ['delete', 'unlink', 'bulk'], role: 'delete' },
  copy: { agreeing: ['copy'], role: 'copy' },
  bulk: { agreeing: ['bulk'], role: 'bulk' },
  count: { agreeing: ['view'], role: 'view' },
};

/** Applies the verb that an author gave an operation in an extension. */
export function declareRole(draft: RoleDraft): void {
  const { facts } = draft;
  const method = readMethodName(facts.operation.operation.object);
  const meaning = method && rolesOfVerbs[method.verb];
  if (method === undefined || meaning === undefined) return;
  if (!meaning.agreeing.includes(draft.role)) {
    const isListed = meaning.role === 'view' && facts.list !== undefined;
    draft.role = isListed ? 'list' : toRole(meaning.role, facts.operation.method);
    const isOfCollection = draft.role === 'list' || draft.role === 'create';
    if (isOfCollection && !isItemKey(facts.key)) draft.target = itemKeyOf(facts.key);
  }
  draft.isDoubtful = false;
  draft.signals.push({
    kind: 'extension',
    because: `${method.extension} is ${JSON.stringify(method.name)}`,
  });
}

/** A PUT replaces what it updates. */
function toRole(role: Role, method: string): Role {
  return role === 'update' && method === 'PUT' ? 'replace' : role;
}
