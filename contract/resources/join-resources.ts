import { isSameEntity } from './envelopes.ts';
import type { PathIndex } from './operation-facts.ts';
import { collectionKeyOf, lastNoun, parameterKey, parentKey } from './path-shape.ts';
import { findRecord, isCreated, type ResourceDraft } from './resource-draft.ts';
import { pathSignal, type RoleDraft } from './role-draft.ts';
import type { ShapeReader } from './shapes.ts';
import { isSameNoun } from './words.ts';

/**
 * Joins the paths of one kind of record: `/workspaces/{id}/sites` creates and lists what `/sites/{id}` reads, and
 * `/flows/name/{name}` reads what `/flows/{id}` does.
 */
export function joinResources(
  groups: readonly ResourceDraft[],
  paths: PathIndex,
  shapes: ShapeReader,
): ResourceDraft[] {
  const anchored = groups.filter((group) => isAnchored(group, paths));
  const joined = new Set<ResourceDraft>();
  for (const group of anchored) {
    const main = anchored.find(
      (candidate) => candidate !== group && !joined.has(candidate) && isAlias(group, candidate),
    );
    if (main === undefined) continue;
    join(main, group, shapes);
    main.keys.push(...group.keys);
    joined.add(group);
  }
  const kept = anchored.filter((group) => !joined.has(group));
  for (const group of groups) {
    if (isAnchored(group, paths) || group.isSingleton) continue;
    const main = findMain(group, kept) ?? findCreated(group, groups);
    if (main === undefined || joined.has(main)) continue;
    join(main, group, shapes);
    joined.add(group);
  }
  const resources = groups.filter((group) => !joined.has(group));
  for (const resource of resources) replaceWhereCreated(resource);
  return resources;
}

/**
 * A PUT looked like the only way to create a record, until the creation on another path was joined:
 * `POST /owners/{id}/animals` creates what `PUT /animals/{id}` replaces.
 */
function replaceWhereCreated({ operations }: ResourceDraft): void {
  if (!operations.some(({ role }) => role === 'create')) return;
  for (const draft of operations) {
    if (draft.role !== 'upsert' || mayCreate(draft)) continue;
    draft.role = 'replace';
    const because = 'PUT on the path of one record, which another operation creates';
    draft.signals = [pathSignal(because), ...draft.signals.filter(({ kind }) => kind !== 'path')];
  }
}

/** Whether the document says that a PUT creates, by its status or its name. */
function mayCreate({ facts: { operation, name } }: RoleDraft): boolean {
  const isNamed = name?.verb === 'upsert' || name?.verb === 'create';
  return isNamed || operation.statuses.includes('201');
}

/** Whether the path of one record is in the document. */
function isAnchored({ keys, isSingleton }: ResourceDraft, paths: PathIndex): boolean {
  const [key = ''] = keys;
  return !isSingleton && paths.has(key);
}

function nounOf(resource: ResourceDraft): string {
  return lastNoun(resource.keys[0] ?? '');
}

/** Whether two resources have schemas that show different kinds of records. */
function areDifferent(first: ResourceDraft, second: ResourceDraft): boolean {
  const areKnown = first.record !== undefined && second.record !== undefined;
  return areKnown && !isSameEntity(first.record, second.record);
}

/** Whether a path of records is another path to the records of the main resource. */
function isAlias(group: ResourceDraft, main: ResourceDraft): boolean {
  const [groupKey = ''] = group.keys;
  const [mainKey = ''] = main.keys;
  const isSameSchema = group.record !== undefined && group.record.pointer === main.record?.pointer;
  const isOnlyRead = group.operations.every(({ role }) => role === 'read' || role === 'list');
  if (isSameSchema && isOnlyRead && isCreated(main)) {
    return isSameNoun(nounOf(group), nounOf(main)) || groupKey.startsWith(collectionKeyOf(mainKey));
  }
  if (isSameSchema && isOtherId(group, main)) return true;
  if (!isSameNoun(nounOf(group), nounOf(main)) || areDifferent(group, main)) return false;
  return countParameters(mainKey) === 1 && isTail(mainKey, groupKey);
}

/** Whether a path identifies the records by another field: `/variables/name/{name}` beside `/variables/{id}`. */
function isOtherId({ keys: [key = ''] }: ResourceDraft, main: ResourceDraft): boolean {
  const [mainKey = ''] = main.keys;
  const field = lastNoun(key);
  const isBeside = parentKey(parentKey(key)) === collectionKeyOf(mainKey);
  return isBeside && main.record?.properties.has(field) === true;
}

function countParameters(key: string): number {
  return key.split('/').filter((part) => part === parameterKey).length;
}

/** Whether a longer path ends in another one, apart from what both begin with: `/v1/sites/{}` in `/v1/workspaces/{}/sites/{}`. */
function isTail(key: string, longer: string): boolean {
  if (countParameters(longer) <= countParameters(key)) return false;
  const parts = key.split('/');
  const common = countCommon(parts, longer.split('/'));
  const tail = parts.slice(common).join('/');
  return longer.endsWith(`/${parameterKey}/${tail}`);
}

/** The resource whose records a path without items of its own creates or lists. */
function findMain(
  group: ResourceDraft,
  anchored: readonly ResourceDraft[],
): ResourceDraft | undefined {
  const noun = nounOf(group);
  const sameNoun = anchored.filter((main) => isSameNoun(nounOf(main), noun));
  const compatible = sameNoun.filter((main) => !areDifferent(group, main));
  const created = compatible.filter((main) => returnsRecordOf(group, main));
  const nearest = selectNearest(group, created.length > 0 ? created : compatible);
  if (nearest !== undefined) return nearest;
  const { record } = group;
  if (record?.name === undefined) return undefined;
  const sameSchema = anchored.filter((main) => main.record?.pointer === record.pointer);
  return sameSchema.length === 1 ? sameSchema[0] : undefined;
}

/** Whether a creation of a group returns exactly what is read of another resource. */
function returnsRecordOf({ operations }: ResourceDraft, { record }: ResourceDraft): boolean {
  return operations.some(({ role, facts }) => {
    const pointer = facts.item?.shape.pointer;
    return role === 'create' && pointer !== undefined && pointer === record?.pointer;
  });
}

/** The resource without paths of records whose creation returns what the group lists. */
function findCreated(group: ResourceDraft, groups: readonly ResourceDraft[]) {
  const { record } = group;
  if (record?.name === undefined || isCreated(group)) return undefined;
  const candidates = groups.filter((candidate) => {
    return isCreated(candidate) && candidate.record?.pointer === record.pointer;
  });
  return candidates.length === 1 ? candidates[0] : undefined;
}

/** The only candidate, or the one on the path with the longest common beginning. */
function selectNearest(
  group: ResourceDraft,
  candidates: readonly ResourceDraft[],
): ResourceDraft | undefined {
  if (candidates.length < 2) return candidates[0];
  const [groupKey = ''] = group.keys;
  const parents = groupKey.split('/');
  const nearest = candidates.toSorted((first, second) => {
    return countCommonOf(parents, second) - countCommonOf(parents, first);
  });
  return nearest[0];
}

function countCommonOf(parts: readonly string[], { keys: [key = ''] }: ResourceDraft): number {
  return countCommon(parts, key.split('/'));
}

/** How many parts two paths have in common at their beginnings. */
function countCommon(parts: readonly string[], otherParts: readonly string[]): number {
  const difference = parts.findIndex((part, index) => part !== otherParts[index]);
  return difference < 0 ? parts.length : difference;
}

function join(main: ResourceDraft, group: ResourceDraft, shapes: ShapeReader): void {
  main.operations.push(...group.operations);
  main.record ??= findRecord(main, shapes);
}
