import { isSameEntity } from './envelopes.ts';
import type { PathIndex } from './operation-facts.ts';
import { collectionKeyOf, isItemKey, lastNoun, parameterKey } from './path-shape.ts';
import { findRecord, isCreated, type ResourceDraft } from './resource-draft.ts';
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
    joined.add(group);
  }
  const kept = anchored.filter((group) => !joined.has(group));
  for (const group of groups) {
    if (isAnchored(group, paths) || group.isSingleton) continue;
    const main = findMain(group, kept);
    if (main === undefined) continue;
    join(main, group, shapes);
    joined.add(group);
  }
  return groups.filter((group) => !joined.has(group));
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
  const isOnlyRead = group.operations.every(({ role }) => role === 'read');
  if (isSameSchema && isOnlyRead && isCreated(main)) {
    return isSameNoun(nounOf(group), nounOf(main)) || groupKey.startsWith(collectionKeyOf(mainKey));
  }
  if (!isSameNoun(nounOf(group), nounOf(main)) || areDifferent(group, main)) return false;
  return countParameters(mainKey) === 1 && isTail(mainKey, groupKey);
}

function countParameters(key: string): number {
  return key.split('/').filter((part) => part === parameterKey).length;
}

/** Whether a longer path contains another one below its own records: `/sites/{}` in `/workspaces/{}/sites/{}`. */
function isTail(key: string, longer: string): boolean {
  if (countParameters(longer) <= countParameters(key)) return false;
  const noun = lastNoun(key);
  return longer.endsWith(`/${parameterKey}/${noun}/${parameterKey}`);
}

/** The resource whose records a path without items of its own creates or lists. */
function findMain(
  group: ResourceDraft,
  anchored: readonly ResourceDraft[],
): ResourceDraft | undefined {
  const noun = nounOf(group);
  const sameNoun = anchored.filter((main) => isSameNoun(nounOf(main), noun));
  const compatible = sameNoun.filter((main) => !areDifferent(group, main));
  const nearest = selectNearest(group, compatible);
  if (nearest !== undefined) return nearest;
  const pointer = group.record?.pointer;
  const isComponent = group.record?.name !== undefined;
  const sameSchema = anchored.filter((main) => isComponent && main.record?.pointer === pointer);
  return sameSchema.length === 1 ? sameSchema[0] : undefined;
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
    return countCommon(parents, second.keys) - countCommon(parents, first.keys);
  });
  return nearest[0];
}

function countCommon(parts: readonly string[], [key = '']: readonly string[]): number {
  const keyParts = key.split('/');
  const difference = parts.findIndex((part, index) => part !== keyParts[index]);
  return difference < 0 ? parts.length : difference;
}

function join(main: ResourceDraft, group: ResourceDraft, shapes: ShapeReader): void {
  main.keys.push(...group.keys.filter(isItemKey));
  main.operations.push(...group.operations);
  main.record ??= findRecord(main, shapes);
}
