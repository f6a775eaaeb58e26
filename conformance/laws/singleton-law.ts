import { isRecord, readAt } from '../../contract/resolve-reference.ts';
import { formatValue } from '../format-value.ts';
import { Inconclusive } from '../outcomes.ts';
import { isSame } from '../world/compare-records.ts';
import { readRecord, sendToRecord } from '../world/read-records.ts';
import { sendChange, sendChangeIfAny } from '../world/send-change.ts';
import { isDone } from '../world/world.ts';
import { toWhole } from '../world/write-requests.ts';
import { describeStatus } from './describe-status.ts';
import type { Law, LawScope } from './law.ts';
import { assertNothingLost } from './nothing-lost.ts';

export const singletonKeeps: Law = {
  slug: 'keeps-what-is-written',
  sentence: ({ noun }) => `The ${noun} shows what was last written.`,
  needs: [['read'], ['update', 'replace', 'upsert']],
  blames: ['update', 'replace', 'upsert'],
  applies: ({ resource }) => resource.isSingleton,
  async run(scope) {
    const { world, check, resource, records } = scope;
    // A singleton of the whole service belongs to somebody; on this machine it is a test.
    if (resource.parent === undefined && !world.settings.isLocal)
      throw new Inconclusive(`not called: the ${resource.name} of another machine is not changed`);
    const handle = await records.create(check, resource);
    const step = scope.step('update', 'replace', 'upsert');
    const before = await readRecord(world, check, handle);
    for (const states of [true, false]) {
      const change = await sendChangeIfAny(world, check, step, handle, {
        states,
        before: before.item,
      });
      if (change === undefined) continue;
      const { item, write } = change;
      if (!isDone(write) && states) continue;
      if (!isDone(write)) throw new Inconclusive(`${step.operation.id} ${describeStatus(write)}`);
      const after = await readRecord(world, check, handle);
      const comparison = { expected: item, received: after.item, sent: after.sent, write };
      assertNothingLost(scope, { ...comparison, states: true });
      await restore(scope, before.item, item);
      return;
    }
  },
};

export const singletonKeepsRest: Law = {
  slug: 'keeps-what-is-not-named',
  sentence: ({ noun }) => `A partial update of the ${noun} keeps the fields that it does not name.`,
  needs: [['read'], ['update']],
  blames: ['update'],
  applies: ({ resource, find }) =>
    resource.isSingleton && find('update')?.operation.method === 'PATCH',
  async run(scope) {
    const { world, check, resource, records } = scope;
    if (resource.parent === undefined && !world.settings.isLocal)
      throw new Inconclusive(`not called: the ${resource.name} of another machine is not changed`);
    const handle = await records.create(check, resource);
    const step = scope.step('update');
    const before = await readRecord(world, check, handle);
    const full = await sendChange(world, check, step, handle, { before: before.item });
    const { write: filled } = full;
    if (!isDone(filled)) throw new Inconclusive(`${step.operation.id} ${describeStatus(filled)}`);
    const [name = '', ...remaining] = Object.keys(full.item);
    const part = toWhole(step, { [name]: full.item[name] });
    const write = await sendToRecord(world, check, step, handle, part);
    const after = await readRecord(world, check, handle);
    await restore(scope, before.item, full.item);
    if (!isDone(write)) throw new Inconclusive(`${step.operation.id} ${describeStatus(write)}`);
    const kept = remaining.map((field) => [field, full.item[field]]);
    const expected = Object.fromEntries(kept);
    const comparison = { expected, received: after.item, sent: after.sent, write };
    assertNothingLost(scope, { ...comparison, states: true });
  },
};

export const singletonsAreApart: Law = {
  slug: 'belongs-to-one-parent',
  sentence: ({ a }) => `A change of ${a} does not change that of another parent.`,
  needs: [['read'], ['update', 'replace', 'upsert']],
  blames: ['update', 'replace', 'upsert'],
  applies: ({ resource }) => resource.isSingleton && resource.parent !== undefined,
  async run(scope) {
    const { world, check, resource, records } = scope;
    const container = world.model.resources.get(resource.parent?.resource ?? '');
    if (container === undefined) throw new Inconclusive('nothing contains it');
    const parent = await records.create(check, container);
    const otherParent = await records.create(check, container, {}, parent.parent);
    const handle = await records.create(check, resource, {}, parent);
    const neighbour = await records.create(check, resource, {}, otherParent);
    const { item: before } = await readRecord(world, check, handle);
    const old = await readRecord(world, check, neighbour);
    const step = scope.step('update', 'replace', 'upsert');
    const { item, write } = await sendChange(world, check, step, handle, { before });
    if (!isDone(write)) throw new Inconclusive(`${step.operation.id} ${describeStatus(write)}`);
    const after = await readRecord(world, check, neighbour);
    for (const [name, value] of Object.entries(item)) {
      const received = readAt(after.item, [name]);
      const isTaken = isSame(received, value) && !isSame(readAt(old.item, [name]), value);
      // A flag may change by itself; a text that was just written does not appear elsewhere.
      if (!isTaken || typeof value === 'boolean') continue;
      scope.fail({
        message: `${name} of another ${container.name} has the value that was written`,
        expected: formatValue(readAt(old.item, [name])),
        received: formatValue(received),
        exchange: world.show(after.sent),
        write: world.show(write),
      });
    }
  },
};

/** Writes the values back that were changed. */
async function restore(
  scope: LawScope,
  before: unknown,
  changed: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (!isRecord(before)) return;
  const { world, check, resource, records } = scope;
  const entries = Object.entries(before).filter(([name]) => Object.hasOwn(changed, name));
  const handle = await records.create(check, resource);
  await sendToRecord(
    world,
    check,
    scope.step('update', 'replace', 'upsert'),
    handle,
    Object.fromEntries(entries),
  );
}
