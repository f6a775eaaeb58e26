import { isRecord, readAt } from '../../contract/resolve-reference.ts';
import type { Resource, ResourceModel } from '../../contract/resources/model.ts';
import { define } from '../../contract/values-at.ts';
import type { JsonObject, StoredRecord } from '../store/records.ts';

/**
 * The records of a session as one readable tree, which fixtures, state files and the page show: each resource under its
 * plural, and contained records inside the record that contains them.
 */
export type RecordTree = Record<string, unknown>;

/** Names of the tree itself; a resource with such a plural gets another key. */
const reserved = new Set(['$schema', 'formatVersion', 'links', 'records']);

/** The key of a resource in the object that contains its records. */
export function toTreeKey(resource: Resource, siblingFields: ReadonlySet<string>): string {
  const isUsed = siblingFields.has(resource.plural) || reserved.has(resource.plural);
  return isUsed ? `${resource.name}Records` : resource.plural;
}

/** Converts records to a tree. Each kind is in order of creation. */
export function toTree(model: ResourceModel, records: readonly StoredRecord[]): RecordTree {
  const byParent = groupByParent(records);
  const tree: RecordTree = {};
  for (const resource of listChildren(model, undefined)) {
    const key = toTreeKey(resource, new Set());
    define(tree, key, listNodes(model, resource, undefined, byParent));
  }
  return tree;
}

type RecordGroups = ReadonlyMap<string, readonly StoredRecord[]>;

function groupByParent(records: readonly StoredRecord[]): RecordGroups {
  const groups = new Map<string, StoredRecord[]>();
  for (const record of records) {
    const key = toGroupKey(record.kind, record.parent);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [record]);
    else group.push(record);
  }
  return groups;
}

const toGroupKey = (kind: string, parent: string | undefined): string => `${kind} ${parent ?? ''}`;

/** The resources that a resource contains; without one, those at the root. */
export function listChildren(model: ResourceModel, parent: string | undefined): Resource[] {
  const isChild = (resource: Resource): boolean => resource.parent?.resource === parent;
  return [...model.resources.values()].filter(isChild);
}

/**
 * The records of a resource below a parent, as nodes. A resource that nothing creates has no records of its own: its nodes
 * are the parents that other records name.
 */
function listNodes(
  model: ResourceModel,
  resource: Resource,
  parent: string | undefined,
  groups: RecordGroups,
): unknown[] {
  const stored = groups.get(toGroupKey(resource.name, parent)) ?? [];
  const nodes = stored.map((record) => toNode(model, resource, record, groups));
  const storedIds = new Set(stored.map(({ id }) => id));
  for (const id of listNamedParents(model, resource, groups)) {
    if (storedIds.has(id)) continue;
    const named = { kind: resource.name, id, parent, value: toIdFields(resource, id), hidden: {} };
    nodes.push(toNode(model, resource, named, groups));
  }
  return nodes;
}

/** The ids of records of a resource that were never stored, but contain others. Only root resources can have such records. */
function listNamedParents(
  model: ResourceModel,
  resource: Resource,
  groups: RecordGroups,
): Set<string> {
  const ids = new Set<string>();
  if (resource.parent !== undefined) return ids;
  for (const child of listChildren(model, resource.name))
    for (const key of groups.keys()) {
      const [kind, ...parent] = key.split(' ');
      if (kind === child.name) ids.add(parent.join(' '));
    }
  ids.delete('');
  return ids;
}

function toIdFields(resource: Resource, id: string): JsonObject {
  const values = id.split('/').map(decodeURIComponent);
  const fields = resource.id.map((pointer, index) => [pointer.slice(1), values[index]]);
  return Object.fromEntries(fields.length > 0 ? fields : [['id', values[0]]]);
}

function toNode(
  model: ResourceModel,
  resource: Resource,
  record: StoredRecord,
  groups: RecordGroups,
): Record<string, unknown> {
  const { id } = record;
  const node = toNodeFields(resource, record);
  const names = new Set(Object.keys(node));
  for (const child of listChildren(model, resource.name))
    define(node, toTreeKey(child, names), listNodes(model, child, id, groups));
  return node;
}

/** The fields of a node: those of the record without the id of its parent, which contains it, and those that are not shown. */
export function toNodeFields(
  resource: Resource,
  { value, hidden }: StoredRecord,
): Record<string, unknown> {
  const parentField = resource.parent?.field?.slice(1);
  const fields = Object.entries(value).filter(([name]) => name !== parentField);
  return { ...Object.fromEntries(fields), ...hidden };
}

/** A node of a tree, with its place. */
export interface TreeNode {
  resource: Resource;
  /** JSON Pointer of the node in the tree. */
  pointer: string;
  /** The node without the records that it contains. */
  fields: Record<string, unknown>;
  /** The node that contains it. */
  parent: TreeNode | undefined;
}

/** Lists the nodes of a tree, each before those that it contains. Other keys of the tree are reported to `onUnknown`. */
export function listTreeNodes(
  model: ResourceModel,
  tree: unknown,
  onUnknown: (pointer: string) => void,
): TreeNode[] {
  const nodes: TreeNode[] = [];
  const topLevelKeys = readLevel(undefined, tree, '');
  if (isRecord(tree))
    for (const key of Object.keys(tree))
      if (!topLevelKeys.has(key) && !reserved.has(key)) onUnknown(`/${key}`);
  return nodes;

  function readLevel(parent: TreeNode | undefined, level: unknown, pointer: string): Set<string> {
    const keys = new Set<string>();
    for (const resource of listChildren(model, parent?.resource.name)) {
      const key = findTreeKey(resource, level);
      const children = readAt(level, [key]);
      keys.add(key);
      if (!Array.isArray(children)) continue;
      for (const [index, child] of children.entries())
        readNode(resource, parent, child, `${pointer}/${key}/${index}`);
    }
    return keys;
  }

  function readNode(
    resource: Resource,
    parent: TreeNode | undefined,
    value: unknown,
    pointer: string,
  ): void {
    const node: TreeNode = { resource, pointer, fields: {}, parent };
    nodes.push(node);
    const keys = readLevel(node, value, pointer);
    if (!isRecord(value)) return;
    for (const [name, field] of Object.entries(value))
      if (!keys.has(name)) define(node.fields, name, field);
  }
}

/** The key that a level uses for the records of a resource: its plural, unless that holds something else. */
function findTreeKey(resource: Resource, level: unknown): string {
  const longKey = `${resource.name}Records`;
  const isLong = reserved.has(resource.plural) || readAt(level, [longKey]) !== undefined;
  return isLong ? longKey : resource.plural;
}
