import { type Fault, mostFaults } from '../../contract/index.ts';
import type { OpenApiDocument } from '../../contract/openapi-document.ts';
import { readAt } from '../../contract/resolve-reference.ts';
import type { Resource, ResourceModel } from '../../contract/resources/model.ts';
import { readFields, readTypes } from '../../contract/schema-fields.ts';
import { define, findInner, setAt } from '../../contract/values-at.ts';
import { fillMissing } from '../behaviours/fill-missing.ts';
import type { ValueSource } from '../behaviours/index.ts';
import { readKey, toRecordKey } from '../behaviours/locate.ts';
import type { StoredRecord } from '../store/records.ts';
import { listTreeNodes, type TreeNode } from './record-tree.ts';

/** What is needed to read the state of any contract. */
export interface StateReader {
  document: OpenApiDocument;
  model: ResourceModel;
  values: ValueSource;
  createUuid(): string;
}

/** The records of a state, or what is wrong with it. */
export type ReadRecords =
  | { records: StoredRecord[]; faults?: never }
  | { faults: readonly Fault[] };

/**
 * Reads the records of a tree. Missing ids and required fields are created. Records of a resource that nothing creates, and
 * that have no fields but their ids, only contain others, and are not stored.
 */
export function readTree(reader: StateReader, tree: unknown): ReadRecords {
  const faults: Fault[] = [];
  const report = (pointer: string, detail: string): void => {
    if (faults.length < mostFaults) faults.push({ pointer, detail });
  };
  const nodes = listTreeNodes(reader.model, tree, (pointer) =>
    report(pointer, 'is not a known field'),
  );
  const written = new Map<TreeNode, StoredRecord>();
  const records = new Map<string, StoredRecord>();
  for (const node of nodes) {
    const record = toRecord(reader, node, written.get(node.parent ?? node), records.size + 1);
    written.set(node, record);
    if (isOnlyNamed(reader, node)) continue;
    const name = `${record.kind} ${record.id}`;
    if (records.has(name)) report(`${node.pointer}/id`, 'is also the id of another record');
    records.set(name, record);
    if (!isValid(reader, node.resource, record))
      report(node.pointer, `does not match the schema of ${node.resource.name}`);
  }
  return faults.length > 0 ? { faults } : { records: [...records.values()] };
}

/** Whether a node only names the parent of others. */
function isOnlyNamed({ model }: StateReader, { resource, fields }: TreeNode): boolean {
  const isCreated = ['create', 'upsert', 'copy', 'read'].some((role) =>
    [...(model.resources.get(resource.name)?.slots.keys() ?? [])].some((slot) => slot === role),
  );
  const names = new Set(resource.id.map((pointer) => pointer.slice(1)));
  return !isCreated && Object.keys(fields).every((name) => names.has(name) || name === 'id');
}

function toRecord(
  reader: StateReader,
  { resource, fields }: TreeNode,
  parent: StoredRecord | undefined,
  number: number,
): StoredRecord {
  const parentKey = parent?.id;
  const schema = toSchema(resource);
  const shown = readFields(reader.document, schema, fields);
  const value: Record<string, unknown> = {};
  const hidden: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const isShown = shown.isOpen || shown.fields.has(name);
    define(isShown ? value : hidden, name, field);
  }
  for (const pointer of resource.id)
    if (readAt(value, pointer) === undefined) {
      const field = findInner(reader.document, schema, pointer) ?? {};
      const isNumber = readTypes(field).includes('integer');
      setAt(value, pointer, isNumber ? number : reader.createUuid());
    }
  const parentField = resource.parent?.field;
  const container = reader.model.resources.get(parent?.kind ?? '');
  if (parentField !== undefined && readAt(value, parentField) === undefined)
    setAt(value, parentField, readAt(parent?.value, container?.id[0] ?? '/id'));
  const id =
    resource.id.length > 0
      ? readKey(resource, value, parentKey)
      : toNamedKey(resource, fields, parentKey);
  const filled = fillMissing(reader, schema, value, `${resource.name}/${id}`);
  const complete = Object.assign(value, filled);
  return { kind: resource.name, id, parent: parentKey, value: complete, hidden };
}

const toSchema = ({ schema }: Resource) => (schema === undefined ? {} : { $ref: `#${schema}` });

/** The key of a record whose resource shows no id: that of the node, or of its parent for a singleton. */
function toNamedKey(resource: Resource, fields: object, parent: string | undefined): string {
  if (resource.isSingleton) return parent ?? '';
  return toRecordKey(resource, [readAt(fields, ['id'])], parent);
}

function isValid({ values }: StateReader, resource: Resource, { value }: StoredRecord): boolean {
  return resource.schema === undefined || values.isValid(toSchema(resource), value);
}
