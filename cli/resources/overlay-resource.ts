import { slotRoles } from '../../contract/resources/declarations.ts';
import type {
  CopyRule,
  OperationRole,
  Resource,
  ResourceModel,
  Role,
} from '../../contract/resources/model.ts';
import { toListForm } from './overlay-list.ts';

export function isSlot(role: Role): boolean {
  return slotRoles.some((slot) => slot === role);
}

/** The operations that have the role of an operation for the same resource, the main one first. */
export function listSlotOperations(
  { resources }: ResourceModel,
  { resource = '', role }: OperationRole,
): readonly string[] {
  return resources.get(resource)?.slots.get(role) ?? [];
}

/** What was inferred about a resource, with the keys of `x-resources`. */
export function toResourceEntries(model: ResourceModel, resource: Resource): [string, unknown][] {
  const entries: [string, unknown][] = [];
  const add = (key: string, value: unknown): void => {
    if (value !== undefined) entries.push([key, value]);
  };
  add('at', toOneOrMore(resource.itemPaths));
  for (const [role, ids] of resource.slots) if (isSlot(role)) add(role, toSlot(model, role, ids));
  if (!resource.isSingleton) add('id', toOneOrMore(resource.id.map(toName)));
  const roles = [...model.operations.values()].filter(
    ({ resource: name }) => name === resource.name,
  );
  add('item', findCommon(roles.map(({ responseItem }) => responseItem)));
  add('body', findCommon(roles.map(({ requestItem }) => requestItem)));
  add('parent', toParent(resource, roles));
  const references = [...resource.references].map(([field, name]) => [toName(field), name]);
  if (references.length > 0) add('refs', Object.fromEntries(references));
  add('serverSet', toNames(resource.serverSet.keys()));
  add('derived', toNames(resource.derived));
  add('hidden', toNames(resource.hidden));
  add('secret', toNames(resource.secret));
  return entries;
}

function toSlot({ operations }: ResourceModel, role: Role, ids: readonly string[]): unknown {
  const [main = ''] = ids;
  const list = operations.get(main)?.list;
  if (role === 'list' && list !== undefined)
    return { operation: toOneOrMore(ids), ...toListForm(list) };
  const copy = operations.get(main)?.copy;
  if (role === 'copy' && copy !== undefined) return { operation: main, ...toCopyForm(copy) };
  return toOneOrMore(ids);
}

export function toCopyForm({ children, fresh }: CopyRule): object {
  return {
    ...(children.length > 0 && { children }),
    ...(fresh.size > 0 && { fresh: toNames(fresh) }),
  };
}

/** The pointer that all operations have in common; the root needs no line. */
function findCommon(pointers: readonly (string | undefined)[]): string | undefined {
  const [first, ...further] = new Set(pointers.filter((pointer) => pointer !== undefined));
  return first === '' || further.length > 0 ? undefined : first;
}

/** The field with the id of the parent, or else the path parameter that identifies it. */
function toParent({ parent }: Resource, roles: readonly OperationRole[]): object | undefined {
  if (parent === undefined) return undefined;
  const bindings = roles.flatMap((operation) => operation.bindings);
  const binding = bindings.find(({ resource }) => resource === parent.resource);
  const key = parent.field ?? binding?.parameter;
  return key === undefined ? undefined : { [key]: parent.resource };
}

export function toSets(sets: ReadonlyMap<string, unknown>): object {
  return Object.fromEntries([...sets].map(([field, value]) => [toName(field), value]));
}

function toOneOrMore(texts: readonly string[]): string | readonly string[] | undefined {
  return texts.length > 1 ? texts : texts[0];
}

function toNames(pointers: Iterable<string>): string[] | undefined {
  const names = [...pointers].map(toName);
  return names.length === 0 ? undefined : names;
}

/** A field of the record, or a JSON Pointer if it is deeper. */
function toName(pointer: string): string {
  const isField = pointer.lastIndexOf('/') === 0 && !/[~]/.test(pointer) && pointer.length > 1;
  return isField ? pointer.slice(1) : pointer;
}
