import { isRecord, splitPointer } from '../../contract/resolve-reference.ts';
import { readFields, readTypes } from '../../contract/schema-fields.ts';
import { Inconclusive } from '../outcomes.ts';
import type { Sent } from '../runner/target.ts';
import { isSame } from '../world/compare-records.ts';
import type { Handle } from '../world/handle.ts';
import { readIds, readPages, readRecord, toId } from '../world/read-records.ts';
import { readRequestFields, readRequestSchema } from '../world/request-schema.ts';
import { sendChange } from '../world/send-change.ts';
import { isDone } from '../world/world.ts';
import { describeStatus } from './describe-status.ts';
import type { Law, LawScope, LawSubject } from './law.ts';
import { listOwnChanges } from './own-changes.ts';
import { listReadable } from './readable-records.ts';

/** Updates a record. */
async function updateRecord(
  scope: LawScope,
  handle: Handle,
): Promise<{ item: Record<string, unknown>; write: Sent }> {
  const { world, check } = scope;
  const step = scope.step('update', 'replace', 'upsert');
  const { item: before } = await readRecord(world, check, handle);
  const change = await sendChange(world, check, step, handle, { states: false, before });
  const { item, write } = change;
  if (!isDone(write)) throw new Inconclusive(`${step.operation.id} ${describeStatus(write)}`);
  return { item, write };
}

export const updatesOnlyOne: Law = {
  slug: 'changes-only-that',
  sentence: ({ a }) => `An update of ${a} leaves the others as they are.`,
  needs: [['create', 'upsert'], ['read'], ['update', 'replace', 'upsert']],
  blames: ['update', 'replace', 'upsert'],
  async run(scope) {
    const { world, check, resource, records } = scope;
    const { parent } = await records.create(check, resource);
    const bystanders = new Map<Handle, unknown>();
    for (const bystander of await listReadable(scope)) {
      const { item } = await readRecord(world, check, bystander);
      bystanders.set(bystander, item);
    }
    const handle = await records.create(check, resource, {}, parent);
    const { write } = await updateRecord(scope, handle);
    for (const [bystander, before] of bystanders)
      await judgeBystander(scope, bystander, before, write);
  },
};

/** Fails for a change of a record that an update does not name. */
async function judgeBystander(
  scope: LawScope,
  bystander: Handle,
  before: unknown,
  write: Sent,
): Promise<void> {
  const { world, check, resource, fail } = scope;
  const after = await readRecord(world, check, bystander);
  for (const change of listOwnChanges(scope, bystander, before, after.item)) {
    const { pointer, expected, received } = change;
    const name = splitPointer(pointer).join('.');
    fail({
      message: `an update of one ${resource.name} changed ${name} of another`,
      expected: JSON.stringify(expected),
      received: JSON.stringify(received) ?? 'nothing',
      pointer,
      exchange: world.show(after.sent),
      write: world.show(write),
    });
  }
}

export const updateIsListed: Law = {
  slug: 'is-seen-in-the-list',
  sentence: ({ noun, many }) => `The list of ${many} shows an updated ${noun} as a read does.`,
  needs: [['create', 'upsert'], ['read'], ['list'], ['update', 'replace', 'upsert']],
  blames: ['list'],
  applies: ({ find }) => find('list')?.role.relation === undefined,
  async run(scope) {
    const { world, check, resource, records } = scope;
    const handle = await records.create(check, resource);
    const old = await readRecord(world, check, handle);
    const { item, write } = await updateRecord(scope, handle);
    const { item: read } = await readRecord(world, check, handle);
    const { pages } = await readPages(world, check, scope.step('list'), handle.parent);
    const isHandle = (record: unknown) => readIds(resource, [record]).includes(toId(handle));
    const page = pages.find(({ items }) => items.some(isHandle));
    const listed = page?.items.find(isHandle);
    if (page === undefined || !isRecord(listed) || !isRecord(read) || !isRecord(old.item))
      throw new Inconclusive(`the list does not show the ${resource.name}`);
    for (const name of Object.keys(item)) {
      const isStale = isSame(listed[name], old.item[name]) && !isSame(read[name], old.item[name]);
      if (!isStale || listed[name] === undefined) continue;
      scope.fail({
        message: `the list still shows the old ${name}`,
        expected: JSON.stringify(read[name]),
        received: JSON.stringify(listed[name]),
        exchange: world.show(page.sent),
        write: world.show(write),
      });
    }
  },
};

/** Objects and lists that a creation may leave out. A careless service gives all records the same empty one. */
function listOptionalParts({ world, find }: LawSubject): string[] {
  const creation = find('create');
  const update = find('update', 'replace');
  if (creation === undefined || update === undefined) return [];
  const { document } = world.contract;
  const { fields, required } = readFields(document, readRequestSchema(world, creation));
  const changeable = readRequestFields(world, update);
  return [...fields.keys()].filter((name) => {
    const types = readTypes(fields.get(name) ?? {});
    const isPart = types.includes('object') || types.includes('array');
    return isPart && !required.has(name) && changeable.has(name);
  });
}

export const sharesNoParts: Law = {
  slug: 'shares-no-parts',
  sentence: ({ noun, many }) =>
    `What one ${noun} gets in an update does not appear in other ${many} that were created without it.`,
  needs: [['create'], ['read'], ['update', 'replace']],
  blames: ['update', 'replace'],
  applies: (subject) => listOptionalParts(subject).length > 0,
  async run(scope) {
    const { world, check, resource, records } = scope;
    const names = listOptionalParts(scope);
    const bystander = await records.create(check, resource, {}, undefined, names);
    const handle = await records.create(check, resource, {}, bystander.parent, names);
    const before = await readRecord(world, check, bystander);
    const { write } = await updateRecord(scope, handle);
    const after = await readRecord(world, check, bystander);
    if (!isRecord(before.item) || !isRecord(after.item)) return;
    for (const name of names) {
      const expected = before.item[name];
      const received = after.item[name];
      if (isSame(expected, received)) continue;
      scope.fail({
        message: `an update of one ${resource.name} changed ${name} of another that has none`,
        expected: JSON.stringify(expected) ?? 'nothing',
        received: JSON.stringify(received) ?? 'nothing',
        pointer: `/${name}`,
        exchange: world.show(after.sent),
        write: world.show(write),
      });
    }
  },
};
