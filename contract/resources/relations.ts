import { escapePointer } from '../resolve-reference.ts';
import { isIdName } from './envelopes.ts';
import type { PathIndex } from './operation-facts.ts';
import { collectionKeyOf, isItemKey, lastNoun, parentKey } from './path-shape.ts';
import { isCreated, type ResourceDraft } from './resource-draft.ts';
import { pathSignal, type RoleDraft } from './role-draft.ts';
import { isSameNoun, normalise, splitWords } from './words.ts';

/** A path that links records of two resources: `/notes/{id}/tags/{tag}`. */
export interface RelationDraft {
  /** The path key of one link. */
  key: string;
  /** The path key of the record in whose path the other one is linked. */
  from: string;
  to: ResourceDraft;
}

/**
 * Finds the groups that link records of another resource instead of having records of their own, and moves their operations
 * to that resource.
 */
export function extractRelations(groups: ResourceDraft[], paths: PathIndex): RelationDraft[] {
  const relations: RelationDraft[] = [];
  for (const group of [...groups]) {
    const [key = ''] = group.keys;
    const from = parentKey(collectionKeyOf(key));
    if (group.isSingleton || !isItemKey(from)) continue;
    const to = groups.find((candidate) => isTarget(candidate, group, paths));
    if (to === undefined || !linksRecords(group, to)) continue;
    relations.push({ key, from, to });
    for (const draft of group.operations) toLink(draft, to);
    to.operations.push(...group.operations);
    groups.splice(groups.indexOf(group), 1);
  }
  return relations;
}

/** Whether a resource is created on its own, under the noun of the group. */
function isTarget(candidate: ResourceDraft, group: ResourceDraft, paths: PathIndex): boolean {
  const [key = ''] = candidate.keys;
  const [groupKey = ''] = group.keys;
  if (candidate === group || candidate.isSingleton || !paths.has(key)) return false;
  if (!isCreated(candidate) || key.length >= groupKey.length) return false;
  return isSameNoun(lastNoun(key), lastNoun(groupKey));
}

/** Whether operations only add and remove links: PUT or POST without a body, or with nothing but ids. */
function linksRecords(group: ResourceDraft, to: ResourceDraft): boolean {
  const adding = group.operations.filter(({ facts }) => {
    return facts.operation.method === 'PUT' || facts.operation.method === 'POST';
  });
  return adding.length > 0 && adding.every((draft) => isLink(draft, to));
}

function isLink({ facts, role }: RoleDraft, to: ResourceDraft): boolean {
  const { request } = facts.operation;
  if (request === undefined) return role === 'link' || role === 'create' || role === 'action';
  const names = [...request.shape.properties.keys()];
  return names.length > 0 && names.every((name) => isIdOf(name, to));
}

/** The field of a request body that names the linked records. */
export function findLinkedId({ facts }: RoleDraft, to: ResourceDraft): string | undefined {
  const names = [...(facts.operation.request?.shape.properties.keys() ?? [])];
  const field = names.find((name) => isIdOf(name, to));
  return field === undefined ? undefined : `/${escapePointer(field)}`;
}

function isIdOf(name: string, { keys: [key = ''] }: ResourceDraft): boolean {
  if (isIdName(name)) return true;
  const words = splitWords(name);
  const last = words.at(-1) ?? '';
  if (!['id', 'ids', 'uuid', 'uuids'].includes(last)) return false;
  return isSameNoun(words.slice(0, -1).join('-'), normalise(lastNoun(key)));
}

/** Gives an operation of the relation its role. */
function toLink(draft: RoleDraft, to: ResourceDraft): void {
  const { method } = draft.facts.operation;
  const noun = lastNoun(to.keys[0] ?? '');
  const because = `${noun} are created on their own, and this path only names one`;
  if (method === 'PUT' || method === 'POST') draft.role = 'link';
  else if (method === 'DELETE') draft.role = 'unlink';
  else return;
  draft.signals.push({ ...pathSignal(because), kind: 'sibling' });
}
