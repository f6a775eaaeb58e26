import { isRecord, readAt } from '../../contract/resolve-reference.ts';
import { Inconclusive } from '../outcomes.ts';
import type { Sent } from '../runner/target.ts';
import { compareRecords } from '../world/compare-records.ts';
import type { Handle } from '../world/handle.ts';
import { aRecordOf } from '../world/nouns.ts';
import { readRecord, sendToRecord, toId } from '../world/read-records.ts';
import { readRequestFields } from '../world/request-schema.ts';
import { sendChangeIfAny } from '../world/send-change.ts';
import { isDone } from '../world/world.ts';
import { writeBody } from '../world/write-requests.ts';
import { describeStatus } from './describe-status.ts';
import type { Law, LawScope } from './law.ts';
import { isComparable } from './nothing-lost.ts';

/** A record and its copy. */
interface Copied {
  original: Handle;
  copy: Handle;
  sent: Sent;
}

async function copyRecord(scope: LawScope): Promise<Copied> {
  const { world, check, resource, records } = scope;
  const original = await records.create(check, resource);
  const step = scope.step('copy');
  const body = writeBody(world, step, undefined, 'required', world.nextNumber());
  const content = step.operation.requestBody === undefined ? undefined : body;
  const sent = await sendToRecord(world, check, step, original, content);
  if (!isDone(sent)) throw new Inconclusive(`${step.operation.id} ${describeStatus(sent)}`);
  const item = readAt(sent.reply?.json, step.role.responseItem ?? '');
  const copy = records.adopt(resource, original, sent, item);
  if (copy === undefined) throw new Inconclusive('the response shows no id of the copy');
  return { original, copy, sent };
}

export const copyIsEqual: Law = {
  slug: 'equals-its-original',
  sentence: ({ a }) => `A copy of ${a} is another record with the same values.`,
  needs: [['create', 'upsert'], ['read'], ['copy']],
  blames: ['copy'],
  async run(scope) {
    const { world, check, resource } = scope;
    const { original, copy, sent } = await copyRecord(scope);
    if (toId(original) === toId(copy)) {
      scope.fail({
        message: `the copy of ${aRecordOf(resource)} is the original itself`,
        expected: 'another id',
        received: toId(copy),
        exchange: world.show(sent),
      });
      return;
    }
    const source = await readRecord(world, check, original);
    const reading = await readRecord(world, check, copy);
    const noun = aRecordOf(resource);
    if (!isDone(source.sent)) failUnreadable(scope, `${noun} that was copied`, source.sent, sent);
    if (!isDone(reading.sent)) failUnreadable(scope, `the copy of ${noun}`, reading.sent, sent);
    if (!isDone(source.sent) || !isDone(reading.sent)) return;
    const sentItem = original.creation?.item ?? {};
    const step = scope.step('copy');
    const fresh = step.role.copy?.fresh ?? new Set<string>();
    // The service chooses a text where the client may and does not.
    const choosable = readRequestFields(world, step);
    for (const { pointer, expected, received, kind } of compareRecords(source.item, reading.item)) {
      const [, name = ''] = pointer.split('/');
      const isOwn = Object.hasOwn(sentItem, name) && !fresh.has(`/${name}`);
      if (!isOwn || kind === 'normalised' || !isComparable(scope, pointer)) continue;
      const isText = typeof received === 'string' && received !== '';
      if (isNameOfCopy(expected, received) || (choosable.has(name) && isText)) continue;
      scope.fail({
        message: `${name} of a copy differs from the original`,
        expected: JSON.stringify(expected),
        received: JSON.stringify(received) ?? 'nothing',
        pointer,
        exchange: world.show(reading.sent),
        write: world.show(sent),
      });
    }
  },
};

function failUnreadable(scope: LawScope, subject: string, reading: Sent, copying: Sent): void {
  scope.fail({
    message: `${subject} cannot be read`,
    expected: 'a success response',
    received: describeStatus(reading),
    exchange: scope.world.show(reading),
    write: scope.world.show(copying),
  });
}

/** Services call a copy `Copy of Harbour`, or shorten such a name. Names that must be unique get a number. */
function isNameOfCopy(expected: unknown, received: unknown): boolean {
  if (typeof expected !== 'string' || typeof received !== 'string') return false;
  return received.includes(expected.slice(0, 12)) || expected.includes(received.slice(0, 12));
}

export const copyIsIndependent: Law = {
  slug: 'is-independent-of-its-original',
  sentence: ({ a }) => `A change of a copy of ${a} does not change the original.`,
  needs: [['create', 'upsert'], ['read'], ['copy'], ['update', 'replace', 'delete']],
  blames: ['copy'],
  async run(scope) {
    const { world, check, resource } = scope;
    const { original, copy } = await copyRecord(scope);
    if (toId(original) === toId(copy)) return;
    const before = await readRecord(world, check, original);
    const writes = await changeCopy(scope, copy);
    const after = await readRecord(world, check, original);
    const sentItem = original.creation?.item ?? {};
    const isOwn = (pointer: string) => Object.hasOwn(sentItem, pointer.split('/')[1] ?? '');
    const differences = compareRecords(before.item, after.item);
    const changed = differences.find(
      ({ pointer }) => isOwn(pointer) && isComparable(scope, pointer),
    );
    const isLost = isDone(before.sent) && !isDone(after.sent);
    const [write] = writes;
    if (write === undefined || (changed === undefined && !isLost)) return;
    scope.fail({
      message: `a change of the copy of ${aRecordOf(resource)} changed the original`,
      expected: isRecord(before.item) ? JSON.stringify(before.item) : 'the record as before',
      received: isLost ? describeStatus(after.sent) : JSON.stringify(after.item),
      exchange: world.show(after.sent),
      write: world.show(write),
    });
  },
};

/** Updates and deletes a copy, where the resource allows it. */
async function changeCopy(scope: LawScope, copy: Handle): Promise<Sent[]> {
  const { world, check } = scope;
  const writes: Sent[] = [];
  const update = scope.find('update', 'replace');
  if (update !== undefined) {
    const { item: before } = await readRecord(world, check, copy);
    const change = await sendChangeIfAny(world, check, update, copy, { states: false, before });
    if (change !== undefined) writes.push(change.write);
  }
  const deletion = scope.find('delete');
  if (deletion !== undefined) {
    const sent = await sendToRecord(world, check, deletion, copy);
    copy.isDeleted = isDone(sent);
    writes.push(sent);
  }
  return writes.filter(isDone);
}
