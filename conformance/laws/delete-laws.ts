import { isRecord } from '../../contract/resolve-reference.ts';
import { Inconclusive, Unanswered } from '../outcomes.ts';
import type { Sent } from '../runner/target.ts';
import type { Handle } from '../world/handle.ts';
import { readIds, readPages, readRecord, sendToRecord, toId } from '../world/read-records.ts';
import { isDone, isGone } from '../world/world.ts';
import { listWrongCredentials } from '../world/wrong-credentials.ts';
import { describeStatus } from './describe-status.ts';
import type { Law, LawScope } from './law.ts';

/** Creates a record, and deletes it. */
async function createAndDelete(scope: LawScope): Promise<{ handle: Handle; deletion: Sent }> {
  const { check, resource, records } = scope;
  const handle = await records.create(check, resource);
  return { handle, deletion: await deleteRecord(scope, handle) };
}

/** @throws Inconclusive if the service refuses the deletion, or does it later */
export async function deleteRecord(scope: LawScope, handle: Handle): Promise<Sent> {
  const { world, check } = scope;
  const deletion = await sendToRecord(world, check, scope.step('delete'), handle);
  if (deletion.reply?.status === 202)
    throw new Inconclusive('the deletion was only accepted for later');
  if (!isDone(deletion))
    throw new Inconclusive(`${scope.step('delete').operation.id} ${describeStatus(deletion)}`);
  handle.isDeleted = true;
  return deletion;
}

/** Whether a service shows a record only to say that it was deleted. */
export function isMarkedDeleted(item: unknown): boolean {
  if (!isRecord(item)) return false;
  const isMarked = item['deleted'] === true || item['is_deleted'] === true;
  return isMarked || item['isDeleted'] === true || hasTimeOfDeletion(item);
}

function hasTimeOfDeletion(item: Readonly<Record<string, unknown>>): boolean {
  const time = item['deletedAt'] ?? item['deleted_at'];
  return (typeof time === 'string' && time !== '') || typeof time === 'number';
}

export const deletedIsGone: Law = {
  slug: 'is-gone',
  sentence: ({ A }) => `${A} that was deleted is gone: it is neither read nor listed.`,
  needs: [['create', 'upsert'], ['delete'], ['read', 'list']],
  blames: ['delete'],
  async run(scope) {
    const { world, check, resource } = scope;
    const { handle, deletion } = await createAndDelete(scope);
    if (scope.find('read') !== undefined) {
      const { sent, item } = await readRecord(world, check, handle);
      if (!isGone(sent) && !isMarkedDeleted(item))
        scope.fail({
          message: `a deleted ${resource.name} can still be read`,
          expected: 'status 404, 410 or 403',
          received: `status ${sent.reply?.status}`,
          exchange: world.show(sent),
          write: world.show(deletion),
        });
    }
    const listing = scope.find('list');
    if (listing === undefined || listing.role.relation !== undefined) return;
    const { pages } = await readPages(world, check, listing, handle.parent);
    const shows = pages.find(({ items }) => {
      const present = items.filter((item) => !isMarkedDeleted(item));
      return readIds(resource, present).includes(toId(handle));
    });
    if (shows === undefined) return;
    scope.fail({
      message: `a deleted ${resource.name} is still listed`,
      expected: `a list without ${toId(handle)}`,
      received: toId(handle),
      exchange: world.show(shows.sent),
      write: world.show(deletion),
    });
  },
};

export const refusalDeletesNothing: Law = {
  slug: 'deletes-nothing-if-refused',
  sentence: ({ a }) => `A deletion of ${a} that is refused for its credentials deletes nothing.`,
  needs: [['create', 'upsert'], ['delete'], ['read']],
  blames: ['delete'],
  applies: ({ find }) => find('delete')?.operation.secured === true,
  async run(scope) {
    const { world, check, resource, records } = scope;
    const step = scope.step('delete');
    const handle = await records.create(check, resource);
    let last: Sent | undefined;
    for (const { credential } of listWrongCredentials(world, step.operation)) {
      const sent = await sendToRecord(world, check, step, handle, undefined, credential);
      // What is accepted is the fault of another check.
      if (isDone(sent)) {
        handle.isDeleted = true;
        return;
      }
      last = sent;
    }
    const { sent } = await readRecord(world, check, handle);
    if (last === undefined || !isGone(sent)) return;
    scope.fail({
      message: `a refused deletion deleted the ${resource.name}`,
      expected: 'a success response',
      received: describeStatus(sent),
      exchange: world.show(sent),
      write: world.show(last),
    });
  },
};

export const deleteOnlyOne: Law = {
  slug: 'deletes-only-that',
  sentence: ({ a }) => `The deletion of ${a} leaves the others.`,
  needs: [['create', 'upsert'], ['delete'], ['read']],
  blames: ['delete'],
  async run(scope) {
    const { world, check, resource, records } = scope;
    await records.create(check, resource);
    const others = await listReadable(scope);
    const { deletion } = await createAndDelete(scope);
    for (const other of others) {
      const { isThere, sent } = await lookFor(scope, other);
      if (isThere) continue;
      scope.fail({
        message: `the deletion of one ${resource.name} made another one unreadable`,
        expected: 'a success response',
        received: sent === undefined ? 'a list without it' : `status ${sent.reply?.status}`,
        exchange: world.show(sent ?? deletion),
        write: world.show(deletion),
      });
      return;
    }
  },
};

/** How many of the oldest records, and of the newest ones, are read before and after a deletion. */
const mostOthers = 2;

/** How many records are read to find them. Some are gone with their parents, or because a deletion takes others. */
const mostRead = 20;

/** Records that can be read: a careless deletion takes the first or the last one of a list. */
async function listReadable(scope: LawScope): Promise<Set<Handle>> {
  const { world, resource } = scope;
  const own = world.inventory.filter((handle) => handle.resource === resource && !handle.isDeleted);
  const readable = new Set<Handle>();
  for (const ordered of [own, own.toReversed()]) {
    let count = 0;
    for (const handle of ordered.slice(0, mostRead)) {
      const { isThere } = await lookFor(scope, handle);
      if (!isThere) continue;
      readable.add(handle);
      count += 1;
      if (count === mostOthers) break;
    }
  }
  return readable;
}

/** Whether a record can be read, or is in the list that shows it where nothing reads one. */
async function lookFor(
  { world, check }: LawScope,
  handle: Handle,
): Promise<{ isThere: boolean; sent: Sent | undefined }> {
  try {
    const { sent } = await readRecord(world, check, handle);
    return { isThere: isDone(sent), sent };
  } catch (error) {
    if (!(error instanceof Inconclusive) || error instanceof Unanswered) throw error;
    return { isThere: false, sent: undefined };
  }
}

export const deleteTwice: Law = {
  slug: 'is-deleted-twice',
  sentence: ({ a }) => `A second deletion of ${a} does not make the service fail.`,
  needs: [['create', 'upsert'], ['delete']],
  blames: ['delete'],
  async run(scope) {
    const { world, check } = scope;
    const { handle } = await createAndDelete(scope);
    const again = await sendToRecord(world, check, scope.step('delete'), handle);
    const status = again.reply?.status ?? 0;
    if (status < 500) return;
    scope.fail({
      message: 'a second deletion makes the service fail',
      expected: 'a status below 500',
      received: `status ${status}`,
      exchange: world.show(again),
    });
  },
};
