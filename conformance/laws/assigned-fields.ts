import { isRecord } from '../../contract/resolve-reference.ts';
import { Inconclusive } from '../outcomes.ts';
import { aRecordOf } from '../world/nouns.ts';
import { readIds, readPages, readRecord, sendToRecord, toId } from '../world/read-records.ts';
import { isDone } from '../world/world.ts';
import { toWhole, writeItem } from '../world/write-requests.ts';
import type { Law } from './law.ts';
import { listOwnChanges } from './own-changes.ts';
import { readRequestFields } from './resource-schemas.ts';
import { tryToCreate } from './try-to-create.ts';

/** The top field with the id of a resource that has one. */
const nameId = (pointers: readonly string[]): string | undefined =>
  pointers.length === 1 ? pointers[0]?.slice(1) : undefined;

export const updateTakesNoId: Law = {
  slug: 'does-not-move-to-another-id',
  sentence: ({ one }) =>
    `An update with the id of another ${one} changes neither id nor the other one.`,
  needs: [['create'], ['read'], ['update', 'replace']],
  blames: ['update', 'replace'],
  applies: ({ resource, world, find }) => {
    const step = find('update', 'replace');
    const id = nameId(resource.id);
    return step !== undefined && id !== undefined && !readRequestFields(world, step).has(id);
  },
  async run(scope) {
    const { world, check, resource, records } = scope;
    const step = scope.step('update', 'replace');
    const victim = await records.create(check, resource);
    const handle = await records.create(check, resource, {}, victim.parent);
    const before = await readRecord(world, check, victim);
    const own = await readRecord(world, check, handle);
    const id = nameId(resource.id) ?? '';
    if (!isRecord(before.item) || before.item[id] === undefined)
      throw new Inconclusive(`${aRecordOf(resource)} shows no id`);
    const { item } = writeItem(world, step, resource, { states: false, before: own.item });
    const body = { ...item, [id]: before.item[id] };
    const pointer = step.role.requestItem ?? '';
    const whole = pointer === '' ? body : { [pointer.slice(1)]: body };
    const write = await sendToRecord(world, check, step, handle, whole);
    const after = await readRecord(world, check, victim);
    const moved = await readRecord(world, check, handle);
    const changes = listOwnChanges(scope, victim, before.item, after.item);
    const isTaken = isDone(before.sent) && (changes.length > 0 || !isDone(after.sent));
    const hasOtherId = isRecord(moved.item) && moved.item[id] === before.item[id];
    const isLost = isDone(own.sent) && (!isDone(moved.sent) || hasOtherId);
    if (!isTaken && !isLost) return;
    scope.fail({
      message: isTaken
        ? `an update with the id of another ${resource.name} changed that one`
        : `an update with another id moved the ${resource.name}`,
      expected: 'the id in the body is ignored or refused',
      received: JSON.stringify(isTaken ? after.item : (moved.item ?? moved.sent.reply?.status)),
      exchange: world.show(isTaken ? after.sent : moved.sent),
      write: world.show(write),
    });
  },
};

export const creationKeepsParent: Law = {
  slug: 'stays-below-its-parent',
  sentence: ({ A }) => `${A} is created below the parent in the path, whatever the body names.`,
  needs: [['create'], ['list']],
  blames: ['create'],
  applies: ({ resource, world, find }) => {
    const step = find('create');
    const field = resource.parent?.field?.slice(1);
    const isInPath = step?.role.bindings.some(
      ({ resource: name }) => name === resource.parent?.resource,
    );
    const isSent =
      field !== undefined && step !== undefined && readRequestFields(world, step).has(field);
    const isListed = (find('list')?.role.bindings.length ?? 0) > 0;
    return field !== undefined && isInPath === true && isListed && !isSent;
  },
  async run(scope) {
    const { world, check, resource, records } = scope;
    const parentResource = world.model.resources.get(resource.parent?.resource ?? '');
    const field = resource.parent?.field?.slice(1) ?? '';
    if (parentResource === undefined) return;
    const parent = await records.create(check, parentResource);
    const other = await records.create(check, parentResource, {}, parent.parent);
    const text = toId(other);
    const model = await records.create(check, resource, {}, parent);
    const shown = isRecord(model.creation?.shown) ? model.creation.shown[field] : undefined;
    const id = typeof shown === 'number' ? Number(text) : text;
    const handle = await tryToCreate(scope, { [field]: id }, parent);
    // A service may also refuse what the client must not send.
    if (handle === undefined) return;
    const { pages } = await readPages(world, check, scope.step('list'), other);
    const page = pages.find(({ items }) => readIds(resource, items).includes(toId(handle)));
    if (page === undefined) return;
    scope.fail({
      message: `a creation with another ${field} was stored below that ${parentResource.name}`,
      expected: `${aRecordOf(resource)} below ${toId(parent)}`,
      received: `it is listed below ${text}`,
      exchange: world.show(page.sent),
      ...(handle.creation && { write: world.show(handle.creation.sent) }),
    });
  },
};

export const updateKeepsParent: Law = {
  slug: 'is-not-moved-by-an-update',
  sentence: ({ A }) => `${A} stays below its parent, whatever parent the body of an update names.`,
  needs: [['create'], ['list'], ['read'], ['update', 'replace']],
  blames: ['update', 'replace'],
  applies: ({ resource, world, find }) => {
    const step = find('update', 'replace');
    const field = resource.parent?.field?.slice(1);
    const isSent =
      field !== undefined && step !== undefined && readRequestFields(world, step).has(field);
    const isListed = (find('list')?.role.bindings.length ?? 0) > 0;
    return field !== undefined && isListed && !isSent;
  },
  async run(scope) {
    const { world, check, resource, records } = scope;
    const parentResource = world.model.resources.get(resource.parent?.resource ?? '');
    const field = resource.parent?.field?.slice(1) ?? '';
    if (parentResource === undefined) return;
    const parent = await records.create(check, parentResource);
    const other = await records.create(check, parentResource, {}, parent.parent);
    const handle = await records.create(check, resource, {}, parent);
    const step = scope.step('update', 'replace');
    const before = await readRecord(world, check, handle);
    const shown = isRecord(before.item) ? before.item[field] : undefined;
    const id = typeof shown === 'number' ? Number(toId(other)) : toId(other);
    const { item } = writeItem(world, step, resource, { states: false, before: before.item });
    const body = toWhole(step, { ...item, [field]: id });
    const write = await sendToRecord(world, check, step, handle, body);
    const { pages } = await readPages(world, check, scope.step('list'), other);
    const page = pages.find(({ items }) => readIds(resource, items).includes(toId(handle)));
    if (page === undefined) return;
    scope.fail({
      message: `an update with another ${field} moved the ${resource.name}`,
      expected: `${aRecordOf(resource)} below ${toId(parent)}`,
      received: `it is listed below ${toId(other)}`,
      exchange: world.show(page.sent),
      write: world.show(write),
    });
  },
};
