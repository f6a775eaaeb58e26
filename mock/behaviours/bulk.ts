import type { Schema } from '../../contract/openapi-document.ts';
import { isRecord, readAt } from '../../contract/resolve-reference.ts';
import type { BulkRule, Pointer, Resource } from '../../contract/resources/model.ts';
import { resolveSchema } from '../../contract/schema-fields.ts';
import { findInner, setAt } from '../../contract/values-at.ts';
import type { StoredRecord } from '../store/records.ts';
import type { RoleBehaviour, RoleContext, RoleRequest, ServedRole } from './behaviour.ts';
import { removeRecord } from './cascade.ts';
import { changeRecord, type ItemOperation, replaceRecord } from './change-record.ts';
import { findListOf } from './count.ts';
import { insertRecord } from './create-record.ts';
import { selectRecords } from './filter.ts';
import {
  type Location,
  locate,
  ownResource,
  readIdValues,
  refuseMissing,
  toRecordKey,
} from './locate.ts';
import { readRecordSchemas, splitRecord } from './record-value.ts';
import { readReplyForm, toShown, wrap } from './reply-body.ts';
import { isIdOf } from './same-id.ts';
import { createStateless } from './stateless.ts';

/** Changes several records at once. All of them change, or none: a refusal undoes the request. */
export function createBulk(served: ServedRole): RoleBehaviour {
  const { bulk } = served.role;
  const isKnown = bulk !== undefined && bulk.change !== 'unknown';
  if (!isKnown || served.role.relation !== undefined) return createStateless(served);
  const item = prepare(served, bulk);
  return async (request, context) => {
    const location = await locate(served, request, context);
    const changed = await changeAll(item, bulk, { request, context, location });
    return writeReply(item, bulk, changed);
  };
}

function prepare(served: ServedRole, { items = '' }: BulkRule): ItemOperation {
  const resource = ownResource(served);
  const { returned } = readRecordSchemas(served, resource);
  const body = served.operation.requestBody?.schema ?? {};
  const array = findInner(served.document, body, items) ?? {};
  const sent = resolveSchema(served.document, array.items ?? body);
  return { served, resource, schemas: { returned, sent }, form: readReplyForm(served) };
}

interface BulkRequest {
  request: RoleRequest;
  context: RoleContext;
  location: Location;
}

function changeAll(
  item: ItemOperation,
  bulk: BulkRule,
  bulkRequest: BulkRequest,
): Promise<readonly StoredRecord[]> {
  if (bulk.change === 'delete') return deleteAll(item, bulk, bulkRequest);
  const sent = readItems(bulk, bulkRequest.request.body);
  if (sent === undefined) return changeNamed(item, bulk, bulkRequest);
  return inOrder(sent, (value) => changeOne(item, bulk, value, bulkRequest));
}

/** One after the other: ids count, and a record may refer to the one before. */
async function inOrder<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<StoredRecord>,
): Promise<StoredRecord[]> {
  const records: StoredRecord[] = [];
  for (const item of items) records.push(await work(item));
  return records;
}

function readItems({ items }: BulkRule, body: unknown): readonly unknown[] | undefined {
  const array = items === undefined ? undefined : readAt(body, items);
  return Array.isArray(array) ? array : undefined;
}

/** Creates, changes or replaces the record that a request contains. */
async function changeOne(
  item: ItemOperation,
  { change }: BulkRule,
  value: unknown,
  { context, location }: BulkRequest,
): Promise<StoredRecord> {
  const { served, resource, schemas } = item;
  const ids = readIdValues(resource, value);
  const isNamed = ids.length > 0 && !ids.includes(undefined);
  const stored =
    isNamed && change !== 'create' ? await find(item, ids, location, context) : undefined;
  if (stored !== undefined && change === 'replace')
    return replaceRecord(item, stored, value, context);
  if (stored !== undefined) return changeRecord(item, stored, { record: value }, context);
  if (change === 'update') throw refuseMissing(resource, ids);
  const sent = splitRecord(served, resource, schemas, value);
  return insertRecord(served, resource, schemas, location, sent, context);
}

function find(
  { resource }: ItemOperation,
  ids: readonly unknown[],
  { parent }: Location,
  { records }: RoleContext,
): Promise<StoredRecord | undefined> {
  return records.find(resource.name, toRecordKey(resource, ids, parent));
}

/** Gives the same values to the records that a request names: `{ ids: [1, 2], status: 'done' }`. */
async function changeNamed(
  item: ItemOperation,
  bulk: BulkRule,
  bulkRequest: BulkRequest,
): Promise<readonly StoredRecord[]> {
  const { request, context } = bulkRequest;
  const body = isRecord(request.body) ? { ...request.body } : {};
  if (bulk.ids?.in === 'body') delete body[bulk.ids.pointer.slice(1)];
  const inner = Object.values(body);
  const isWrapped = inner.length === 1 && isRecord(inner[0]);
  const change = { record: isWrapped ? inner[0] : body };
  const isMembership = bulk.change === 'replace' && !item.resource.isCreated;
  if (isMembership) return replaceMembers(item, bulk, bulkRequest);
  const records = await selectAll(item, bulk, bulkRequest);
  return inOrder(records, (record) => changeRecord(item, record, change, context));
}

/** The collection has exactly the records that a request names. Nothing creates them, so that any id is accepted. */
async function replaceMembers(
  item: ItemOperation,
  bulk: BulkRule,
  { request, context, location }: BulkRequest,
): Promise<readonly StoredRecord[]> {
  const { served, resource, schemas } = item;
  const { records } = context;
  const members: StoredRecord[] = [];
  for (const ids of readIds(item, bulk, request) ?? []) {
    const stored = await find(item, ids, location, context);
    const named = { ...location, idValues: ids };
    const nothing = { value: {}, hidden: {} };
    const member =
      stored ?? (await insertRecord(served, resource, schemas, named, nothing, context));
    members.push(member);
  }
  const kept = new Set(members.map(({ id }) => id));
  for (const record of [...(await records.list(resource.name, location.parent))])
    if (!kept.has(record.id)) await removeRecord(served.model, record, records);
  return members;
}

async function deleteAll(
  item: ItemOperation,
  bulk: BulkRule,
  bulkRequest: BulkRequest,
): Promise<readonly StoredRecord[]> {
  const records = await selectAll(item, bulk, bulkRequest);
  const { served } = item;
  for (const record of records)
    await removeRecord(served.model, record, bulkRequest.context.records);
  return records;
}

/** The records that a request names; those that its query selects, where it names none. */
async function selectAll(
  item: ItemOperation,
  bulk: BulkRule,
  bulkRequest: BulkRequest,
): Promise<readonly StoredRecord[]> {
  const { resource, served } = item;
  const { request, context, location } = bulkRequest;
  const named = readIds(item, bulk, request);
  if (named === undefined) {
    const all = await context.records.list(resource.name, location.parent);
    const list = findListOf(served);
    return list === undefined ? [...all] : selectRecords(all, list, location, request.parameters);
  }
  const isMissingRefused = served.operation.responses.some(({ status }) => status === '404');
  const records: StoredRecord[] = [];
  for (const ids of named) {
    const record = await find(item, ids, location, context);
    if (record !== undefined) records.push(record);
    else if (isMissingRefused) throw refuseMissing(resource, ids);
  }
  return records;
}

/** The ids in an item of a request. Some name them as their resource does not: `pattern_id` for `id`. */
function readNamedIds(resource: Resource, value: unknown): unknown[] {
  const ids = readIdValues(resource, value);
  if (!ids.includes(undefined) || !isRecord(value)) return ids;
  const name = Object.keys(value).find((field) => isIdOf(resource, field));
  return name === undefined ? ids : [value[name]];
}

/** The ids of each record that a request names. Undefined if it names none. */
function readIds(
  { resource }: ItemOperation,
  bulk: BulkRule,
  request: RoleRequest,
): unknown[][] | undefined {
  const items = readItems(bulk, request.body);
  if (items !== undefined) return items.map((value) => readNamedIds(resource, value));
  if (bulk.ids === undefined) return undefined;
  const ids =
    bulk.ids.in === 'query'
      ? request.parameters[bulk.ids.name]
      : readAt(request.body, bulk.ids.pointer);
  if (ids === undefined) return undefined;
  const list = typeof ids === 'string' ? ids.split(',') : [ids].flat();
  return list.map((id) => [id]);
}

/** Writes the changed records, or their number, where the response has a place for them. */
function writeReply(
  { served, form }: ItemOperation,
  bulk: BulkRule,
  records: readonly StoredRecord[],
) {
  const { status, schema } = form;
  if (schema === undefined) return { status };
  if (bulk.shown !== undefined) {
    const items = records.map((record) =>
      toShown(served, itemSchema(served, schema, bulk.shown ?? ''), record),
    );
    const body = wrap(served, schema, bulk.shown, items, served.role.operationId);
    return { status, body: withCount(body, bulk, records.length) };
  }
  const generated = served.values.generate(schema, served.role.operationId, {});
  return { status, body: withCount(generated, bulk, records.length) };
}

function itemSchema({ document }: ServedRole, schema: Schema, pointer: Pointer): Schema {
  const array = findInner(document, schema, pointer) ?? {};
  return resolveSchema(document, array.items ?? {});
}

function withCount(body: unknown, { count }: BulkRule, length: number): unknown {
  if (count === undefined || !isRecord(body)) return body;
  const counted = structuredClone(body);
  setAt(counted, count, length);
  return counted;
}
