import type { Schema } from '../../contract/openapi-document.ts';
import { isRecord, readAt, splitPointer } from '../../contract/resolve-reference.ts';
import type { Resource } from '../../contract/resources/model.ts';
import { readFields } from '../../contract/schema-fields.ts';
import { define } from '../../contract/values-at.ts';
import type { StoredRecord } from '../store/records.ts';
import type {
  RoleBehaviour,
  RoleContext,
  RoleReply,
  RoleRequest,
  ServedRole,
} from './behaviour.ts';
import { removeRecord } from './cascade.ts';
import { insertRecord } from './create-record.ts';
import { fillMissing } from './fill-missing.ts';
import { findOrAdopt } from './find-or-adopt.ts';
import { type Location, locate, ownResource } from './locate.ts';
import { writeLocation } from './location-header.ts';
import { mergePatch } from './merge-patch.ts';
import {
  completeRecord,
  isCleared,
  type RecordParts,
  type RecordSchemas,
  readRecordSchemas,
  readSentRecord,
  touchRecord,
} from './record-value.ts';
import { type ReplyForm, readReplyForm, toItemBody } from './reply-body.ts';
import { createStateless } from './stateless.ts';
import { assertUnique } from './unique.ts';

/** What the behaviours for single records prepare once. */
interface ItemOperation {
  served: ServedRole;
  resource: Resource;
  schemas: RecordSchemas;
  form: ReplyForm;
}

function prepare(served: ServedRole): ItemOperation {
  const resource = ownResource(served);
  return {
    served,
    resource,
    schemas: readRecordSchemas(served, resource),
    form: readReplyForm(served),
  };
}

function reply({ served, form }: ItemOperation, record: StoredRecord): RoleReply {
  return { status: form.status, body: toItemBody(served, form, record) };
}

/** Creates a record below the resource in the path. */
export function createCreate(served: ServedRole): RoleBehaviour {
  const item = prepare(served);
  return async (request, context) => {
    const location = await locate(served, request, context);
    const sent = readSentRecord(served, item.resource, item.schemas, request.body);
    const record = await insertRecord(served, item.resource, item.schemas, location, sent, context);
    return {
      ...reply(item, record),
      headers: writeLocation(item.served, item.resource, record, request),
    };
  };
}

/** Returns a record. One of a resource that no operation creates is created when it is first read. */
export function createRead(served: ServedRole): RoleBehaviour {
  const item = prepare(served);
  return async (request, context) => {
    const location = await locate(served, request, context);
    const record = await findOrAdopt(item.served, location, context);
    return reply(item, record);
  };
}

/** Changes the fields that a request names, and keeps the rest. */
export function createUpdate(served: ServedRole): RoleBehaviour {
  const item = prepare(served);
  const stateless = createStateless(served);
  return async (request, context) => {
    const location = await locate(served, request, context);
    if (namesNothing(item, location)) return stateless(request, context);
    const stored = await findOrAdopt(item.served, location, context);
    const record = applyChanges(item, stored, request, context);
    return reply(item, await saveChange(item, record, context));
  };
}

/** Whether a request names no record: it changes several at once. */
const namesNothing = ({ resource }: ItemOperation, { id }: Location): boolean =>
  id === undefined && !resource.isSingleton;

function applyChanges(
  { served, resource, schemas }: ItemOperation,
  stored: StoredRecord,
  request: RoleRequest,
  context: RoleContext,
): StoredRecord {
  const { requestItem = '' } = served.role;
  const isMergePatch = request.mediaType === 'application/merge-patch+json';
  const sent = readSentRecord(served, resource, schemas, request.body);
  const kept = { ...stored.value };
  for (const pointer of resource.id) deleteAt(sent, pointer);
  const value = isMergePatch ? mergePatch(kept, sent.value) : { ...kept, ...sent.value };
  for (const name of listCleared(served, schemas, request, sent))
    delete readObject(value, '')[name];
  const filled = fillMissing(served, schemas.shown, value, `${stored.kind}/${stored.id}`);
  const changed = isRecord(filled) ? filled : kept;
  const names = Object.keys(readObject(request.body, requestItem));
  touchRecord(served, schemas, changed, new Set(names), context.now);
  const hidden = { ...stored.hidden, ...sent.hidden };
  return { ...stored, value: changed, hidden };
}

/** The fields that a request clears, and that responses then leave out. */
function listCleared(
  served: ServedRole,
  schemas: RecordSchemas,
  { body }: RoleRequest,
  { value }: RecordParts,
): string[] {
  const sent = readObject(body, served.role.requestItem ?? '');
  const names = Object.keys(sent).filter((name) => !Object.hasOwn(value, name));
  return names.filter((name) => isCleared(served, schemas, name, sent[name]));
}

function readObject(body: unknown, pointer: string): Record<string, unknown> {
  const item = readAt(body, pointer);
  return isRecord(item) ? item : {};
}

/** Ids do not change. */
function deleteAt({ value }: RecordParts, pointer: string): void {
  delete value[pointer.slice(1)];
}

async function saveChange(
  { resource }: ItemOperation,
  record: StoredRecord,
  context: RoleContext,
): Promise<StoredRecord> {
  await assertUnique(resource, record, context);
  await context.records.replace(record);
  return record;
}

/** Replaces a record: fields that the request leaves out get their defaults, or disappear. */
export function createReplace(served: ServedRole): RoleBehaviour {
  const item = prepare(served);
  const stateless = createStateless(served);
  return async (request, context) => {
    const location = await locate(served, request, context);
    if (namesNothing(item, location)) return stateless(request, context);
    const stored = await findOrAdopt(item.served, location, context);
    return reply(item, await replaceRecord(item, stored, request, context));
  };
}

async function replaceRecord(
  item: ItemOperation,
  stored: StoredRecord,
  request: RoleRequest,
  context: RoleContext,
): Promise<StoredRecord> {
  const { served, resource, schemas } = item;
  if (resource.replaceKeeps === true)
    return saveChange(item, applyChanges(item, stored, request, context), context);
  const sent = readSentRecord(served, resource, schemas, request.body);
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

/** Replaces the record in the path, or creates it there (RFC 9110, section 9.3.4). */
export function createUpsert(served: ServedRole): RoleBehaviour {
  const item = prepare(served);
  const statuses = served.operation.responses.map(({ status }) => status);
  return async (request, context) => {
    const location = await locate(served, request, context);
    const stored = await findStored(item, location, context);
    if (stored !== undefined) {
      const record = await replaceRecord(item, stored, request, context);
      return withStatus(reply(item, record), statuses, ['200', '204']);
    }
    const sent = readSentRecord(served, item.resource, item.schemas, request.body);
    const { resource, schemas } = item;
    const record = await insertRecord(served, resource, schemas, location, sent, context);
    return withStatus(reply(item, record), statuses, ['201']);
  };
}

async function findStored(
  { resource }: ItemOperation,
  { id }: Location,
  { records }: RoleContext,
): Promise<StoredRecord | undefined> {
  return id === undefined ? undefined : records.find(resource.name, id);
}

/** Chooses the first of the wanted statuses that the document has. */
function withStatus(
  content: RoleReply,
  documented: readonly string[],
  wanted: readonly string[],
): RoleReply {
  const status = wanted.find((candidate) => documented.includes(candidate));
  return status === undefined ? content : { ...content, status: Number(status) };
}

/** Removes a record, and everything that it contains. */
export function createDelete(served: ServedRole): RoleBehaviour {
  const item = prepare(served);
  const stateless = createStateless(served);
  return async (request, context) => {
    const location = await locate(served, request, context);
    if (namesNothing(item, location)) return stateless(request, context);
    const record = await findOrAdopt(item.served, location, context);
    await removeRecord(served.model, record, context.records);
    return reply(item, record);
  };
}
