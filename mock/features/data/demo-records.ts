import type { Contract } from '../../../contract/index.ts';
import { createRandom, deriveSeed, pick } from '../../../contract/random.ts';
import { isRecord, readAt } from '../../../contract/resolve-reference.ts';
import type { Pointer, Resource } from '../../../contract/resources/model.ts';
import { createValues, type Values } from '../../../contract/values/index.ts';
import { removeAt, setAt } from '../../../contract/values-at.ts';
import { createStateReader } from '../../sessions/contract-state.ts';
import { NewIds } from '../../sessions/new-ids.ts';
import { listChildren, type RecordTree, type TreeNode } from '../../sessions/record-tree.ts';
import { type StateReader, toRecordSchema } from '../../sessions/state-reader.ts';
import { createIdsFrom } from './fixture-ids.ts';
import { toTreeOfNodes } from './tree-of-nodes.ts';

/** Default number of records of each resource that no other one contains: more than fit on most pages. */
const usualRecords = 24;

/** In a document with many resources, each has fewer records, so that a start stays fast. */
const mostUsualRecords = 300;
const fewestRecords = 3;

/** Number of records of a resource below each record that contains it. */
const recordsBelow = 3;

/** No more records are created below others. Large documents have hundreds of resources. */
const mostRecordsBelow = 300;

/** The number of nested objects that may have optional parts. Records of large services contain many others. */
const depth = 2;

/** What creating demo records needs. */
interface Demo {
  reader: StateReader;
  values: Values;
  ids: NewIds;
  seed: number;
  nodes: TreeNode[];
}

/**
 * Creates example records for every resource of a contract: records at the root, and some below each of them. The same seed
 * always creates the same records.
 * @param count number of records of each resource at the root. Default: 24, and fewer in a large document
 */
export function createDemoTree(contract: Contract, seed: number, count?: number): RecordTree {
  const reader = createStateReader(contract, createIdsFrom(seed, contract.assumptions));
  const values = createValues(contract.document);
  const demo: Demo = { reader, values, ids: new NewIds(reader), seed, nodes: [] };
  const roots = listChildren(reader.model, undefined);
  const wanted = count ?? chooseCount(roots.length);
  for (const resource of roots) addRecords(demo, resource, undefined, wanted);
  const atRoot = demo.nodes.length;
  // The list grows while it is read, so the records closest to the root come first.
  for (const node of demo.nodes) {
    if (demo.nodes.length - atRoot >= mostRecordsBelow) break;
    for (const resource of listChildren(reader.model, node.resource.name))
      addRecords(demo, resource, node, recordsBelow);
  }
  fillReferences(demo);
  return toTreeOfNodes(demo.nodes);
}

function chooseCount(resources: number): number {
  const share = Math.floor(mostUsualRecords / Math.max(1, resources));
  return Math.min(usualRecords, Math.max(fewestRecords, share));
}

function addRecords(
  demo: Demo,
  resource: Resource,
  parent: TreeNode | undefined,
  count: number,
): void {
  // Records without ids cannot be told apart.
  const isOnly = resource.isSingleton || resource.id.length === 0;
  const wanted = isOnly ? 1 : count;
  for (let number = 0; number < wanted; number += 1) {
    const fields = createFields(demo, resource);
    if (fields === undefined) return;
    demo.nodes.push({ resource, pointer: '', fields, parent });
  }
}

/** @returns undefined if no valid record was found */
function createFields(demo: Demo, resource: Resource): Record<string, unknown> | undefined {
  const { values, ids, seed, nodes, reader } = demo;
  const schema = toRecordSchema(resource);
  const name = `${resource.name} ${nodes.length}`;
  const random = createRandom(deriveSeed(seed, name));
  // The only record of its kind may be the one that the document shows.
  const unique = resource.isSingleton ? undefined : nodes.length + 1;
  const options = { random, direction: 'response', name: resource.name, unique, depth } as const;
  const value = values.generate(schema, options);
  if (!isRecord(value)) return undefined;
  const fields = { ...value };
  for (const pointer of resource.id) {
    const id = ids.create(resource, pointer);
    if (id === undefined) return undefined;
    setAt(fields, pointer, id);
  }
  // It gets the id of the record that contains it.
  if (resource.parent?.field !== undefined) removeAt(fields, resource.parent.field);
  return reader.values.isValid(schema, withParent(value, fields, resource)) ? fields : undefined;
}

/** The record with the generated id of its parent, which has the same form as the real one. */
function withParent(
  generated: Record<string, unknown>,
  fields: Record<string, unknown>,
  { parent }: Resource,
): Record<string, unknown> {
  const complete = structuredClone(fields);
  const id = parent?.field === undefined ? undefined : readAt(generated, parent.field);
  if (parent?.field !== undefined && id !== undefined) setAt(complete, parent.field, id);
  return complete;
}

/** Lets fields that name other records have ids of records that exist. */
function fillReferences({ nodes, reader, seed }: Demo): void {
  const byKind = groupByKind(nodes);
  for (const [index, { resource, fields }] of nodes.entries())
    for (const [pointer, target] of resource.references) {
      const targets = byKind.get(target) ?? [];
      if (targets.length === 0 || isOwnField(resource, pointer)) continue;
      const random = createRandom(deriveSeed(seed, `${pointer} ${index}`));
      setReference(reader, resource, fields, pointer, pick(random, targets));
    }
}

function groupByKind(nodes: readonly TreeNode[]): Map<string, TreeNode[]> {
  const byKind = new Map<string, TreeNode[]>();
  for (const node of nodes) {
    const group = byKind.get(node.resource.name);
    if (group === undefined) byKind.set(node.resource.name, [node]);
    else group.push(node);
  }
  return byKind;
}

function isOwnField({ id, parent }: Resource, pointer: Pointer): boolean {
  return id.includes(pointer) || parent?.field === pointer;
}

function setReference(
  { values }: StateReader,
  resource: Resource,
  fields: Record<string, unknown>,
  pointer: Pointer,
  target: TreeNode,
): void {
  const generated = readAt(fields, pointer);
  const id = readAt(target.fields, target.resource.id[0] ?? '/id');
  if (generated === undefined || id === undefined) return;
  setAt(fields, pointer, Array.isArray(generated) ? [id] : id);
  if (!values.isValid(toRecordSchema(resource), fields)) setAt(fields, pointer, generated);
}
