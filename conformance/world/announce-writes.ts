import type { Resource } from '../../contract/resources/model.ts';
import type { Subject } from './step.ts';

/**
 * What a run creates at most, in words: `150 venues and 150 rooms`. Undefined if it creates nothing.
 * @param operations the ids of the operations that its checks call
 */
export function announceWrites(
  subject: Subject,
  operations: ReadonlySet<string>,
  most: number,
): string | undefined {
  const names = new Set<string>();
  for (const id of operations) {
    const role = subject.model.operations.get(id);
    if (role === undefined) continue;
    const used = [role.resource, ...role.bindings.map(({ resource }) => resource)];
    for (const name of used) addNeeded(subject, name, names);
  }
  const created = [...names].flatMap((name) => {
    const resource = subject.model.resources.get(name);
    return resource !== undefined && isCreated(resource) ? [`${most} ${resource.plural}`] : [];
  });
  if (created.length < 2) return created[0];
  return `${created.slice(0, -1).join(', ')} and ${created.at(-1)}`;
}

/** Adds a resource, and those that must exist before it: the one that contains it, and those that its fields name. */
function addNeeded(subject: Subject, name: string | undefined, names: Set<string>): void {
  const resource = subject.model.resources.get(name ?? '');
  if (resource === undefined || names.has(resource.name)) return;
  names.add(resource.name);
  addNeeded(subject, resource.parent?.resource, names);
  for (const named of resource.references.values()) addNeeded(subject, named, names);
}

function isCreated({ slots }: Resource): boolean {
  return slots.has('create') || slots.has('upsert') || slots.has('copy');
}
