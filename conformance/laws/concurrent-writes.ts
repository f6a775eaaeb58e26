import { readAt } from '../../contract/resolve-reference.ts';
import { Inconclusive } from '../outcomes.ts';
import type { Sent } from '../runner/target.ts';
import type { Handle } from '../world/handle.ts';
import { readRecord, sendToRecord, toId } from '../world/read-records.ts';
import { sendChangeIfAny } from '../world/send-change.ts';
import type { Step } from '../world/step.ts';
import { isDone, isGone } from '../world/world.ts';
import { toWhole, writeItem } from '../world/write-requests.ts';
import { describeStatus } from './describe-status.ts';
import type { Law, LawScope } from './law.ts';
import { assertNothingLost } from './nothing-lost.ts';
import { isNeverRead, showsWhole } from './whole-records.ts';

/** How many writes are in flight at once. */
const atOnce = 5;

/** Creates records at once, after one that shows which creation the service accepts. */
async function createAtOnce(scope: LawScope) {
  const { check, resource, records } = scope;
  const first = await records.create(check, resource);
  const creations = Array.from({ length: atOnce }, () =>
    records.create(check, resource, {}, first.parent),
  );
  return Promise.all(creations);
}

/** A record as the service shows it, and the response that does. */
interface Shown {
  item: unknown;
  sent: Sent;
}

/**
 * A record as it is read, or as the response to its write shows it whole where nothing reads it.
 * @returns undefined if nothing shows it
 */
async function readOrTake(
  scope: LawScope,
  step: Step,
  handle: Handle,
  write: Sent,
): Promise<Shown | undefined> {
  const { world, check } = scope;
  if (!isNeverRead(scope)) {
    return readRecord(world, check, handle);
  }
  if (!showsWhole(scope, step)) return undefined;
  return { item: readAt(write.reply?.json, step.role.responseItem ?? ''), sent: write };
}

export const concurrentCreations: Law = {
  slug: 'is-created-beside-others',
  sentence: ({ many }) => `${capitalise(many)} that are created at the same time are independent.`,
  needs: [['create', 'upsert']],
  blames: ['create', 'upsert'],
  async run(scope) {
    const { world, resource } = scope;
    const step = scope.step('create', 'upsert');
    const handles = await createAtOnce(scope);
    const ids = handles.map(toId);
    const repeated = handles.find((handle, index) => ids.indexOf(toId(handle)) !== index);
    if (repeated?.creation !== undefined) {
      scope.fail({
        message: `two ${resource.plural} that were created at the same time got the same id`,
        expected: 'different ids',
        received: toId(repeated),
        exchange: world.show(repeated.creation.sent),
      });
      return;
    }
    for (const handle of handles) {
      const { creation } = handle;
      if (creation === undefined) continue;
      const shown = await readOrTake(scope, step, handle, creation.sent);
      if (shown === undefined) continue;
      if (isGone(shown.sent)) {
        scope.fail({
          message: `one of several ${resource.plural} that were created at the same time is lost`,
          expected: 'a success response',
          received: describeStatus(shown.sent),
          exchange: world.show(shown.sent),
          write: world.show(creation.sent),
        });
        return;
      }
      if (!isDone(shown.sent)) continue;
      assertNothingLost(scope, {
        expected: creation.item,
        received: shown.item,
        sent: shown.sent,
        write: creation.sent,
      });
    }
  },
};

export const concurrentUpdates: Law = {
  slug: 'is-updated-beside-others',
  sentence: ({ many }) => `Updates of different ${many} at the same time are independent.`,
  needs: [
    ['create', 'upsert'],
    ['update', 'replace', 'upsert'],
  ],
  blames: ['update', 'replace', 'upsert'],
  async run(scope) {
    const { world, check, resource } = scope;
    const step = scope.step('update', 'replace', 'upsert');
    const handles = await createAtOnce(scope);
    const [teacher] = handles;
    // The first update shows which fields the service accepts.
    if (teacher !== undefined)
      await sendChangeIfAny(world, check, step, teacher, {
        states: false,
        before: teacher.creation?.shown,
      });
    const updates = handles.map(async (handle) => {
      const before = handle.creation?.shown;
      const { body, item } = writeItem(world, step, resource, { states: false, before });
      return { handle, item, write: await sendToRecord(world, check, step, handle, body) };
    });
    const settled = await Promise.all(updates);
    const accepted = settled.filter(({ write }) => isDone(write));
    if (accepted.length < 2) throw new Inconclusive('fewer than two updates were accepted');
    for (const { handle, item, write } of accepted) {
      const shown = await readOrTake(scope, step, handle, write);
      if (shown === undefined || !isDone(shown.sent)) continue;
      const { item: received, sent } = shown;
      assertNothingLost(scope, { expected: item, received, sent, write });
    }
  },
};

/** How often two updates are sent at the same time: which one comes first is chance. */
const rounds = 3;

export const concurrentParts: Law = {
  slug: 'keeps-both-updates-at-once',
  sentence: ({ a }) => `Updates of different fields of ${a} at the same time are both kept.`,
  needs: [['create', 'upsert'], ['read'], ['update']],
  blames: ['update'],
  // RFC 5789, section 2: a PATCH is applied as a whole, to the record as it is.
  applies: ({ find }) => find('update')?.operation.method === 'PATCH',
  async run(scope) {
    const { world, check, resource, records } = scope;
    const step = scope.step('update');
    const handle = await records.create(check, resource);
    for (let round = 0; round < rounds; round += 1) {
      const { item: before } = await readRecord(world, check, handle);
      const { item } = writeItem(world, step, resource, { states: false, most: 2, before });
      const parts = Object.entries(item).map(([name, value]) => ({ [name]: value }));
      if (parts.length !== 2) throw new Inconclusive('no two fields can be updated alone');
      const writes = await Promise.all(
        parts.map((part) => sendToRecord(world, check, step, handle, toWhole(step, part))),
      );
      const [, write] = writes;
      if (write === undefined || !writes.every(isDone))
        throw new Inconclusive('one of two updates at the same time was refused');
      const { item: received, sent } = await readRecord(world, check, handle);
      assertNothingLost(scope, { expected: item, received, sent, write });
    }
  },
};

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
