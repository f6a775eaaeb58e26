import type { Resource } from '../../contract/resources/model.ts';
import type { Subject } from './step.ts';

/**
 * What a run creates at most, and the actions that it calls on it, in words: `150 venues and 150 rooms, calling closeRoom on them`.
 * Undefined if it creates nothing.
 * @param operations the ids of the operations that its checks may call
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
  const created: string[] = [];
  for (const name of names) {
    const resource = subject.model.resources.get(name);
    if (resource !== undefined && isCreated(resource)) created.push(`${most} ${resource.plural}`);
  }
  if (created.length === 0) return undefined;
  const actions = [...operations].filter(
    (id) => subject.model.operations.get(id)?.role === 'action',
  );
  const called = actions.length === 0 ? '' : `, calling ${joinWords(actions)} on them`;
  return `${joinWords(created)}${called}`;
}

function joinWords(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
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
