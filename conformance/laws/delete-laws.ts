import { isRecord } from '../../contract/resolve-reference.ts';
import { Inconclusive, unlessInconclusive } from '../outcomes.ts';
import type { Sent } from '../runner/target.ts';
import type { Handle } from '../world/handle.ts';
import { readIds, readPages, readRecord, sendToRecord, toId } from '../world/read-records.ts';
import { isDone, isGone } from '../world/world.ts';
import { listWrongCredentials } from '../world/wrong-credentials.ts';
import { describeStatus } from './describe-status.ts';
import type { Law, LawScope } from './law.ts';
import { listReadable, lookFor } from './readable-records.ts';

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
    const parent = await createParent(scope);
    const sibling = await records.create(check, resource, {}, parent);
    const bystanders = await listReadable(scope);
    bystanders.add(sibling);
    if (parent !== undefined && (await isReadable(scope, parent))) bystanders.add(parent);
    const handle = await records.create(check, resource, {}, parent);
    const deletion = await deleteRecord(scope, handle);
    for (const bystander of bystanders) {
      const { isThere, sent } = await lookFor(scope, bystander);
      if (isThere) continue;
      const lost = bystander === parent ? `the ${parent.resource.name} above it` : 'another one';
      scope.fail({
        message: `the deletion of one ${resource.name} made ${lost} unreadable`,
        expected: 'a success response',
        received: sent === undefined ? 'a list without it' : `status ${sent.reply?.status}`,
        exchange: world.show(sent ?? deletion),
        write: world.show(deletion),
      });
      return;
    }
  },
};

/** A record of its own that contains others, where something creates it: a careless deletion takes it along. */
async function createParent({ world, check, resource, records }: LawScope) {
  const container = world.model.resources.get(resource.parent?.resource ?? '');
  return container && unlessInconclusive(records.create(check, container));
}

async function isReadable(scope: LawScope, handle: Handle): Promise<boolean> {
  const reading = await unlessInconclusive(lookFor(scope, handle));
  return reading?.isThere === true;
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
