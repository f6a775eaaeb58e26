import { lastNoun, parameterKey } from './path-shape.ts';
import type { ResourceDraft } from './resource-draft.ts';
import { splitWords, toCamelCase, toSingularName } from './words.ts';

/** Gives each resource a unique name: its noun, preceded by its parent's name where several have the same. */
export function nameResources(resources: readonly ResourceDraft[]): void {
  for (const resource of resources) {
    if (resource.name === '') resource.name = nameByPath(resource);
  }
  const namesakes = new Map<string, ResourceDraft[]>();
  for (const resource of resources) {
    namesakes.set(resource.name, [...(namesakes.get(resource.name) ?? []), resource]);
  }
  const usedNames = new Set(namesakes.keys());
  for (const [name, group] of namesakes) {
    const [main, ...longer] = group.toSorted((first, second) => depthOf(first) - depthOf(second));
    if (main === undefined) continue;
    for (const resource of longer) resource.name = nameByParent(resource, name, usedNames);
  }
}

function nameByPath({ keys: [key = ''], isSingleton }: ResourceDraft): string {
  const noun = lastNoun(key);
  const name = isSingleton ? toCamelCase(splitWords(noun)) : toSingularName(noun);
  return name === '' ? 'record' : name;
}

function depthOf({ keys: [key = ''] }: ResourceDraft): number {
  return key.split('/').length;
}

/** Adds the name of the parent, then the fixed parts of the path, then a number. */
function nameByParent(resource: ResourceDraft, name: string, usedNames: Set<string>): string {
  const words = splitWords(name);
  const [key = ''] = resource.keys;
  const fixed = key.split('/').filter((part) => part !== '' && part !== parameterKey);
  const before = fixed.slice(0, -1).map(toSingularName);
  const candidates = [
    ...(resource.parent === undefined
      ? []
      : [toCamelCase([...splitWords(resource.parent.name), ...words])]),
    ...before.toReversed().map((word) => toCamelCase([...splitWords(word), ...words])),
    toCamelCase([...before.flatMap(splitWords), ...words]),
  ];
  let candidate = candidates.find((text) => !usedNames.has(text));
  for (let number = 2; candidate === undefined; number += 1) {
    if (!usedNames.has(`${name}${number}`)) candidate = `${name}${number}`;
  }
  usedNames.add(candidate);
  return candidate;
}
