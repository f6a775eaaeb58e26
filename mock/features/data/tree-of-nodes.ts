import { type RecordTree, type TreeNode, toTreeKey } from '../../sessions/record-tree.ts';

/** Writes nodes as a tree. Each node comes after the one that contains it. */
export function toTreeOfNodes(nodes: readonly TreeNode[]): RecordTree {
  const tree: Record<string, unknown[]> = {};
  const written = new Map<TreeNode, Record<string, unknown>>();
  for (const node of nodes) {
    const { resource, fields, parent } = node;
    const record = { ...fields };
    written.set(node, record);
    const level = parent === undefined ? tree : written.get(parent);
    if (level === undefined) continue;
    const names = new Set(Object.keys(parent?.fields ?? {}));
    const key = toTreeKey(resource, names);
    const records = level[key];
    if (Array.isArray(records)) records.push(record);
    else level[key] = [record];
  }
  return tree;
}
