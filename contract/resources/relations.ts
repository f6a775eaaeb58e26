import { escapePointer } from '../resolve-reference.ts';
import { findItem, isIdName, isSameEntity } from './envelopes.ts';
import { isBelowItem, type PathIndex } from './operation-facts.ts';
import { isNamed } from './operation-names.ts';
import { collectionKeyOf, isItemKey, lastNoun, listParameters, parentKey } from './path-shape.ts';
import { isCreated, type ResourceDraft } from './resource-draft.ts';
import type { RoleDraft } from './role-draft.ts';
import type { Shape, ShapeReader } from './shapes.ts';
import { isSameNoun, splitWords } from './words.ts';

/** What the search for relations looks at. */
interface RelationContext {
  groups: readonly ResourceDraft[];
  paths: PathIndex;
  shapes: ShapeReader;
}

/**
 * Finds the groups that link records of another resource instead of having records of their own, such as
 * `PUT /notes/{id}/tags/{tag}`, and moves their operations to that resource.
 * @returns the other groups, and the path keys of links with those of the linked records
 */
export function extractRelations(context: RelationContext): {
  groups: ResourceDraft[];
  links: Map<string, string>;
} {
  const links = new Map<string, string>();
  const groups = context.groups.filter((group) => {
    const to = findLinked(group, context);
    if (to === undefined || !linksRecords(group, to, context.shapes)) return true;
    if (createsOwnRecords(group, to)) return true;
    const [key = ''] = group.keys;
    links.set(key, keyOf(to));
    for (const draft of group.operations) toLink(draft, parentKey(collectionKeyOf(key)), to);
    to.operations.push(...group.operations);
    return false;
  });
  for (const group of groups) linkByCommand(group, { ...context, groups });
  return { groups, links };
}

function keyOf({ keys: [key = ''] }: ResourceDraft): string {
  return key;
}

function nounOf(resource: ResourceDraft): string {
  return lastNoun(keyOf(resource));
}

/** The resource that the noun of a nested path names, or its parameter: `/boards/{id}/members/{userId}`. */
function findLinked(group: ResourceDraft, context: RelationContext): ResourceDraft | undefined {
  const key = keyOf(group);
  const from = parentKey(collectionKeyOf(key));
  if (group.isSingleton || !isItemKey(from)) return undefined;
  const nouns = [nounOf(group), ...listParameterNouns(group)];
  for (const noun of nouns) {
    const target = findTarget(noun, key, context);
    if (target !== undefined && keyOf(target) !== from) return target;
  }
  return findByRecord(group, context);
}

/** The resource whose records the group lists: users for `/users/{id}/following`. */
function findByRecord(group: ResourceDraft, { groups, paths }: RelationContext) {
  const { record } = group;
  if (record?.name === undefined) return undefined;
  return groups.find((candidate) => {
    const isOwn = candidate !== group && !candidate.isSingleton && paths.has(keyOf(candidate));
    return isOwn && isCreated(candidate) && candidate.record?.pointer === record.pointer;
  });
}

/** `user` for `/members/{userId}`. */
function listParameterNouns(group: ResourceDraft): string[] {
  const onPath = group.operations.find(({ facts }) => facts.key === keyOf(group));
  const segments = onPath?.facts.operation.shape.segments ?? [];
  return listParameters(segments.at(-1)).flatMap((parameter) => {
    const words = splitWords(parameter);
    return words.length > 1 ? [words.slice(0, -1).join('-')] : [];
  });
}

/** A resource of that noun, on a path of its own, whose records something creates. */
function findTarget(
  noun: string,
  key: string,
  { groups, paths }: RelationContext,
): ResourceDraft | undefined {
  const namesakes = groups.filter((group) => {
    return !group.isSingleton && keyOf(group) !== key && isSameNoun(nounOf(group), noun);
  });
  const target = namesakes.find((group) => {
    return paths.has(keyOf(group)) && keyOf(group).length < key.length;
  });
  if (target === undefined) return undefined;
  const isCreatedSomewhere = namesakes.some((group) => {
    return isCreated(group) && (group === target || isSameEntity(group.record, target.record));
  });
  return isCreatedSomewhere ? target : undefined;
}

/** Whether operations only add and remove links: PUT or POST without a body, or with nothing but ids. */
function linksRecords(group: ResourceDraft, to: ResourceDraft, shapes: ShapeReader): boolean {
  const adding = group.operations.filter(({ facts }) => {
    return facts.operation.method === 'PUT' || facts.operation.method === 'POST';
  });
  return adding.length > 0 && adding.every((draft) => isLink(draft, to, shapes));
}

/** Whether a POST is named as a creation, and returns another kind of record than the linked ones. */
function createsOwnRecords({ operations }: ResourceDraft, { record }: ResourceDraft): boolean {
  return operations.some(({ facts }) => {
    const shape = facts.item?.shape;
    const isOwn = shape !== undefined && record !== undefined && !isSameEntity(shape, record);
    return facts.operation.method === 'POST' && isNamed(facts.name, ['create']) && isOwn;
  });
}

function isLink({ facts, role }: RoleDraft, to: ResourceDraft, shapes: ShapeReader): boolean {
  const { request } = facts.operation;
  if (request === undefined) return role === 'link' || role === 'create' || role === 'action';
  const { shape } = request;
  const names = [...shape.properties.keys()];
  return names.length > 0 && names.every((name) => namesRecord(name, shape, to, shapes));
}

/** Whether a field contains the id of a record, or of several: `id`, `tagId`, `tag_ids`, or `labels` with texts. */
function namesRecord(name: string, body: Shape, to: ResourceDraft, shapes: ShapeReader): boolean {
  const words = splitWords(name);
  const last = words.at(-1) ?? '';
  if (isIdName(name) || (words.length === 1 && last === 'ids')) return true;
  const field = shapes.readProperty(body, name);
  const value = field && (shapes.readItems(field) ?? field);
  if (value === undefined || value.type === 'object') return false;
  const isId = ['id', 'ids', 'uuid', 'uuids', 'gid'].includes(last);
  return isSameNoun((isId ? words.slice(0, -1) : words).join('-'), nounOf(to));
}

/** The field of a request body that names the linked records: `/tagId`, `/data/tag`. */
export function findLinkedId(
  { facts }: RoleDraft,
  to: ResourceDraft,
  shapes: ShapeReader,
): string | undefined {
  const request = facts.operation.request?.shape;
  const envelope = request && findItem(shapes, request, []);
  if (envelope === undefined) return undefined;
  const { pointer, shape } = envelope;
  const names = [...shape.properties.keys()];
  const field = names.find((name) => namesRecord(name, shape, to, shapes));
  return field === undefined ? undefined : `${pointer}/${escapePointer(field)}`;
}

/** Gives an operation of the relation its role. */
function toLink(draft: RoleDraft, from: string, to: ResourceDraft): void {
  const { method } = draft.facts.operation;
  draft.relation = { from, to: keyOf(to) };
  // PUT and DELETE on the whole collection of links change all of them.
  const isOne = isItemKey(draft.facts.key) || method === 'POST';
  if (method === 'GET' || !isOne) return;
  draft.role = method === 'DELETE' ? 'unlink' : 'link';
  const because = `${nounOf(to)} have a path of their own, and this one only names one`;
  draft.signals.push({ kind: 'sibling', because });
}

/** `POST /tasks/{id}/addTag` and `removeTag` link records if tags are a resource. */
function linkByCommand(group: ResourceDraft, context: RelationContext): void {
  for (const draft of group.operations) {
    const { pathVerb, key } = draft.facts;
    if (draft.role !== 'action' || pathVerb === undefined || !isBelowItem(key)) continue;
    const isAdding = pathVerb.verb === 'link';
    const isRemoving = pathVerb.verb === 'unlink' || pathVerb.word === 'remove';
    if (pathVerb.laterWords.length === 0 || (!isAdding && !isRemoving)) continue;
    const to = findTarget(pathVerb.laterWords.join('-'), key, context);
    if (to === undefined) continue;
    draft.role = isAdding ? 'link' : 'unlink';
    draft.relation = { from: parentKey(key), to: keyOf(to) };
  }
}
