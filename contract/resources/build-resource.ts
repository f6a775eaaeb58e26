import { escapePointer } from '../resolve-reference.ts';
import { findItem } from './envelopes.ts';
import type { Certainty, Resource, Role } from './model.ts';
import { collectionKeyOf, isItemKey, toKey } from './path-shape.ts';
import {
  findDerived,
  findHidden,
  findIdField,
  findReferences,
  findSecret,
  findServerSet,
} from './record-fields.ts';
import { isCreated, type ResourceDraft } from './resource-draft.ts';
import type { RoleDraft } from './role-draft.ts';
import type { Shape, ShapeReader } from './shapes.ts';
import { normalise, toPluralName } from './words.ts';

const writingRoles: ReadonlySet<Role> = new Set(['create', 'update', 'replace', 'upsert']);

/** Builds the statements about a resource from its operations and schemas. */
export function buildResource(
  draft: ResourceDraft,
  names: ReadonlySet<string>,
  shapes: ShapeReader,
): Resource {
  const itemPaths = listItemPaths(draft);
  const id = findId(draft, itemPaths[0], shapes);
  const requests = listRequests(draft, shapes);
  const isIdSent = draft.operations.some(({ role }) => role === 'upsert');
  const serverSet = findServerSet(shapes, draft.record, requests, id, isIdSent);
  const bodies = draft.record === undefined ? requests : [draft.record, ...requests];
  return {
    name: draft.name,
    plural: draft.isSingleton ? draft.name : toPluralName(draft.name),
    itemPaths,
    collectionPaths: draft.isSingleton ? [] : listCollectionPaths(draft),
    id,
    parent: draft.parent && {
      resource: draft.parent.name,
      field: findParentField(draft, draft.parent),
    },
    references: findReferences(shapes, draft.record, requests, id, names),
    schema: draft.record?.pointer,
    isSingleton: draft.isSingleton,
    slots: listSlots(draft),
    serverSet,
    derived: findDerived(shapes, draft.record, serverSet),
    hidden: findHidden(shapes, draft.record, requests),
    secret: findSecret(shapes, bodies),
    unique: [],
    sample: undefined,
    replaceKeeps: undefined,
    certainty: decideCertainty(draft),
    because: explain(draft),
  };
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
  const own = operations.filter(({ facts, target, role }) => {
    return ['create', 'list', 'bulk'].includes(role) && facts.key === collectionKeyOf(target);
  });
  const creating = own.filter(({ role }) => role === 'create');
  return [...new Set([...creating, ...own].map(({ facts }) => facts.operation.path))];
}

function findId(
  { record, name, isSingleton }: ResourceDraft,
  itemPath: string | undefined,
  shapes: ShapeReader,
): string[] {
  const parameters = isSingleton ? [] : trailingParameters(itemPath ?? '');
  if (parameters.length === 0) {
    const field = isSingleton ? undefined : findIdField(shapes, record, 'id', name);
    return field === undefined ? [] : [field];
  }
  return parameters.map((parameter) => {
    const field = findIdField(shapes, record, parameter, name);
    if (field !== undefined) return field;
    return record === undefined && parameters.length === 1 ? '/id' : `/${escapePointer(parameter)}`;
  });
}

/** The parameters at the end of a path: `owner` and `repo` of `/repos/{owner}/{repo}`. */
function trailingParameters(path: string): string[] {
  const [end = ''] = /(?:\/[^/{}]*\{[^/]+\}[^/]*)*$/.exec(path) ?? [];
  return [...end.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
}

/** The records in the bodies of requests that write one. */
function listRequests({ operations, record }: ResourceDraft, shapes: ShapeReader): Shape[] {
  return operations.flatMap(({ role, facts }) => {
    const request = facts.operation.request?.shape;
    if (request === undefined || !writingRoles.has(role)) return [];
    const pointer = findRequestItem(shapes, facts.operation.request?.shape, facts.nouns, record);
    const shape = pointer === undefined ? undefined : shapes.readAt(request, pointer);
    return shape === undefined ? [] : [shape];
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

/** The field of a record with the id of its parent: named as the parameter, or after the parent. */
function findParentField({ record, operations }: ResourceDraft, parent: ResourceDraft) {
  if (record === undefined) return undefined;
  const parameters = operations.flatMap(({ facts }) => {
    return facts.operation.shape.segments.slice(0, -1).flatMap((segment) => segment.parameters);
  });
  const isNamed = (name: string) => {
    const words = [
      `${parent.name}Id`,
      `${parent.name}Uuid`,
      ...(isItemKey(parent.keys[0] ?? '') ? [] : []),
    ];
    return words.some((word) => normalise(word) === normalise(name));
  };
  const own = new Set(parameters.map(normalise));
  const field = [...record.properties.keys()].find((name) => {
    return (
      isNamed(name) ||
      (own.has(normalise(name)) &&
        normalise(name).endsWith('id') &&
        normalise(name) !== 'id' &&
        normalise(name).includes(normalise(parent.name)))
    );
  });
  return field === undefined ? undefined : `/${escapePointer(field)}`;
}

function listSlots({ operations }: ResourceDraft): Map<Role, string[]> {
  const slots = new Map<Role, string[]>();
  for (const { role, facts } of operations) {
    slots.set(role, [...(slots.get(role) ?? []), facts.operation.id]);
  }
  return slots;
}

export function certaintyOf({ signals, isDoubtful }: RoleDraft): Certainty {
  const kinds = new Set(signals.map(({ kind }) => kind));
  if (kinds.has('document')) return 'declared';
  return kinds.size >= 2 && !isDoubtful ? 'certain' : 'likely';
}

function decideCertainty(draft: ResourceDraft): Certainty {
  const own = draft.operations.filter(({ role }) => {
    return ['create', 'read', 'list', 'upsert', 'update', 'replace'].includes(role);
  });
  const certain = own.filter((operation) => certaintyOf(operation) !== 'likely');
  return certain.length >= 2 ? 'certain' : 'likely';
}

function explain(draft: ResourceDraft): string[] {
  const { record, because } = draft;
  const reasons = [...because];
  if (record?.name !== undefined) reasons.push(`its records have the schema ${record.name}`);
  if (!isCreated(draft)) reasons.push('no operation creates it');
  return reasons;
}
