import type { OperationRole, Resource } from './model.ts';
import { readPathShape } from './path-shape.ts';

/**
 * The resources of which an operation can create the first record. A creation below a record of the same resource, such as the
 * fork of a repository, and those of resources that need each other, cannot: nothing creates what they need.
 */
export function listCreated(
  resources: ReadonlyMap<string, Resource>,
  operations: ReadonlyMap<string, OperationRole>,
): Set<string> {
  const creations = [...operations.values()].filter(isCreation);
  const creatable = new Set(creations.map(({ resource }) => resource));
  const created = new Set<string>();
  const canStart = (creation: OperationRole): boolean =>
    listNeeded(creation).every((name) => created.has(name) || !creatable.has(name));
  for (let size = -1; size < created.size; ) {
    size = created.size;
    for (const creation of creations) {
      const { resource } = creation;
      if (resource !== undefined && resources.has(resource) && canStart(creation))
        created.add(resource);
    }
  }
  return created;
}

function isCreation({ role }: OperationRole): boolean {
  return role === 'create' || role === 'upsert';
}

/** The resources whose records the path of a creation names. The id of the new record can be at the end of its path. */
function listNeeded({ bindings, path, resource }: OperationRole): string[] {
  const { segments } = readPathShape(path);
  const endsInId = (segments.at(-1)?.parameters ?? []).length > 0;
  const names: string[] = [];
  for (const binding of bindings) {
    const isOwnId = endsInId && binding.resource === resource;
    if (binding.resource !== undefined && !isOwnId) names.push(binding.resource);
  }
  return names;
}
