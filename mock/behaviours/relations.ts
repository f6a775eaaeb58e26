import { isSuccess } from '../../contract/operation.ts';
import { readAt } from '../../contract/resolve-reference.ts';
import type { Pointer, Relation, Resource, ResourceModel } from '../../contract/resources/model.ts';
import { setAt } from '../../contract/values-at.ts';
import type { RecordStore, StoredRecord } from '../store/records.ts';
import type { RoleBehaviour, RoleContext, RoleRequest, ServedRole } from './behaviour.ts';
import { addToCount } from './child-count.ts';
import { insertRecord } from './create-record.ts';
import { findOrAdopt } from './find-or-adopt.ts';
import { type Location, locate, refuseMissing, toRecordKey } from './locate.ts';
import { readRecordSchemas } from './record-value.ts';
import { readReplyForm, toItemBody } from './reply-body.ts';

/** The kind of the records that hold the pairs of a relation. The `from` record is their parent. */
const toKind = ({ name }: Relation): string => `$relation:${name}`;

/** A pair is stored once, so that linking twice changes nothing. */
const toPairId = (from: string, to: string): string => `${from} ${to}`;

/** Links the two records in the path. */
export function createLink(served: ServedRole): RoleBehaviour {
  return createRelationBehaviour(served, async (pair, { records }) => {
    const id = toPairId(pair.from.id, pair.to.id);
    const kind = toKind(pair.relation);
    if ((await records.find(kind, id)) !== undefined) return;
    const value = { to: pair.to.id };
    await records.insert({ kind, id, parent: pair.from.id, value, hidden: {} });
    await addToCount(pair.resource, pair.from.kind, pair.from.id, 1, records);
  });
}

/** Removes the link between the two records in the path. @throws Refusal `not-found` if they are not linked */
export function createUnlink(served: ServedRole): RoleBehaviour {
  return createRelationBehaviour(served, async (pair, { records }) => {
    const id = toPairId(pair.from.id, pair.to.id);
    const wasLinked = await records.remove(toKind(pair.relation), id);
    if (!wasLinked) throw refuseMissing(pair.resource, [pair.to.id]);
    await addToCount(pair.resource, pair.from.kind, pair.from.id, -1, records);
  });
}

/**
 * A path such as `/notes/{id}/tags/{tag}` has only what is linked, if something links it.
 * @throws Refusal `not-found`
 */
export async function assertLinked(
  { role, model, operation }: ServedRole,
  { id, idValues, keys }: Location,
  { records }: RoleContext,
): Promise<void> {
  const { relation } = role;
  const isDocumented = operation.responses.some(({ status }) => status === '404');
  const from = keys.get(relation?.from ?? '');
  const linked = model.resources.get(relation?.to ?? '');
  if (relation === undefined || !isDocumented || from === undefined) return;
  if (id === undefined || linked === undefined) return;
  const pair = await records.find(toKind(relation), toPairId(from, id));
  if (pair === undefined) throw refuseMissing(linked, idValues);
}

interface Pair {
  relation: Relation;
  /** The resource that is linked. */
  resource: Resource;
  from: StoredRecord;
  to: StoredRecord;
}

function createRelationBehaviour(
  served: ServedRole,
  change: (pair: Pair, context: RoleContext) => Promise<void>,
): RoleBehaviour {
  const form = readReplyForm(served);
  return async (request, context) => {
    const location = await locate(served, request, context);
    const pairs = await findPairs(served, location, request, context);
    for (const pair of pairs) await change(pair, context);
    const pair = pairs.at(-1);
    if (pair === undefined) return { status: form.status };
    const changed = await context.records.find(pair.from.kind, pair.from.id);
    const from = await showLinks({ ...pair, from: changed ?? pair.from }, context);
    const replyRecord = isShownAs(served, pair.relation.from) ? from : pair.to;
    return { status: form.status, body: toItemBody(served, form, replyRecord) };
  };
}

/** The record in the path, with each record that the request links to it. */
async function findPairs(
  served: ServedRole,
  location: Location,
  request: RoleRequest,
  context: RoleContext,
): Promise<Pair[]> {
  const { model, role } = served;
  const { relation } = role;
  const source = model.resources.get(relation?.from ?? '');
  const resource = model.resources.get(relation?.to ?? '');
  if (relation === undefined || source === undefined || resource === undefined)
    throw new Error(`${role.operationId} names no relation`);
  // A command such as `/tasks/{id}/addTag` is an operation of the record that gets the link.
  const ownKey = role.resource === source.name ? location.id : undefined;
  const key = location.keys.get(source.name) ?? ownKey;
  const stored = await context.records.find(source.name, key ?? '');
  const from = stored ?? (await adoptSource(served, source, key, request, context));
  const linked = await findLinkedRecords(relation, resource, location, request, served, context);
  return linked.map((to) => ({ relation, resource, from, to }));
}

/** A record that nothing creates exists as soon as it is named. */
async function adoptSource(
  served: ServedRole,
  source: Resource,
  key: string | undefined,
  { parameters }: RoleRequest,
  context: RoleContext,
): Promise<StoredRecord> {
  const isAdoptable = key !== undefined && source.parent === undefined && !source.isCreated;
  if (!isAdoptable) throw refuseMissing(source, [key]);
  const bindings = served.role.bindings.filter((binding) => binding.resource === source.name);
  const idValues = bindings.map(({ parameter }) => parameters[parameter]);
  const location: Location = {
    id: key,
    idValues,
    ancestors: [],
    parent: undefined,
    keys: new Map(),
    fields: new Map(),
  };
  const schemas = readRecordSchemas(served, source);
  return insertRecord(served, source, schemas, location, { value: {}, hidden: {} }, context);
}

/** The records that the body names, or the one in the path. */
async function findLinkedRecords(
  { linkedId }: Relation,
  resource: Resource,
  location: Location,
  { body }: RoleRequest,
  served: ServedRole,
  context: RoleContext,
): Promise<StoredRecord[]> {
  const isInPath = location.id !== undefined && served.role.resource === resource.name;
  if (linkedId === undefined || isInPath) return [await findOrAdopt(served, location, context)];
  const linked: StoredRecord[] = [];
  for (const id of [readAt(body, linkedId)].flat()) {
    const record = await context.records.find(resource.name, toKeyOf(resource, id));
    if (record === undefined) throw refuseMissing(resource, [id]);
    linked.push(record);
  }
  return linked;
}

/** Whether the response shows records of a resource. */
function isShownAs({ model, role, operation }: ServedRole, name: string): boolean {
  const schema = model.resources.get(name)?.schema;
  const success = operation.responses.find(isSuccess);
  if (schema === undefined || role.responseItem === undefined) return false;
  return JSON.stringify(success?.schema ?? {}).includes(`"#${schema}"`);
}

/** Writes the linked ids, or the linked records, into the field of the `from` record that lists them. */
async function showLinks(
  { relation, resource, from }: Pair,
  { records }: RoleContext,
): Promise<StoredRecord> {
  const { field } = relation;
  if (field === undefined) return from;
  const linked = await listLinked(relation, from.id, records);
  const linkValues = linked.map((record) => toLinkValue(from, field, resource, record));
  const value = structuredClone({ ...from.value });
  setAt(value, field, linkValues);
  const changed = { ...from, value };
  await records.replace(changed);
  return changed;
}

/** A field that lists objects shows the linked records, otherwise their ids. */
function toLinkValue(
  from: StoredRecord,
  field: Pointer,
  resource: Resource,
  record: StoredRecord,
): unknown {
  const existing = readAt(from.value, field);
  const [first] = Array.isArray(existing) ? existing : [];
  const [id = ''] = resource.id;
  return typeof first === 'object' ? record.value : readAt(record.value, id);
}

/** The records that are linked from a record, in the order in which they were linked. */
export async function listLinked(
  relation: Relation,
  from: string,
  records: RecordStore,
): Promise<StoredRecord[]> {
  const linked: StoredRecord[] = [];
  for (const { value } of await records.list(toKind(relation), from)) {
    const record = await records.find(relation.to, String(value['to']));
    if (record !== undefined) linked.push(record);
  }
  return linked;
}

/** Removes all links of a record that is deleted. */
export async function unlinkAll(
  model: ResourceModel,
  record: StoredRecord,
  records: RecordStore,
): Promise<void> {
  for (const relation of listRelations(model)) {
    if (relation.from !== record.kind && relation.to !== record.kind) continue;
    const kind = toKind(relation);
    for (const pair of [...(await records.list(kind))]) {
      const isOutgoing = relation.from === record.kind && pair.parent === record.id;
      const isIncoming = relation.to === record.kind && pair.value['to'] === record.id;
      if (isOutgoing || isIncoming) await records.remove(kind, pair.id);
    }
  }
}

function listRelations(model: ResourceModel): Relation[] {
  const relations = new Map<string, Relation>();
  for (const { relation } of model.operations.values())
    if (relation !== undefined) relations.set(relation.name, relation);
  return [...relations.values()];
}

/** The key of a record that a request names by its id alone. */
const toKeyOf = (resource: Resource, id: unknown): string => toRecordKey(resource, [id], undefined);
