import { readAt } from '../../contract/resolve-reference.ts';
import { Inconclusive } from '../outcomes.ts';
import { callOperation } from '../world/call-operation.ts';
import { isSame } from '../world/compare-records.ts';
import type { Handle } from '../world/handle.ts';
import { toPath } from '../world/handle.ts';
import { aRecordOf } from '../world/nouns.ts';
import { readIds, readPages, readRecord, toId } from '../world/read-records.ts';
import { isDone, isGone } from '../world/world.ts';
import { writeItem } from '../world/write-requests.ts';
import type { Law, LawScope, LawSubject } from './law.ts';
import { namesInPath } from './names-in-path.ts';
import { listOwnChanges } from './own-changes.ts';

/** A record below one parent, and another parent. */
async function createApart(scope: LawScope): Promise<{ handle: Handle; otherParent: Handle }> {
  const { check, resource, records, world } = scope;
  const parent = world.model.resources.get(resource.parent?.resource ?? '');
  if (parent === undefined) throw new Inconclusive(`${aRecordOf(resource)} has no parent`);
  const first = await records.share(check, parent, 'one parent');
  const isCreated = first.creation !== undefined;
  const otherParent = isCreated
    ? await records.share(check, parent, 'another parent', first.parent)
    : records.findSecond(first);
  if (otherParent === undefined)
    throw new Inconclusive(
      `nothing creates ${aRecordOf(parent)}; pass --param <name>=<value> twice, for two of them`,
    );
  return { handle: await records.create(check, resource, {}, first), otherParent };
}

export const parentsAreApart: Law = {
  slug: 'lists-only-its-own',
  sentence: ({ many }) => `The list of ${many} below one parent shows none of another.`,
  needs: [['create', 'upsert'], ['list']],
  blames: ['list'],
  applies: ({ resource, find }) =>
    resource.parent !== undefined && (find('list')?.role.bindings.length ?? 0) > 0,
  async run(scope) {
    const { world, check, resource } = scope;
    const { handle, otherParent } = await createApart(scope);
    const { pages } = await readPages(world, check, scope.step('list'), otherParent);
    const shows = pages.find(({ items }) => readIds(resource, items).includes(toId(handle)));
    if (shows === undefined) return;
    scope.fail({
      message: `the list below another ${otherParent.resource.name} shows the ${resource.name} ${toId(handle)}`,
      expected: `a list without ${toId(handle)}`,
      received: toId(handle),
      exchange: world.show(shows.sent),
    });
  },
};

/** Whether what was read has one of the values that the run sent for a record. A record without values of its own is taken for it. */
function showsValuesOf({ creation, resource }: Handle, shown: unknown): boolean {
  const values = Object.entries(creation?.item ?? {}).filter(
    ([name]) => !resource.id.includes(`/${name}`),
  );
  return (
    values.length === 0 || values.some(([name, value]) => isSame(value, readAt(shown, [name])))
  );
}

export const wrongParent: Law = {
  slug: 'is-not-reached-through-another-parent',
  sentence: ({ A }) => `${A} is not reached through the wrong parent.`,
  needs: [['create', 'upsert'], ['read']],
  blames: ['read'],
  applies: ({ resource, find }) =>
    resource.parent !== undefined && namesInPath(find('read'), resource.parent.resource),
  async run(scope) {
    const { world, check, resource } = scope;
    const { handle, otherParent } = await createApart(scope);
    const { operation, role } = scope.step('read');
    const further = await moveParent(scope, handle);
    const moved = further === undefined ? [] : [{ ...handle, parent: further }];
    for (const wrong of [{ ...handle, parent: otherParent }, ...moved]) {
      const path = toPath({ operation, role }, wrong);
      const sent = await callOperation(world, check, { operation, path, isValid: false });
      if (!isDone(sent)) continue;
      // Ids may be unique only below a parent, so that this is another record with the same id.
      if (!showsValuesOf(handle, readAt(sent.reply?.json, role.responseItem ?? ''))) continue;
      const isDirect = wrong.parent === otherParent;
      const container = isDirect ? otherParent.resource : further?.parent?.resource;
      scope.fail({
        message: `${aRecordOf(resource)} is read below ${aRecordOf(container ?? otherParent.resource)} that does not contain it`,
        expected: 'status 404, 410 or 403',
        received: `status ${sent.reply?.status}`,
        exchange: world.show(sent),
      });
    }
  },
};

/** The parent of a record, as if another record contained it. Undefined if nothing contains it, or the path does not say what. */
async function moveParent(scope: LawScope, { parent }: Handle): Promise<Handle | undefined> {
  const container = parent?.parent;
  if (parent === undefined || container?.creation === undefined) return undefined;
  const { bindings } = scope.step('read').role;
  if (!bindings.some(({ resource }) => resource === container.resource.name)) return undefined;
  const { records, check } = scope;
  const key = 'another container';
  return {
    ...parent,
    parent: await records.share(check, container.resource, key, container.parent),
  };
}

/** Whether the path of an operation names the parent of its record. */
function hasParentInPath({ resource, find }: LawSubject, role: 'read' | 'update' | 'delete') {
  const roles = role === 'update' ? (['update', 'replace'] as const) : ([role] as const);
  const { parent } = resource;
  return parent !== undefined && namesInPath(find(...roles), parent.resource);
}

export const wrongParentUpdates: Law = {
  slug: 'is-not-changed-through-another-parent',
  sentence: ({ A }) => `${A} is not changed through the wrong parent.`,
  needs: [['create', 'upsert'], ['read'], ['update', 'replace']],
  blames: ['update', 'replace'],
  // An upsert below another parent lawfully creates another record.
  applies: (subject) => hasParentInPath(subject, 'update') && !subject.resource.slots.has('upsert'),
  async run(scope) {
    const { world, check, resource } = scope;
    const { handle, otherParent } = await createApart(scope);
    const { operation, role } = scope.step('update', 'replace');
    const before = await readRecord(world, check, handle);
    const change = writeItem(world, { operation, role }, resource, {
      states: false,
      before: before.item,
    });
    const path = toPath({ operation, role }, { ...handle, parent: otherParent });
    const sent = await callOperation(world, check, {
      operation,
      path,
      body: change.body,
      isValid: false,
    });
    const after = await readRecord(world, check, handle);
    const changes = listOwnChanges(scope, handle, before.item, after.item);
    if (!isDone(sent) || changes.length === 0) return;
    scope.fail({
      message: `${aRecordOf(resource)} is changed through ${aRecordOf(otherParent.resource)} that does not contain it`,
      expected: 'status 404, 410 or 403, and no change',
      received: `status ${sent.reply?.status}, and another record`,
      exchange: world.show(sent),
    });
  },
};

export const wrongParentDeletes: Law = {
  slug: 'is-not-deleted-through-another-parent',
  sentence: ({ A }) => `${A} is not deleted through the wrong parent.`,
  needs: [['create', 'upsert'], ['read'], ['delete']],
  blames: ['delete'],
  applies: (subject) => hasParentInPath(subject, 'delete'),
  async run(scope) {
    const { world, check, resource } = scope;
    const { handle, otherParent } = await createApart(scope);
    const { operation, role } = scope.step('delete');
    const path = toPath({ operation, role }, { ...handle, parent: otherParent });
    const sent = await callOperation(world, check, { operation, path, isValid: false });
    const after = await readRecord(world, check, handle);
    if (!isGone(after.sent)) return;
    scope.fail({
      message: `${aRecordOf(resource)} is deleted through ${aRecordOf(otherParent.resource)} that does not contain it`,
      expected: 'status 404, 410 or 403, and the record as before',
      received: `status ${sent.reply?.status}, and the record is gone`,
      exchange: world.show(sent),
    });
  },
};
