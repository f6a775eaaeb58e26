import { isRecord, readAt } from '../../contract/resolve-reference.ts';
import { readFields } from '../../contract/schema-fields.ts';
import { formatValue } from '../format-value.ts';
import { Inconclusive } from '../outcomes.ts';
import type { Sent } from '../runner/target.ts';
import { compareRecords, isSame } from '../world/compare-records.ts';
import type { Handle } from '../world/handle.ts';
import { readRecord, sendToRecord, toId } from '../world/read-records.ts';
import { readRequestSchema } from '../world/request-schema.ts';
import { sendChangeIfAny } from '../world/send-change.ts';
import type { Step } from '../world/step.ts';
import { isDone, isGone } from '../world/world.ts';
import { type ChangeOptions, writeItem } from '../world/write-requests.ts';
import { describeStatus } from './describe-status.ts';
import type { Law, LawScope, LawSubject } from './law.ts';
import { assertNothingLost, isComparable, listUnstable } from './nothing-lost.ts';
import { isTimeOfCreation } from './safe-methods.ts';
import { assertEmptied, assertZeroes } from './zero-values.ts';

/** A record before and after a change. */
interface Change {
  step: Step;
  handle: Handle;
  /** The fields that were sent. */
  item: Record<string, unknown>;
  before: unknown;
  after: unknown;
  write: Sent;
  reading: Sent;
  /** Fields that change by themselves between two readings. */
  unstable: ReadonlySet<string>;
}

/** Which fields a change names, from the most to the fewest: a service may have rules for some of them. */
const attempts: readonly ChangeOptions[] = [{}, { states: false }, { states: false, most: 1 }];

/** Creates a record, changes it, and reads it before and after. */
async function changeRecord(
  scope: LawScope,
  step: Step,
  options: readonly ChangeOptions[],
): Promise<Change> {
  const { world, check, resource, records } = scope;
  const handle = await records.create(check, resource);
  const before = await readRecord(world, check, handle);
  const again = await readRecord(world, check, handle);
  let last: Sent | undefined;
  for (const attempt of options) {
    const change = await sendChangeIfAny(world, check, step, handle, {
      ...attempt,
      before: before.item,
    });
    if (change === undefined) continue;
    const { item, write } = change;
    last = write;
    if (!isDone(write)) continue;
    const after = await readChanged(scope, step, handle, write);
    const unstable = listUnstable(before.item, again.item);
    return {
      step,
      handle,
      item,
      before: before.item,
      after: after.item,
      write,
      reading: after.sent,
      unstable,
    };
  }
  if (last === undefined)
    throw new Inconclusive(`${step.operation.id} has no field that can be changed`);
  throw new Inconclusive(`${step.operation.id} ${describeStatus(last)}`);
}

/** Reads a record after its change. Where that gave it another id, as a new name can, the record with that id is read. */
async function readChanged(scope: LawScope, step: Step, handle: Handle, write: Sent) {
  const { world, check, resource, records } = scope;
  const reading = await readRecord(world, check, handle);
  if (!isGone(reading.sent)) return reading;
  const shown = readAt(write.reply?.json, step.role.responseItem ?? '');
  const renamed = records.adopt(resource, handle, write, shown);
  if (renamed === undefined || toId(renamed) === toId(handle)) return reading;
  handle.isDeleted = true;
  return readRecord(world, check, renamed);
}

export const updateChanges: Law = {
  slug: 'changes-what-it-names',
  sentence: ({ a }) => `An update of ${a} changes the fields that it names.`,
  needs: [['create', 'upsert'], ['read'], ['update', 'replace', 'upsert']],
  blames: ['update', 'replace', 'upsert'],
  async run(scope) {
    const step = scope.step('update', 'replace', 'upsert');
    const change = await changeRecord(scope, step, attempts);
    assertNothingLost(scope, {
      expected: change.item,
      received: change.after,
      sent: change.reading,
      write: change.write,
      // A service that has rules for a state refuses the change.
      states: true,
    });
    if (step.role.role !== 'update') {
      judgeTimeOfCreation(scope, change);
      return;
    }
    await assertZeroes(scope, step, change.handle);
    await assertEmptied(scope, step, change.handle);
  },
};

/** Fails for a replaced record that says it was created at another time. */
function judgeTimeOfCreation({ world, fail }: LawScope, change: Change): void {
  for (const difference of compareRecords(change.before, change.after)) {
    const { pointer, expected, received } = difference;
    const [, name = ''] = pointer.split('/');
    const isDecided = Object.hasOwn(change.item, name) || change.unstable.has(name);
    if (isDecided || !isTimeOfCreation(difference)) continue;
    fail({
      message: `${name} changed when the record was replaced`,
      expected: formatValue(expected),
      received: formatValue(received),
      pointer,
      exchange: world.show(change.reading),
      write: world.show(change.write),
    });
  }
}

/** Whether an update may name any one field: one that must name them all may replace the record. */
function requiresNothing({ world, find }: LawSubject): boolean {
  const step = find('update');
  if (step === undefined) return false;
  return readFields(world.contract.document, readRequestSchema(world, step)).required.size === 0;
}

export const updateKeeps: Law = {
  slug: 'keeps-the-rest',
  sentence: ({ a }) => `An update of ${a} keeps the fields that it does not name.`,
  needs: [['create', 'upsert'], ['read'], ['update']],
  blames: ['update'],
  applies: (subject) => {
    const { method } = subject.find('update')?.operation ?? {};
    const isPartial = method === 'PATCH' || (method === 'POST' && requiresNothing(subject));
    return isPartial || subject.resource.replaceKeeps === true;
  },
  async run(scope) {
    const change = await changeRecord(scope, scope.step('update'), [
      { states: false, most: 1 },
      { most: 1 },
    ]);
    const sentItem = change.handle.creation?.item ?? {};
    for (const difference of compareRecords(change.before, change.after)) {
      const [, name = ''] = difference.pointer.split('/');
      // The service may derive what the client did not send.
      const isSent = Object.hasOwn(sentItem, name);
      const isNamed = Object.hasOwn(change.item, name) || change.unstable.has(name) || !isSent;
      const isOther = difference.kind === 'normalised';
      const isKept = isNamed || isOther || !isComparable(scope, difference.pointer, true);
      if (isKept && !isTimeOfCreation(difference)) continue;
      scope.fail({
        message: `${name} changed, and the update did not name it`,
        expected: JSON.stringify(difference.expected),
        received:
          difference.received === undefined ? 'nothing' : JSON.stringify(difference.received),
        pointer: difference.pointer,
        exchange: scope.world.show(change.reading),
        write: scope.world.show(change.write),
      });
    }
  },
};

export const updateIsShown: Law = {
  slug: 'shows-the-result',
  sentence: ({ a }) => `The response to an update of ${a} shows what is stored.`,
  needs: [['create', 'upsert'], ['read'], ['update', 'replace', 'upsert']],
  blames: ['update', 'replace', 'upsert'],
  applies: ({ find }) =>
    find('update', 'replace', 'upsert')?.role.responseItem === find('read')?.role.responseItem,
  async run(scope) {
    const change = await changeRecord(scope, scope.step('update', 'replace', 'upsert'), attempts);
    const returned = readAt(change.write.reply?.json, change.step.role.responseItem ?? '');
    if (!isRecord(returned)) return;
    for (const difference of compareRecords(change.after, returned)) {
      const [, name = ''] = difference.pointer.split('/');
      const isOther = difference.kind !== 'replaced' || change.unstable.has(name);
      if (isOther || !isComparable(scope, difference.pointer)) continue;
      scope.fail({
        message: `the response shows another ${name} than a later read`,
        expected: JSON.stringify(difference.expected),
        received: JSON.stringify(difference.received),
        pointer: difference.pointer,
        exchange: scope.world.show(change.write),
      });
    }
  },
};

/** Whether the document calls a PUT a replacement in its own words. */
function saysReplace(find: LawSubject['find']): boolean {
  const { id, summary = '', description = '' } = find('replace', 'upsert')?.operation ?? {};
  // Without a summary, the model has the id in its place.
  const words = summary === id ? description : `${summary} ${description}`;
  return /\breplace/i.test(words);
}

export const replaceReplaces: Law = {
  slug: 'replaces-the-rest',
  sentence: ({ a }) => `A replacement of ${a} removes the optional fields that it leaves out.`,
  needs: [['create', 'upsert'], ['read'], ['replace', 'upsert']],
  blames: ['replace', 'upsert'],
  // A PUT may keep fields; only beside a PATCH, or if the document says so, it certainly replaces.
  applies: ({ find, resource }) =>
    resource.replaceKeeps === false ||
    (resource.replaceKeeps !== true && (find('update') !== undefined || saysReplace(find))),
  async run(scope) {
    const { world, check, resource, records } = scope;
    const step = scope.step('replace', 'upsert');
    const handle: Handle = await records.create(check, resource);
    const { body: full, item: all } = writeItem(world, step, resource, {});
    const filled = await sendToRecord(world, check, step, handle, full);
    if (!isDone(filled)) throw new Inconclusive(`${step.operation.id} ${describeStatus(filled)}`);
    const before = await readRecord(world, check, handle);
    const { body, item } = writeItem(world, step, resource, { most: 0 });
    const write = await sendToRecord(world, check, step, handle, body);
    if (!isDone(write)) throw new Inconclusive(`${step.operation.id} ${describeStatus(write)}`);
    const after = await readRecord(world, check, handle);
    if (!isRecord(before.item) || !isRecord(after.item)) return;
    const leftOut = Object.keys(all).filter((name) => !Object.hasOwn(item, name));
    const bare = await records.create(check, resource, {}, handle.parent, leftOut);
    const { item: defaults } = await readRecord(world, check, bare);
    for (const [name, value] of Object.entries(all)) {
      const isDefault = isRecord(defaults) && isSame(defaults[name], value);
      const isOwn = !isDefault && isComparable(scope, `/${name}`);
      const isLeftOut = isOwn && leftOut.includes(name);
      const kept = after.item[name];
      const isKept = kept !== undefined && kept !== null && isSame(kept, value);
      if (!isLeftOut || !isKept) continue;
      scope.fail({
        message: `${name} is still there after a replacement without it`,
        expected: 'no value, or the default',
        received: JSON.stringify(kept),
        pointer: `/${name}`,
        exchange: world.show(after.sent),
        write: world.show(write),
      });
    }
  },
};
