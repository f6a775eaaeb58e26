import { readAt } from '../../contract/resolve-reference.ts';
import { Refusal } from '../refusal.ts';
import type { StoredRecord } from '../store/records.ts';
import { assignEffects } from './action.ts';
import type {
  RoleBehaviour,
  RoleContext,
  RoleReply,
  RoleRequest,
  ServedRole,
} from './behaviour.ts';
import { removeRecord } from './cascade.ts';
import { type Change, changeRecord, type ItemOperation, replaceRecord } from './change-record.ts';
import { countRecord } from './child-count.ts';
import { describeFile, findContent, keepContent, showsContent } from './content.ts';
import { insertRecord } from './create-record.ts';
import { putAway } from './deleted-records.ts';
import { listNewTokens } from './find-by-tokens.ts';
import { findOrAdopt } from './find-or-adopt.ts';
import { jsonPatchType, patchRecord } from './json-patch.ts';
import { type Location, locate, ownResource, toTitle } from './locate.ts';
import { writeLocation, writeOwnUrls } from './location-header.ts';
import { checkPreconditions, isUnchanged, withEntityTag } from './preconditions.ts';
import { readRecordSchemas, readSentRecord } from './record-value.ts';
import { assertLinked } from './relations.ts';
import { readReplyForm, toItemBody } from './reply-body.ts';
import { createStateless } from './stateless.ts';

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
  const answer = { status: form.status, body: toItemBody(served, form, record) };
  return withEntityTag(served.operation, answer, record);
}

/** Creates a record below the resource in the path. */
export function createCreate(served: ServedRole): RoleBehaviour {
  const item = prepare(served);
  return async (request, context) => {
    const location = await locate(served, request, context);
    const sent = readSentRecord(served, item.resource, item.schemas, request.body);
    describeFile(served, item.schemas.returned, request, sent.value);
    const inserted = await insertRecord(
      served,
      item.resource,
      item.schemas,
      location,
      sent,
      context,
    );
    const record = await finishCreation(item, inserted, request, context);
    const created = reply(item, record);
    await keepTokens(item, record, created, context);
    return withLocation(item, created, record, request);
  };
}

/** Adds what follows from the request of a new record: its content, and its URL. */
async function finishCreation(
  { served, resource, schemas }: ItemOperation,
  inserted: StoredRecord,
  request: RoleRequest,
  context: RoleContext,
): Promise<StoredRecord> {
  const kept = await keepContent(request, inserted, context);
  const record = writeOwnUrls(served, schemas, resource, kept, request);
  if (record !== kept) await context.records.replace(record);
  return record;
}

function withLocation(
  { served, resource }: ItemOperation,
  created: RoleReply,
  record: StoredRecord,
  request: RoleRequest,
): RoleReply {
  const location = writeLocation(served, resource, record, request);
  return { ...created, headers: [...location, ...(created.headers ?? [])] };
}

/** Keeps what identifies a new record and only the reply of its creation shows, so that it can be asked for. */
async function keepTokens(
  { served }: ItemOperation,
  record: StoredRecord,
  { body }: RoleReply,
  { records }: RoleContext,
): Promise<void> {
  const replyItem = readAt(body, served.role.responseItem ?? '');
  if (replyItem === record.value) return;
  const tokens = listNewTokens(record, replyItem);
  if (Object.keys(tokens).length === 0) return;
  await records.replace({ ...record, hidden: { ...record.hidden, ...tokens } });
}

/**
 * Returns a record. One of a resource that no operation creates is created when it is first read. A request that names none gets
 * a stateless reply.
 */
export function createRead(served: ServedRole): RoleBehaviour {
  const item = prepare(served);
  const stateless = createStateless(served);
  return async (request, context) => {
    const location = await locate(served, request, context);
    if (namesNothing(item, location)) return stateless(request, context);
    await assertLinked(served, location, context);
    const record = await findOrAdopt(item.served, location, context);
    const content = showsContent(served) ? await findContent(served, location, context) : undefined;
    const answer = { ...reply(item, record), ...content };
    const { operation } = served;
    return isUnchanged(operation, request, record) ? { ...answer, status: 304 } : answer;
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
    checkPreconditions(served.operation, request, stored);
    const isPatch = request.mediaType === jsonPatchType;
    const changed = isPatch
      ? await patchRecord(item, stored, request.body, context)
      : await changeRecord(item, stored, readChange(item, request), context);
    return reply(item, changed);
  };
}

/** Whether a request names no record: it changes several at once. */
const namesNothing = ({ resource }: ItemOperation, { id }: Location): boolean =>
  id === undefined && !resource.isSingleton;

/** The media types whose objects are merged: RFC 7396, and JSON:API, where the fields of a record are in an object of it. */
const deepTypes = ['application/merge-patch+json', 'application/vnd.api+json'];

function readChange(item: ItemOperation, request: RoleRequest): Change {
  const isDeep = request.mediaType !== undefined && deepTypes.includes(request.mediaType);
  return { record: readRecord(item, request), isDeep };
}

function readRecord({ served }: ItemOperation, { body }: RoleRequest): unknown {
  return readAt(body, served.role.requestItem ?? '');
}

/** Replaces a record: fields that the request leaves out get their defaults, or disappear. */
export function createReplace(served: ServedRole): RoleBehaviour {
  const item = prepare(served);
  const statuses = served.operation.responses.map(({ status }) => status);
  const stateless = createStateless(served);
  return async (request, context) => {
    const location = await locate(served, request, context);
    if (namesNothing(item, location)) return stateless(request, context);
    const isNew = item.resource.isSingleton && !(await hasSingleton(item, location, context));
    const stored = await findOrAdopt(item.served, location, context);
    checkPreconditions(served.operation, request, stored);
    const replaced = await replaceRecord(item, stored, readRecord(item, request), context);
    const shown = reply(item, await keepContent(request, replaced, context));
    return withStatus(shown, statuses, isNew ? ['201'] : ['200', '204']);
  };
}

async function hasSingleton(
  { resource }: ItemOperation,
  { parent = '' }: Location,
  { records }: RoleContext,
): Promise<boolean> {
  return (await records.find(resource.name, parent)) !== undefined;
}

/** Replaces the record in the path, or creates it there (RFC 9110, section 9.3.4). */
export function createUpsert(served: ServedRole): RoleBehaviour {
  const item = prepare(served);
  const statuses = served.operation.responses.map(({ status }) => status);
  return async (request, context) => {
    const location = await locate(served, request, context);
    const stored = await findStored(item, location, context);
    checkPreconditions(served.operation, request, stored);
    if (stored !== undefined) {
      const replaced = await replaceRecord(item, stored, readRecord(item, request), context);
      const record = await keepContent(request, replaced, context);
      return withStatus(reply(item, record), statuses, ['200', '204']);
    }
    const { resource, schemas } = item;
    const sent = readSentRecord(served, resource, schemas, request.body);
    describeFile(served, schemas.returned, request, sent.value);
    const inserted = await insertRecord(served, resource, schemas, location, sent, context);
    const record = await finishCreation(item, inserted, request, context);
    const created = withStatus(reply(item, record), statuses, ['201']);
    return withLocation(item, created, record, request);
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

/** @throws Refusal `conflict` if a record contains others that the document does not let it be deleted with */
async function assertUnused(
  { role, model }: ServedRole,
  { kind, id, value }: StoredRecord,
  { records }: RoleContext,
): Promise<void> {
  for (const name of role.blockedBy) {
    const dependent = model.resources.get(name);
    if (dependent === undefined) continue;
    const isContained = dependent.parent?.resource === kind;
    const inside = isContained ? await records.list(name, id) : await records.list(name);
    const ownId = readAt(value, model.resources.get(kind)?.id[0] ?? '');
    const naming = [...dependent.references].filter(([, target]) => target === kind);
    const isUsing = (record: StoredRecord): boolean =>
      naming.some(([pointer]) => readAt(record.value, pointer) === ownId);
    const users = isContained ? inside : inside.filter(isUsing);
    if (users.length === 0) continue;
    const detail = `${toTitle(kind)} ${id} still has ${users.length} ${dependent.plural}. Delete them first.`;
    throw new Refusal('conflict', detail);
  }
}

/** Removes a record, or puts it away where it can be restored. */
async function deleteRecord(
  { served, resource, schemas }: ItemOperation,
  record: StoredRecord,
  context: RoleContext,
): Promise<StoredRecord> {
  const { model } = served;
  if (!resource.keepsDeleted) {
    await removeRecord(model, record, context.records);
    return record;
  }
  const value = { ...structuredClone(record.value) };
  assignEffects(served, schemas, value, context);
  const deleted = await putAway(record, value, context.records);
  await countRecord(model, record, -1, context.records);
  return deleted;
}

/** Removes a record, and everything that it contains. */
export function createDelete(served: ServedRole): RoleBehaviour {
  const item = prepare(served);
  const stateless = createStateless(served);
  return async (request, context) => {
    const location = await locate(served, request, context);
    if (namesNothing(item, location)) return stateless(request, context);
    const record = await findOrAdopt(item.served, location, context);
    checkPreconditions(served.operation, request, record);
    await assertUnused(served, record, context);
    return reply(item, await deleteRecord(item, record, context));
  };
}
