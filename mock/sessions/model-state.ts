import { type Fault, mostFaults } from '../../contract/index.ts';
import type { Schema } from '../../contract/openapi-document.ts';
import { escapePointer, readAt } from '../../contract/resolve-reference.ts';
import type { Resource } from '../../contract/resources/model.ts';
import { readFields, readTypes, toType } from '../../contract/schema-fields.ts';
import { define, setAt } from '../../contract/values-at.ts';
import { deletedMark } from '../behaviours/deleted-records.ts';
import { fillMissing } from '../behaviours/fill-missing.ts';
import { readKey, toRecordKey } from '../behaviours/locate.ts';
import type { StoredRecord } from '../store/records.ts';
import { NewIds } from './new-ids.ts';
import { listTreeNodes, type TreeNode } from './record-tree.ts';
import { type StateReader, toRecordSchema } from './state-reader.ts';

/** The records of a state, or what is wrong with it. */
type ReadRecords = { records: StoredRecord[]; faults?: never } | { faults: readonly Fault[] };

/**
 * Reads the records of a tree. Missing ids and required fields are created. Records of a resource that nothing creates, and
 * that have no fields but their ids, only contain others, and are not stored.
 */
export function readTree(reader: StateReader, tree: unknown): ReadRecords {
  const faults: Fault[] = [];
  const records = readRecords(reader, tree, (fault) => {
    if (faults.length < mostFaults) faults.push(fault);
  });
  return faults.length > 0 ? { faults } : { records };
}

/** Reads the records of a tree without those that have faults, and without what these contain. */
export function readValidRecords(reader: StateReader, tree: unknown): StoredRecord[] {
  return readRecords(reader, tree, () => {});
}

/**
 * Reads one record.
 * @param existing the records that it is added to
 * @returns the record, and what is wrong with it, with places in its fields
 */
export function readRecord(
  reader: StateReader,
  existing: readonly StoredRecord[],
  { resource, fields, parent }: NewRecord,
): { record: StoredRecord; faults: readonly Fault[] } {
  const ids = new NewIds(reader);
  for (const { kind, value } of existing)
    if (kind === resource.name)
      for (const pointer of resource.id) ids.claim(resource, pointer, readAt(value, pointer));
  const node: TreeNode = { resource, pointer: '', fields, parent: undefined };
  const record = toRecord(reader, node, parent, ids);
  const fault = findFault(reader, node, record);
  return { record, faults: fault === undefined ? [] : [fault] };
}

/** A record that is not stored yet. */
interface NewRecord {
  resource: Resource;
  fields: Record<string, unknown>;
  /** The record that contains it. */
  parent: StoredRecord | undefined;
}

function readRecords(
  reader: StateReader,
  tree: unknown,
  report: (fault: Fault) => void,
): StoredRecord[] {
  const nodes = listTreeNodes(reader.model, tree, (pointer) =>
    report({ pointer, detail: 'is not a known field' }),
  );
  const ids = claimIds(reader, nodes);
  const written = new Map<TreeNode, StoredRecord>();
  const records = new Map<string, StoredRecord>();
  for (const node of nodes) {
    const parent = node.parent && written.get(node.parent);
    const isOrphan = node.parent !== undefined && parent === undefined;
    if (isOrphan) continue;
    const record = toRecord(reader, node, parent, ids);
    const name = `${record.kind} ${record.id}`;
    const isRepeated = records.has(name);
    if (isRepeated)
      report({ pointer: `${node.pointer}/id`, detail: 'is also the id of another record' });
    const fault = isOnlyNamed(reader, node) ? undefined : findFault(reader, node, record);
    if (fault !== undefined) report(fault);
    if (isRepeated || fault !== undefined) continue;
    written.set(node, record);
    if (!isOnlyNamed(reader, node)) records.set(name, record);
  }
  return [...records.values()];
}

/** The first field of a record that is wrong; where no single one is, the record. */
function findFault(
  reader: StateReader,
  { resource, pointer }: TreeNode,
  { value }: StoredRecord,
): Fault | undefined {
  const schema = toRecordSchema(resource);
  if (resource.schema === undefined || reader.values.isValid(schema, value)) return undefined;
  const { fields, required } = readFields(reader.document, schema, value);
  for (const [name, field] of fields) {
    const fieldPointer = `${pointer}/${escapePointer(name)}`;
    const isMissing = !Object.hasOwn(value, name);
    if (isMissing && required.has(name)) return { pointer: fieldPointer, detail: 'is required' };
    if (isMissing || reader.values.isValid(field, value[name])) continue;
    return { pointer: fieldPointer, detail: explainWrongField(field, value[name]) };
  }
  return { pointer, detail: `does not match the schema of ${resource.name}` };
}

function explainWrongField(schema: Schema, value: unknown): string {
  if (schema.enum !== undefined) return `must be one of ${schema.enum.join(', ')}`;
  const types = readTypes(schema);
  const type = toType(value);
  const hasType = types.includes(type) || (type === 'number' && types.includes('integer'));
  if (types.length > 0 && !hasType) return `must be of the type ${types.join(' or ')}`;
  return 'does not match its schema';
}

/** Notes the ids that records have, so that no created one is the same. */
function claimIds(reader: StateReader, nodes: readonly TreeNode[]): NewIds {
  const ids = new NewIds(reader);
  for (const { resource, fields } of nodes)
    for (const pointer of resource.id) {
      const id = readAt(fields, pointer);
      if (id !== undefined) ids.claim(resource, pointer, id);
    }
  return ids;
}

/** Roles that show that records of a resource exist by themselves. */
const recordRoles = ['create', 'upsert', 'copy', 'read'] as const;

/** Whether a node only names the parent of others. */
function isOnlyNamed({ model }: StateReader, { resource, fields }: TreeNode): boolean {
  const slots = model.resources.get(resource.name)?.slots;
  const isCreated = recordRoles.some((role) => slots?.has(role));
  const names = new Set(resource.id.map((pointer) => pointer.slice(1)));
  return !isCreated && Object.keys(fields).every((name) => names.has(name) || name === 'id');
}

function toRecord(
  reader: StateReader,
  { resource, fields }: TreeNode,
  parent: StoredRecord | undefined,
  ids: NewIds,
): StoredRecord {
  const parentKey = parent?.id;
  const schema = toRecordSchema(resource);
  const visible = readFields(reader.document, schema, fields);
  const value: Record<string, unknown> = {};
  const hidden: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const isMark = name === deletedMark;
    const isShown = !isMark && (visible.isOpen || visible.fields.has(name));
    define(isShown ? value : hidden, name, field);
  }
  for (const pointer of resource.id)
    if (readAt(value, pointer) === undefined)
      setAt(value, pointer, ids.create(resource, pointer) ?? reader.createUuid());
  const parentField = resource.parent?.field;
  const { id: [parentId = '/id'] = [] } = reader.model.resources.get(parent?.kind ?? '') ?? {};
  if (parentField !== undefined && readAt(value, parentField) === undefined)
    setAt(value, parentField, readAt(parent?.value, parentId));
  const id =
    resource.id.length > 0
      ? readKey(resource, value, parentKey)
      : toNamedKey(resource, fields, parentKey);
  const filled = fillMissing(reader, schema, value, `${resource.name}/${id}`);
  const complete = Object.assign(value, filled);
  return { kind: resource.name, id, parent: parentKey, value: complete, hidden };
}

/** The key of a record whose resource shows no id: that of the node, or of its parent for a singleton. */
function toNamedKey(resource: Resource, fields: object, parent: string | undefined): string {
  if (resource.isSingleton) return parent ?? '';
  return toRecordKey(resource, [readAt(fields, ['id'])], parent);
}
