import { isRecord, splitPointer } from '../../contract/resolve-reference.ts';
import { Inconclusive } from '../outcomes.ts';
import type { Sent } from '../runner/target.ts';
import type { Handle } from '../world/handle.ts';
import { readIds, readPages, readRecord, sendToRecord, toId } from '../world/read-records.ts';
import { isDone } from '../world/world.ts';
import { writeItem } from '../world/write-requests.ts';
import { describeStatus } from './describe-status.ts';
import type { Law, LawScope } from './law.ts';
import { listOwnChanges } from './own-changes.ts';

/** Updates a record. */
async function updateRecord(
  scope: LawScope,
  handle: Handle,
): Promise<{ item: Record<string, unknown>; write: Sent }> {
  const { world, check, resource } = scope;
  const step = scope.step('update', 'replace');
  const { item: before } = await readRecord(world, check, handle);
  const { body, item } = writeItem(world, step, resource, { states: false, before });
  const write = await sendToRecord(world, check, step, handle, body);
  if (!isDone(write)) throw new Inconclusive(`${step.operation.id} ${describeStatus(write)}`);
  return { item, write };
}

export const updatesOnlyOne: Law = {
  slug: 'changes-only-that',
  sentence: ({ a }) => `An update of ${a} leaves the others as they are.`,
  needs: [['create', 'upsert'], ['read'], ['update', 'replace']],
  blames: ['update', 'replace'],
  async run(scope) {
    const { world, check, resource, records } = scope;
    const other = await records.create(check, resource);
    const handle = await records.create(check, resource, {}, other.parent);
    const before = await readRecord(world, check, other);
    const { write } = await updateRecord(scope, handle);
    const after = await readRecord(world, check, other);
    for (const change of listOwnChanges(scope, other, before.item, after.item)) {
      const { pointer, expected, received } = change;
      const name = splitPointer(pointer).join('.');
      scope.fail({
        message: `an update of one ${resource.name} changed ${name} of another`,
        expected: JSON.stringify(expected),
        received: JSON.stringify(received) ?? 'nothing',
        pointer,
        exchange: world.show(after.sent),
        write: world.show(write),
      });
    }
  },
};

export const updateIsListed: Law = {
  slug: 'is-seen-in-the-list',
  sentence: ({ one, many }) => `The list of ${many} shows an updated ${one} as a read does.`,
  needs: [['create', 'upsert'], ['read'], ['list'], ['update', 'replace']],
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
      const isStale = isEqual(listed[name], old.item[name]) && !isEqual(read[name], old.item[name]);
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

const isEqual = (left: unknown, right: unknown): boolean =>
  JSON.stringify(left) === JSON.stringify(right);
