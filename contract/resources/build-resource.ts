import { escapePointer } from '../resolve-reference.ts';
import { checkDeclaredBodies } from './check-declarations.ts';
import type { ResourceDeclaration } from './declarations.ts';
import { declareFields } from './declare-fields.ts';
import { keepsDeleted } from './deletions.ts';
import { findItem, isSameEntity } from './envelopes.ts';
import type { Certainty, Resource, Role } from './model.ts';
import type { OperationView } from './operation-view.ts';
import { collectionKeyOf, listParameters, readPathShape, toKey } from './path-shape.ts';
import {
  findDerived,
  findHidden,
  findIdField,
  findReferences,
  findSecret,
  findServerSet,
  type IdTypes,
} from './record-fields.ts';
import { isCreated, type ResourceDraft } from './resource-draft.ts';
import type { RoleDraft } from './role-draft.ts';
import type { Shape, ShapeReader } from './shapes.ts';
import { findUnique } from './unique-fields.ts';
import { normalise, toPluralName } from './words.ts';

const creatingRoles: ReadonlySet<Role> = new Set(['create', 'upsert']);
const changingRoles: ReadonlySet<Role> = new Set(['update', 'replace']);

/** What the statements about resources are built from. */
export interface ResourceContext {
  shapes: ShapeReader;
  /** All resources, with the types of their ids. */
  idTypes: IdTypes;
  declarations: ReadonlyMap<string, ResourceDeclaration>;
}

/** Builds the statements about a resource from its operations and schemas. */
export function buildResource(draft: ResourceDraft, context: ResourceContext): Resource {
  const { shapes, idTypes, declarations } = context;
  const { record } = draft;
  const itemPaths = listItemPaths(draft);
  const id = findId(draft, itemPaths[0], shapes);
  const creating = listRequests(draft, creatingRoles, shapes);
  const changing = listRequests(draft, changingRoles, shapes);
  const requests = [...creating, ...changing];
  const bodies = record === undefined ? requests : [record, ...requests];
  const serverSet = findServerSet(shapes, record, { creating, changing }, id);
  const references = findReferences(shapes, bodies, { resource: draft.name, id }, idTypes);
  const resource: Resource = {
    name: draft.name,
    plural: draft.isSingleton ? draft.name : toPluralName(draft.name),
    itemPaths,
    collectionPaths: draft.isSingleton ? [] : listCollectionPaths(draft),
    id,
    hasNumericPath: hasNumericPath(draft, itemPaths),
    parent: draft.parent && {
      resource: draft.parent.name,
      field: findParentField(draft, draft.parent, shapes),
    },
    isNested: isNested(draft),
    references,
    schema: record?.pointer,
    isSingleton: draft.isSingleton,
    isCreated: isCreated(draft),
    slots: listSlots(draft),
    serverSet,
    derived: findDerived(shapes, record, serverSet),
    hidden: findHidden(shapes, record, listShown(draft, shapes), requests),
    secret: findSecret(shapes, bodies),
    unique: findUnique(shapes, draft.operations, record, id),
    keepsDeleted: keepsDeleted(draft, shapes),
    sample: undefined,
    replaceKeeps: undefined,
    certainty: decideCertainty(draft),
    because: explain(draft),
  };
  const declaration = declarations.get(draft.name);
  if (declaration === undefined) return resource;
  checkDeclaredBodies(declaration, draft.operations, shapes);
  return declareFields(resource, declaration, { shapes, bodies, names: [...idTypes.keys()] });
}

/** Whether every path of a record goes on from a path of its parent. */
function isNested({ keys, parent }: ResourceDraft): boolean {
  if (parent === undefined) return false;
  return keys.every((key) => parent.keys.some((parentKey) => key.startsWith(`${parentKey}/`)));
}

/** The type of the field that identifies the records of a resource. */
export function readIdType(draft: ResourceDraft, shapes: ShapeReader): string | undefined {
  const id = findId(draft, listItemPaths(draft)[0], shapes);
  const [pointer] = id;
  if (draft.isSingleton || id.length > 1) return undefined;
  if (draft.record === undefined || pointer === undefined) return undefined;
  return shapes.readAt(draft.record, pointer)?.type;
}

/** The path of an operation, or of the beginning of one, for each path of a record. */
function listItemPaths({ keys, operations, segments, isSingleton }: ResourceDraft): string[] {
  if (segments !== undefined) return [`/${segments.map(({ text }) => text).join('/')}`];
  const itemPaths = keys.flatMap((key) => {
    const exact = operations.find(({ facts }) => facts.key === key);
    if (exact !== undefined) return [exact.facts.operation.path];
    const length = key.split('/').length - 1;
    const longer = operations.find(({ facts }) => {
      return toKey(facts.operation.shape.segments.slice(0, length)) === key;
    });
    if (longer === undefined || isSingleton) return [];
    const parts = longer.facts.operation.shape.segments.slice(0, length);
    return [`/${parts.map(({ text }) => text).join('/')}`];
  });
  return [...new Set(itemPaths)];
}

function listCollectionPaths({ operations }: ResourceDraft): string[] {
  const onCollection = operations.filter(({ facts, target, role }) => {
    return ['create', 'list', 'bulk'].includes(role) && facts.key === collectionKeyOf(target);
  });
  const creating = onCollection.filter(({ role }) => role === 'create');
  return [...new Set([...creating, ...onCollection].map(({ facts }) => facts.operation.path))];
}

function findId(
  { record, name, isSingleton, keys, operations }: ResourceDraft,
  itemPath: string | undefined,
  shapes: ShapeReader,
): string[] {
  const parameters = isSingleton ? [] : trailingParameters(itemPath ?? '');
  if (parameters.length === 0) {
    const field = isSingleton
      ? undefined
      : findIdField(shapes, record, { name: 'id', type: undefined }, name);
    return field === undefined ? [] : [field];
  }
  const onPath = operations.find(({ facts }) => keys[0] === facts.key);
  const fields = parameters.map((parameter) => {
    const type = onPath && typeOfParameter(onPath.facts.operation, parameter);
    const field = findIdField(shapes, record, { name: parameter, type }, name);
    if (field !== undefined) return field;
    return record === undefined && parameters.length === 1 ? '/id' : `/${escapePointer(parameter)}`;
  });
  // One field is not two ids: in `/projects/{organizationId}/{projectId}`, the first identifies what contains the record.
  return fields.filter((field, index) => fields.lastIndexOf(field) === index);
}

function hasNumericPath({ operations }: ResourceDraft, itemPaths: readonly string[]): boolean {
  return operations.some(({ facts: { operation } }) => {
    const [, parameter = ''] = /\{([^{}]+)\}\/?$/.exec(operation.path) ?? [];
    const isItem = itemPaths.includes(operation.path);
    return isItem && typeOfParameter(operation, parameter) === 'integer';
  });
}

/** The type of a path parameter. */
export function typeOfParameter({ operation }: OperationView, name: string): string | undefined {
  const parameter = operation.parameters.find((candidate) => {
    return candidate.in === 'path' && candidate.name === name;
  });
  const { type } = parameter?.schema ?? {};
  return typeof type === 'string' ? type : undefined;
}

/** The parameters at the end of a path: `owner` and `repo` of `/repos/{owner}/{repo}`. */
function trailingParameters(path: string): string[] {
  const { segments } = readPathShape(path);
  const last = segments.findLastIndex(({ parameters }) => parameters.length === 0);
  return segments.slice(last + 1).flatMap(({ parameters }) => [...parameters]);
}

/** The records in the bodies of requests of some roles. */
function listRequests(
  { operations, record }: ResourceDraft,
  roles: ReadonlySet<Role>,
  shapes: ShapeReader,
): Shape[] {
  return operations.flatMap(({ role, facts }) => {
    const request = facts.operation.request?.shape;
    if (request === undefined || !roles.has(role)) return [];
    const pointer = findRequestItem(shapes, request, facts.nouns, record);
    const shape = pointer === undefined ? undefined : shapes.readAt(request, pointer);
    return shape === undefined ? [] : [shape];
  });
}

/** The record in the responses of every operation: a creation may return less than a list. */
function listShown({ operations }: ResourceDraft, shapes: ShapeReader): Shape[] {
  return operations.flatMap(({ role, facts }) => {
    const listed = facts.list?.record;
    if (role === 'list' && listed !== undefined) return [shapes.read(listed)];
    return facts.item === undefined ? [] : [facts.item.shape];
  });
}

/** Where a request body carries the record. A field that the record has itself is not an envelope. */
export function findRequestItem(
  shapes: ShapeReader,
  request: Shape | undefined,
  nouns: readonly string[],
  record: Shape | undefined,
): string | undefined {
  if (request === undefined) return undefined;
  const item = findItem(shapes, request, nouns);
  if (item === undefined) return undefined;
  const [, wrapper = ''] = item.pointer.split('/');
  return record?.properties.has(wrapper) === true ? '' : item.pointer;
}

/**
 * The field of a record with the id of its parent: `siteId`, `site_key`, the parameter `project_id` of its path, or `site`, unless
 * that is the parent itself.
 */
function findParentField(
  { record, operations }: ResourceDraft,
  parent: ResourceDraft,
  shapes: ShapeReader,
): string | undefined {
  if (record === undefined) return undefined;
  const [key = ''] = parent.keys;
  const parameters = operations.flatMap(({ facts }) => {
    const length = key.split('/').length - 1;
    const segments = facts.operation.shape.segments.slice(0, length);
    return toKey(segments) === key ? listParameters(segments.at(-1)) : [];
  });
  const noun = normalise(parent.name);
  const names = ['id', 'uuid', ...parameters].map((name) => noun + normalise(name));
  const qualified = parameters
    .map(normalise)
    .filter((name) => name.startsWith(noun) && name !== noun);
  const fields = [...record.properties.keys()];
  const ids = [...names, ...qualified];
  const idField = fields.find((name) => ids.includes(normalise(name)));
  const isNoun = (name: string) => {
    return normalise(name) === noun && isPlain(shapes.readProperty(record, name));
  };
  const field = idField ?? fields.find(isNoun);
  return field === undefined ? undefined : `/${escapePointer(field)}`;
}

const isPlain = (shape: Shape | undefined): boolean =>
  shape?.type === 'string' || shape?.type === 'integer';

/** Declared operations come first, then those on the main path of a record that show it. */
function listSlots({ operations, keys, record }: ResourceDraft): Map<Role, string[]> {
  const slots = new Map<Role, string[]>();
  const [mainKey] = keys;
  const rank = (draft: RoleDraft): number => {
    if (draft.signals.some(({ kind }) => kind === 'document')) return 0;
    const { key, item } = draft.facts;
    if (draft.role !== 'read') return 1;
    const showsRecord = isSameEntity(item?.shape, record);
    return (key === mainKey ? 1 : 2) + (showsRecord ? 0 : 2);
  };
  for (const { role, facts } of operations.toSorted(
    (first, second) => rank(first) - rank(second),
  )) {
    slots.set(role, [...(slots.get(role) ?? []), facts.operation.id]);
  }
  return slots;
}

export function certaintyOf({ signals, isDoubtful }: RoleDraft): Certainty {
  const kinds = new Set(signals.map(({ kind }) => kind));
  if (kinds.has('document') || kinds.has('extension')) return 'declared';
  return kinds.size >= 2 && !isDoubtful ? 'certain' : 'likely';
}

function decideCertainty(draft: ResourceDraft): Certainty {
  if (draft.isDeclared) return 'declared';
  const ofRecords = draft.operations.filter(({ role }) => {
    return ['create', 'read', 'list', 'upsert', 'update', 'replace'].includes(role);
  });
  const certain = ofRecords.filter((operation) => certaintyOf(operation) !== 'likely');
  return certain.length >= 2 ? 'certain' : 'likely';
}

function explain(draft: ResourceDraft): string[] {
  const { record, because } = draft;
  const reasons = [...because];
  if (record?.name !== undefined) reasons.push(`its records have the schema ${record.name}`);
  if (!isCreated(draft)) reasons.push('no operation creates it');
  return reasons;
}
