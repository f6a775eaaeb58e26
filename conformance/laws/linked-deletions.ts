import { matchStatus } from '../../contract/operation.ts';
import { Inconclusive } from '../outcomes.ts';
import { readIds, readPage, readRecord, sendToRecord, toId } from '../world/read-records.ts';
import { findStep } from '../world/step.ts';
import { isDone } from '../world/world.ts';
import { deleteRecord } from './delete-laws.ts';
import { describeStatus } from './describe-status.ts';
import type { Law, LawScope } from './law.ts';
import { findFrom, isLinked, isPlainLink, prepareLink, sendLink } from './link-laws.ts';

async function linkRecords(scope: LawScope) {
  const linked = await prepareLink(scope);
  const write = await sendLink(scope, scope.step('link'), linked);
  if (!isDone(write)) throw new Inconclusive(`the link ${describeStatus(write)}`);
  const { count } = await isLinked(scope, linked);
  if (count === 0) throw new Inconclusive('the linked record is not listed');
  return linked;
}

export const deletedIsUnlinked: Law = {
  slug: 'is-unlinked-when-deleted',
  sentence: ({ A }) => `${A} that was deleted is no longer in the list of those that are linked.`,
  needs: [['create', 'upsert'], ['link'], ['delete']],
  blames: ['delete'],
  applies: isPlainLink,
  async run(scope) {
    const { world, check, resource } = scope;
    const linked = await linkRecords(scope);
    const deletion = await deleteRecord(scope, linked.to);
    const { sent, items } = await readPage(world, check, linked.list, linked.from);
    const isListed = readIds(resource, items).includes(toId(linked.to));
    if (isDone(sent) && !isListed) return;
    scope.fail({
      message: isDone(sent)
        ? 'a deleted record is still linked'
        : 'the list of linked records cannot be read after one of them was deleted',
      expected: `a list without ${toId(linked.to)}`,
      received: isDone(sent) ? toId(linked.to) : describeStatus(sent),
      exchange: world.show(sent),
      write: world.show(deletion),
    });
  },
};

export const linkedSurvives: Law = {
  slug: 'survives-what-it-is-linked-to',
  sentence: ({ A }) => `${A} still exists after the deletion of a record that it is linked to.`,
  needs: [['create', 'upsert'], ['read'], ['link']],
  blames: ['link'],
  applies: (subject) => isPlainLink(subject) && findFrom(subject)?.slots.has('delete') === true,
  async run(scope) {
    const { world, check } = scope;
    const { from, to } = await linkRecords(scope);
    const step = findStep(world, from.resource, 'delete');
    const deletion = step && (await sendToRecord(world, check, step, from));
    if (deletion === undefined || !isDone(deletion))
      throw new Inconclusive(`the deletion ${describeStatus(deletion)}`);
    from.isDeleted = true;
    const { sent } = await readRecord(world, check, to);
    if (isDone(sent)) return;
    scope.fail({
      message: `the deletion of a ${from.resource.name} deleted the ${to.resource.name} that is linked to it`,
      expected: 'the linked record',
      received: describeStatus(sent),
      exchange: world.show(sent),
      write: world.show(deletion),
    });
  },
};

export const linksExisting: Law = {
  slug: 'links-only-what-exists',
  sentence: ({ A }) => `${A} that was deleted cannot be linked.`,
  needs: [['create', 'upsert'], ['link'], ['delete']],
  blames: ['link'],
  applies: isPlainLink,
  isOnlyObserved: ({ find }) => {
    const responses = find('link')?.operation.responses ?? [];
    return !responses.some(({ status }) => matchStatus(status, 404));
  },
  async run(scope) {
    const { world } = scope;
    const linked = await prepareLink(scope);
    const deletion = await deleteRecord(scope, linked.to);
    const write = await sendLink(scope, scope.step('link'), linked);
    if (!isDone(write)) return;
    scope.fail({
      message: 'a record that was deleted was linked',
      expected: 'status 404, 410 or 403',
      received: describeStatus(write),
      exchange: world.show(write),
      write: world.show(deletion),
    });
  },
};
