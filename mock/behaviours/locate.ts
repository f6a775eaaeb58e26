import { encodeText } from '../../contract/parse-url.ts';
import { readAt } from '../../contract/resolve-reference.ts';
import type { PathBinding, Pointer, Resource } from '../../contract/resources/model.ts';
import { Refusal } from '../refusal.ts';
import type { StoredRecord } from '../store/records.ts';
import type { RoleContext, RoleRequest, ServedRole } from './behaviour.ts';
import { findByTokens } from './find-by-tokens.ts';

/** The ids that the path of a request names, resolved from the outermost resource to the innermost. */
export interface Location {
  /** The key of the record that the path names. Undefined if it names a collection. */
  readonly id: string | undefined;
  /** The values of the path parameters that identify that record, in the order of its id fields. */
  readonly idValues: readonly unknown[];
  /** The records in the path that contain it, from the outermost to the innermost. */
  readonly ancestors: readonly Ancestor[];
  /** The key of the record that directly contains it. Undefined at the root, and where the path does not name it. */
  readonly parent: string | undefined;
  /** The keys of all other records in the path, by the name of their resource. */
  readonly keys: ReadonlyMap<string, string>;
  /** The values of path parameters that a record carries in a field, by the pointer of that field. */
  readonly fields: ReadonlyMap<Pointer, unknown>;
}

/** A record in the path that contains the one that the path names. */
interface Ancestor {
  readonly resource: string;
  readonly key: string;
}

/**
 * Finds what the path of a request names.
 * @throws Refusal `not-found` if it names a record of a resource that some operation creates, and that does not exist
 */
export async function locate(
  served: ServedRole,
  request: RoleRequest,
  context: RoleContext,
): Promise<Location> {
  const { model, role } = served;
  const target = model.resources.get(role.resource ?? '');
  const groups = groupBindings(role.bindings);
  const surroundings = await locateSurroundings(served, target, groups, request, context);
  const parent = findParent(surroundings.ancestors, target);
  const targetBindings = groups.filter((group) => isIdOfTarget(group, target, role.bindings));
  const named = await identify(served, target, targetBindings.flat(), parent, request, context);
  return { ...named, ...surroundings, parent };
}

/**
 * Finds the records in the path around the one that it names.
 * @throws Refusal `not-found`
 */
async function locateSurroundings(
  served: ServedRole,
  target: Resource | undefined,
  groups: readonly PathBinding[][],
  request: RoleRequest,
  context: RoleContext,
): Promise<Pick<Location, 'ancestors' | 'keys' | 'fields'>> {
  const { model, role } = served;
  const ancestors: Ancestor[] = [];
  const keys = new Map<string, string>();
  const fields = new Map<Pointer, unknown>();
  for (const group of groups) {
    const [binding] = group;
    const resource = model.resources.get(binding?.resource ?? '');
    if (resource === undefined || isIdOfTarget(group, target, role.bindings)) continue;
    const values = readValues(group, request);
    // What contains this record need not contain the one of the operation.
    const container = keys.get(resource.parent?.resource ?? '') ?? ancestors.at(-1)?.key;
    const key = await findKey(resource, group, values, container, context);
    keys.set(resource.name, key);
    const isMissing = binding?.isCreated === true && !(await exists(context, resource, key));
    if (isMissing) throw refuseMissing(resource, values);
    const field = target && findParentField(target, resource);
    if (field !== undefined) fields.set(field, values.at(-1));
    if (isAncestor(served, target, resource)) ancestors.push({ resource: resource.name, key });
  }
  return { ancestors, keys, fields };
}

function readValues(bindings: readonly PathBinding[], { parameters }: RoleRequest): unknown[] {
  return bindings.map(({ parameter }) => parameters[parameter]);
}

/** The key of the record that directly contains the one of the operation. */
function findParent(
  ancestors: readonly Ancestor[],
  target: Resource | undefined,
): string | undefined {
  const innermost = ancestors.at(-1);
  if (innermost === undefined) return undefined;
  return innermost.resource === target?.parent?.resource ? innermost.key : undefined;
}

/** Finds the record that a request names: by the path, the query, or what its body has. */
async function identify(
  served: ServedRole,
  target: Resource | undefined,
  bindings: readonly PathBinding[],
  parent: string | undefined,
  request: RoleRequest,
  context: RoleContext,
): Promise<Pick<Location, 'id' | 'idValues'>> {
  if (target === undefined) return { id: undefined, idValues: [] };
  const inPath = readValues(bindings, request);
  const idValues = inPath.length > 0 ? inPath : readIdsElsewhere(served, target, request);
  if (idValues.length > 0)
    return { id: await findKey(target, bindings, idValues, parent, context), idValues };
  if (!namesRecordInBody(served)) return { id: undefined, idValues };
  const record = await findByTokens(target, request, context);
  return { id: record?.id, idValues };
}

/** The key of a record that a path names by its id, or by another field that identifies it: `/flows/name/{name}`. */
async function findKey(
  resource: Resource,
  bindings: readonly PathBinding[],
  values: readonly unknown[],
  parent: string | undefined,
  context: RoleContext,
): Promise<string> {
  const usual = toRecordKey(resource, values, parent);
  const isById = bindings.every(({ field }) => field === undefined || resource.id.includes(field));
  if (isById) return usual;
  const isNamed = ({ value }: StoredRecord): boolean =>
    bindings.every(
      ({ field = '' }, index) => String(readAt(value, field)) === String(values[index]),
    );
  const container = resource.isNested ? parent : undefined;
  const records = await context.records.list(resource.name, container);
  const record = records.find(isNamed);
  return record?.id ?? usual;
}

/** Ids outside the path: in the query, in the body, or in the record of the body. */
function readIdsElsewhere(served: ServedRole, target: Resource, request: RoleRequest): unknown[] {
  const { recordId } = served.role;
  if (recordId !== undefined) {
    const isInQuery = recordId.in === 'query';
    const id = isInQuery
      ? request.parameters[recordId.name]
      : readAt(request.body, recordId.pointer);
    return id === undefined ? [] : [id];
  }
  return namesRecordInBody(served) ? readIdsInBody(served, target, request.body) : [];
}

/** Whether an operation acts on one record, and its path names none: `PUT /pets` has the id in its body. */
function namesRecordInBody({ role }: ServedRole): boolean {
  return ['update', 'replace', 'upsert', 'delete', 'read'].includes(role.role);
}

/** The ids in the record of a request body. Empty if one of them is missing. */
function readIdsInBody({ role }: ServedRole, resource: Resource, body: unknown): unknown[] {
  const item = readAt(body, role.requestItem ?? '');
  const ids = readIdValues(resource, item);
  return ids.includes(undefined) ? [] : ids;
}

/** Joins the parameters that together identify one record, such as an owner and a name. */
function groupBindings(bindings: readonly PathBinding[]): PathBinding[][] {
  const groups: PathBinding[][] = [];
  for (const binding of bindings) {
    const last = groups.at(-1);
    const continues = last?.[0]?.resource === binding.resource && binding.resource !== undefined;
    if (continues) last?.push(binding);
    else groups.push([binding]);
  }
  return groups;
}

/** Whether parameters identify the record of the operation: they belong to its resource, and no later one does not. */
function isIdOfTarget(
  [binding]: readonly PathBinding[],
  target: Resource | undefined,
  bindings: readonly PathBinding[],
): boolean {
  if (target === undefined || binding?.resource !== target.name) return false;
  const innermost = bindings.findLast(({ resource }) => resource !== undefined);
  return innermost?.resource === target.name;
}

/** The field of a record that carries the id of the resource in its path. */
function findParentField(child: Resource, ancestor: Resource): Pointer | undefined {
  if (child.parent?.resource === ancestor.name && child.parent.field !== undefined)
    return child.parent.field;
  for (const [pointer, resource] of child.references)
    if (resource === ancestor.name) return pointer;
  return undefined;
}

/** Whether one resource contains another, directly or not. Records that a path only filters by are not contained. */
function isAncestor(
  { model }: ServedRole,
  target: Resource | undefined,
  candidate: Resource,
): boolean {
  if (target === undefined) return true;
  const seen = new Set<string>();
  let parent = target.parent?.resource;
  while (parent !== undefined && !seen.has(parent)) {
    if (parent === candidate.name) return true;
    seen.add(parent);
    parent = model.resources.get(parent)?.parent?.resource;
  }
  return false;
}

/**
 * The key under which a record is stored. Where every path of a resource names its parent, ids need to be unique only below
 * that parent, so its key is part of the record's.
 */
export function toRecordKey(
  resource: Resource,
  idValues: readonly unknown[],
  parent: string | undefined,
): string {
  const keyParts = idValues.map((value) => encodeText(normaliseId(value)));
  if (resource.isNested && parent !== undefined) keyParts.unshift(parent);
  return keyParts.join('/');
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** UUIDs are equal regardless of case (RFC 9562, section 4); other ids are compared as they are. */
function normaliseId(value: unknown): string {
  const text = String(value);
  return uuid.test(text) ? text.toLowerCase() : text;
}

async function exists(context: RoleContext, resource: Resource, key: string): Promise<boolean> {
  return (await context.records.find(resource.name, key)) !== undefined;
}

/** The key of a stored value, read from its id fields. */
export function readKey(resource: Resource, value: unknown, parent: string | undefined): string {
  return toRecordKey(resource, readIdValues(resource, value), parent);
}

/** The values of the id fields of a record. */
export function readIdValues(resource: Resource, value: unknown): unknown[] {
  return resource.id.map((pointer) => readAt(value, pointer));
}

export function refuseMissing(resource: Resource, idValues: readonly unknown[]): Refusal {
  const id = shortenId(idValues.map(String).join('/'));
  const subject = id === '' ? toTitle(resource.name) : `${toTitle(resource.name)} ${id}`;
  return new Refusal('not-found', `${subject} not found.`);
}

const shortenId = (id: string): string => (id.length > 100 ? `${id.slice(0, 100)}…` : id);

/** Writes the name of a resource at the start of a sentence: `orderItem` becomes `Order item`. */
export function toTitle(name: string): string {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Finds the record that the path names. @throws Refusal `not-found` */
export async function findRecord(
  served: ServedRole,
  location: Location,
  context: RoleContext,
): Promise<StoredRecord> {
  const resource = ownResource(served);
  const record =
    location.id === undefined ? undefined : await context.records.find(resource.name, location.id);
  if (record === undefined || !isBelow(record, location))
    throw refuseMissing(resource, location.idValues);
  return record;
}

/** Whether a record belongs to the parent that the path names. */
function isBelow(record: StoredRecord, { parent }: Location): boolean {
  return parent === undefined || record.parent === undefined || record.parent === parent;
}

/** The resource of an operation whose role needs one. */
export function ownResource({ model, role }: ServedRole): Resource {
  const resource = model.resources.get(role.resource ?? '');
  if (resource === undefined)
    throw new Error(`${role.operationId} has the role ${role.role}, but no resource`);
  return resource;
}
