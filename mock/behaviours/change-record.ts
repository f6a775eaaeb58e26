import type { Schema } from '../../contract/openapi-document.ts';
import { isRecord, splitPointer } from '../../contract/resolve-reference.ts';
import type { Resource } from '../../contract/resources/model.ts';
import { readFields } from '../../contract/schema-fields.ts';
import { define } from '../../contract/values-at.ts';
import type { StoredRecord } from '../store/records.ts';
import type { RoleContext, ServedRole } from './behaviour.ts';
import { fillMissing } from './fill-missing.ts';
import { mergePatch } from './merge-patch.ts';
import { moveRecord } from './move-record.ts';
import {
  completeRecord,
  isCleared,
  type RecordParts,
  type RecordSchemas,
  splitRecord,
  touchRecord,
} from './record-value.ts';
import type { ReplyForm } from './reply-body.ts';
import { assertUnique } from './unique.ts';

/** What the behaviours that change records prepare once. */
export interface ItemOperation {
  served: ServedRole;
  resource: Resource;
  schemas: RecordSchemas;
  form: ReplyForm;
}

/** The record of a request that names what changes. */
export interface Change {
  record: unknown;
  /** Whether objects inside the record are merged as well. Default: they are replaced. */
  isDeep?: boolean;
}

/** Changes the fields that a request names, and keeps the rest. */
export async function changeRecord(
  item: ItemOperation,
  stored: StoredRecord,
  { record, isDeep = false }: Change,
  context: RoleContext,
): Promise<StoredRecord> {
  const { served, resource, schemas } = item;
  const fields = isRecord(record) ? record : {};
  const sent = splitRecord(served, resource, schemas, fields);
  const kept = { ...stored.value };
  for (const pointer of resource.id) removeId(sent, pointer);
  const value = isDeep ? mergePatch(kept, sent.value) : { ...kept, ...sent.value };
  const merged = isRecord(value) ? value : kept;
  for (const name of listCleared(served, schemas, fields, sent)) delete merged[name];
  const filled = fillMissing(served, schemas.returned, merged, `${stored.kind}/${stored.id}`);
  const changed = isRecord(filled) ? filled : kept;
  touchRecord(served, schemas, changed, new Set(Object.keys(fields)), context.now);
  const hidden = { ...stored.hidden, ...sent.hidden };
  const moved = await moveRecord(served, resource, { ...stored, value: changed, hidden }, context);
  return saveChange(item, moved, context);
}

/** The fields that a request clears, and that responses then leave out. */
function listCleared(
  served: ServedRole,
  schemas: RecordSchemas,
  fields: Readonly<Record<string, unknown>>,
  { value }: RecordParts,
): string[] {
  const names = Object.keys(fields).filter((name) => !Object.hasOwn(value, name));
  return names.filter((name) => isCleared(served, schemas, name, fields[name]));
}

/** Ids do not change. */
function removeId({ value }: RecordParts, pointer: string): void {
  delete value[pointer.slice(1)];
}

/** Stores a changed record. @throws Refusal `conflict` if another record has its unique values */
export async function saveChange(
  { resource }: ItemOperation,
  record: StoredRecord,
  context: RoleContext,
): Promise<StoredRecord> {
  await assertUnique(resource, record, context);
  await context.records.replace(record);
  return record;
}

/** Replaces a record: fields that the request leaves out get their defaults, or disappear. */
export function replaceRecord(
  item: ItemOperation,
  stored: StoredRecord,
  record: unknown,
  context: RoleContext,
): Promise<StoredRecord> {
  const { served, resource, schemas } = item;
  if (resource.replaceKeeps === true) return changeRecord(item, stored, { record }, context);
  const sent = splitRecord(served, resource, schemas, record);
  const value = { ...keepServerSet(item, stored), ...sent.value };
  for (const pointer of resource.id) {
    const [name = ''] = splitPointer(pointer);
    if (Object.hasOwn(stored.value, name)) define(value, name, stored.value[name]);
  }
  const seed = `${stored.kind}/${stored.id}`;
  const complete = completeRecord(served, schemas, value, context.now, seed);
  touchRecord(served, schemas, complete, new Set(Object.keys(sent.value)), context.now);
  return saveChange(item, { ...stored, value: complete, hidden: sent.hidden }, context);
}

/** The fields that a request cannot set: those of responses that its schema does not have. */
function keepServerSet(
  { served, resource, schemas }: ItemOperation,
  stored: StoredRecord,
): Record<string, unknown> {
  const sendable = readFields(served.document, schemas.sent).fields;
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(stored.value)) {
    const isSendable = isSettable(sendable.get(name)) && !isDeclared(resource, name);
    if (!isSendable) define(kept, name, value);
  }
  return kept;
}

const isSettable = (field: Schema | undefined): boolean =>
  field !== undefined && field.readOnly !== true;

const isDeclared = (resource: Resource, name: string): boolean =>
  resource.serverSet.get(`/${name}`)?.certainty === 'declared';
