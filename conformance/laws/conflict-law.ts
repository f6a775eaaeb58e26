import { splitPointer } from '../../contract/resolve-reference.ts';
import { readRecord } from '../world/read-records.ts';
import { readRequestFields } from '../world/request-schema.ts';
import { isDone } from '../world/world.ts';
import type { Law, LawSubject } from './law.ts';
import { listOwnChanges } from './own-changes.ts';
import { tryToCreate } from './try-to-create.ts';

/** How many fields are repeated, each in a creation of its own. */
const mostRepeated = 5;

export const conflictChangesNothing: Law = {
  slug: 'changes-no-other-if-refused',
  sentence: ({ a }) => `A creation that is refused for a value of ${a} leaves that one unchanged.`,
  needs: [['create'], ['read']],
  blames: ['create'],
  applies: (subject) => listTexts(subject).length > 0,
  async run(scope) {
    const { world, check, resource, records } = scope;
    const handle = await records.create(check, resource);
    const before = await readRecord(world, check, handle);
    for (const name of listTexts(scope)) {
      const value = handle.creation?.item[name];
      if (typeof value !== 'string') continue;
      const repeated = await tryToCreate(scope, { [name]: value }, handle.parent);
      // Nothing says that values are unique.
      if (repeated !== undefined) continue;
      const after = await readRecord(world, check, handle);
      if (!isDone(before.sent) || !isDone(after.sent)) continue;
      const [change] = listOwnChanges(scope, handle, before.item, after.item);
      if (change === undefined) continue;
      const field = splitPointer(change.pointer).join('.');
      scope.fail({
        message: `a creation with the same ${name} was refused, and changed ${field} of the other one`,
        expected: JSON.stringify(change.expected),
        received: JSON.stringify(change.received) ?? 'nothing',
        pointer: change.pointer,
        exchange: world.show(after.sent),
      });
      return;
    }
  },
};

/** The texts of a creation whose values a service may want to be unique. */
function listTexts({ world, resource, find }: LawSubject): string[] {
  const step = find('create');
  if (step === undefined) return [];
  const texts: string[] = [];
  for (const [name, { type, enum: values }] of readRequestFields(world, step)) {
    const isText = [type].flat().includes('string') && values === undefined;
    const isOwn = !resource.references.has(`/${name}`) && !resource.id.includes(`/${name}`);
    if (isText && isOwn) texts.push(name);
  }
  return texts.slice(0, mostRepeated);
}
