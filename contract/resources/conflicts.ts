import type { Pointer, Resource } from './model.ts';
import type { OperationFacts } from './operation-facts.ts';
import type { Shape, ShapeReader } from './shapes.ts';
import { isSameNoun, normalise, splitWords } from './words.ts';

/** What a document says about the 409 of an operation. Undefined if it has none. */
function readConflict({ operation }: OperationFacts): string | undefined {
  const responses = operation.operation.responses;
  return responses.find(({ status }) => status === '409')?.description;
}

/**
 * The states in which an action is refused, where it documents 409: the state that it leads to, and those that the document
 * excludes, as in "already cancelled or completed" and "only pending orders can be cancelled".
 * @param sets what the action assigns
 */
export function findRefusedStates(
  shapes: ShapeReader,
  facts: OperationFacts,
  record: Shape | undefined,
  sets: ReadonlyMap<Pointer, unknown>,
): Map<Pointer, readonly unknown[]> {
  const refused = new Map<Pointer, readonly unknown[]>();
  const conflict = readConflict(facts);
  if (record === undefined || conflict === undefined) return refused;
  const told = `${conflict}. ${facts.operation.operation.object.description ?? ''}`;
  for (const [pointer, value] of sets) {
    const states = shapes.readAt(record, pointer)?.values ?? [];
    const excluded = listExcluded(told, states, value);
    refused.set(pointer, [value, ...excluded]);
  }
  return refused;
}

/** The states besides the wanted one that sentences about a refusal exclude. */
function listExcluded(told: string, states: readonly unknown[], wanted: unknown): unknown[] {
  const excluded = new Set<unknown>();
  for (const sentence of told.split(/[.;]\s/)) {
    const words = new Set(splitWords(sentence).map(normalise));
    const named = states.filter((state) => state !== wanted && words.has(normalise(String(state))));
    if (named.length === 0) continue;
    const isAllowing = /\b(?:only|unless|must be|(?:is|are|was) not|isn't|aren't)\b/i.test(
      sentence,
    );
    const isRefusing = /\b(?:already|cannot|can't|conflict|refused|409)\b/i.test(sentence);
    const others = states.filter((state) => state !== wanted && !named.includes(state));
    if (!isAllowing && !isRefusing) continue;
    for (const state of isAllowing ? others : named) excluded.add(state);
  }
  return [...excluded];
}

const ownedWords =
  /\b(?:still|has|have|contains?|containing|empty|in use|used|depends?|dependents?|references?|referenced|assigned)\b/i;

/**
 * The resources whose records keep a record from being deleted, where DELETE documents 409 and its description names them:
 * "The organization still has projects".
 */
export function findBlockers(
  facts: OperationFacts,
  own: Resource | undefined,
  resources: ReadonlyMap<string, Resource>,
): string[] {
  const conflict = readConflict(facts);
  if (own === undefined || conflict === undefined || !ownedWords.test(conflict)) return [];
  const dependent = [...resources.values()].filter((resource) => dependsOn(resource, own));
  const words = splitWords(conflict);
  const named = dependent.filter(({ name }) => {
    const last = splitWords(name).at(-1) ?? '';
    return words.some((word) => isSameNoun(word, last));
  });
  const isGeneral = /\b(?:empty|in use|depend\w*|referenced)\b/i.test(conflict);
  const blockers = named.length === 0 && isGeneral ? dependent : named;
  return blockers.map(({ name }) => name);
}

function dependsOn(resource: Resource, own: Resource): boolean {
  if (resource === own || resource.isSingleton) return false;
  return (
    resource.parent?.resource === own.name || [...resource.references.values()].includes(own.name)
  );
}
