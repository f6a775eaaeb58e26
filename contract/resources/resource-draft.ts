import type { Role } from './model.ts';
import { isItemKey, type Segment } from './path-shape.ts';
import type { RoleDraft } from './role-draft.ts';
import type { Shape, ShapeReader } from './shapes.ts';

/** A resource while the model is inferred: the operations that act on the same kind of record. */
export interface ResourceDraft {
  name: string;
  /** The path keys of one record, or of the singleton; the main one first. */
  keys: string[];
  isSingleton: boolean;
  operations: RoleDraft[];
  /** The schema of a record in responses. */
  record: Shape | undefined;
  parent: ResourceDraft | undefined;
  because: string[];
  /** The path, for a resource that no operation acts on. */
  segments: readonly Segment[] | undefined;
  /** Whether the document declares its path or its operations. */
  isDeclared: boolean;
}

/** Roles that a resource has; the others only act on one. */
const ownRoles: ReadonlySet<Role> = new Set([
  'create',
  'list',
  'read',
  'update',
  'replace',
  'upsert',
  'delete',
]);

/** A copy needs a record that exists, so it alone creates none. */
const creatingRoles: ReadonlySet<Role> = new Set(['create', 'upsert']);

function hasRole(resource: ResourceDraft, roles: ReadonlySet<Role>): boolean {
  return resource.operations.some((draft) => roles.has(draft.role));
}

/** Whether some operation creates records. */
export function isCreated(resource: ResourceDraft): boolean {
  return hasRole(resource, creatingRoles);
}

/** One resource for each path that operations act on, in the order of the document. */
export function groupByTarget(drafts: readonly RoleDraft[], shapes: ShapeReader): ResourceDraft[] {
  const resources = new Map<string, ResourceDraft>();
  for (const draft of drafts) {
    const resource = resources.get(draft.target) ?? createResourceDraft(draft.target);
    resources.set(draft.target, resource);
    resource.operations.push(draft);
  }
  const groups = [...resources.values()];
  for (const resource of groups) resource.record = findRecord(resource, shapes);
  return groups;
}

export function createResourceDraft(key: string): ResourceDraft {
  return {
    name: '',
    keys: [key],
    isSingleton: !isItemKey(key),
    operations: [],
    record: undefined,
    parent: undefined,
    because: [],
    segments: undefined,
    isDeclared: false,
  };
}

/** Whether a group of operations is a resource: they read, create or change a record. */
export function isResource(resource: ResourceDraft): boolean {
  return hasRole(resource, ownRoles);
}

const recordRoles: readonly Role[] = ['read', 'create', 'upsert', 'update', 'replace', 'copy'];

/** The schema of a record: as read, else as created or changed, else as listed. */
export function findRecord(resource: ResourceDraft, shapes: ShapeReader): Shape | undefined {
  const records: Shape[] = [];
  for (const role of recordRoles) {
    const main = resource.operations.find((draft) => draft.role === role && hasFields(draft));
    if (main?.facts.item !== undefined) records.push(main.facts.item.shape);
  }
  const [first] = records;
  if (first !== undefined) {
    const alternative = records.find((shape) => isOneOf(first, shape));
    return alternative ?? first;
  }
  const list = resource.operations.find(
    (draft) => draft.role === 'list' && draft.facts.list?.record,
  );
  const record = list?.facts.list?.record;
  return record === undefined ? undefined : shapes.read(record);
}

/** Whether a shape is one of the alternatives of another: a read may show that the record was deleted. */
function isOneOf(union: Shape, shape: Shape): boolean {
  if (!union.isUnion || shape.isUnion) return false;
  return [...shape.properties].every(([name, property]) => {
    return union.properties.get(name)?.pointer === property.pointer;
  });
}

function hasFields({ facts }: RoleDraft): boolean {
  return facts.item !== undefined && facts.item.shape.properties.size > 0;
}
