import { isRecord } from '../../contract/resolve-reference.ts';
import type { Role } from '../../contract/resources/model.ts';
import { Inconclusive } from '../outcomes.ts';
import type { Sent } from '../runner/target.ts';
import type { Handle } from '../world/handle.ts';
import { aRecordOf } from '../world/nouns.ts';
import { readIds, readPages, readRecord, sendToRecord, toId } from '../world/read-records.ts';
import { readRequestFields } from '../world/request-schema.ts';
import { isDone } from '../world/world.ts';
import { toWhole, writeItem } from '../world/write-requests.ts';
import type { Law, LawScope, LawSubject } from './law.ts';
import { namesInPath } from './names-in-path.ts';
import { listOwnChanges } from './own-changes.ts';
import { tryToCreate } from './try-to-create.ts';

/** The top field with the id of a resource that has one. */
const nameId = (pointers: readonly string[]): string | undefined =>
  pointers.length === 1 ? pointers[0]?.slice(1) : undefined;

export const updateTakesNoId: Law = {
  slug: 'does-not-move-to-another-id',
  sentence: ({ noun }) =>
    `An update with the id of another ${noun} changes neither id nor the other one.`,
  needs: [['create', 'upsert'], ['read'], ['update', 'replace', 'upsert']],
  blames: ['update', 'replace', 'upsert'],
  applies: ({ resource, world, find }) => {
    const step = find('update', 'replace', 'upsert');
    const id = nameId(resource.id);
    return step !== undefined && id !== undefined && !readRequestFields(world, step).has(id);
  },
  async run(scope) {
    const { world, check, resource, records } = scope;
    const step = scope.step('update', 'replace', 'upsert');
    const victim = await records.create(check, resource);
    const handle = await records.create(check, resource, {}, victim.parent);
    const before = await readRecord(world, check, victim);
    const ownReading = await readRecord(world, check, handle);
    const id = nameId(resource.id) ?? '';
    if (!isRecord(before.item) || before.item[id] === undefined)
      throw new Inconclusive(`${aRecordOf(resource)} shows no id`);
    const { item } = writeItem(world, step, resource, { states: false, before: ownReading.item });
    const body = { ...item, [id]: before.item[id] };
    const pointer = step.role.requestItem ?? '';
    const payload = pointer === '' ? body : { [pointer.slice(1)]: body };
    const write = await sendToRecord(world, check, step, handle, payload);
    const after = await readRecord(world, check, victim);
    const moved = await readRecord(world, check, handle);
    const changes = listOwnChanges(scope, victim, before.item, after.item);
    const isTaken = isDone(before.sent) && (changes.length > 0 || !isDone(after.sent));
    const hasOtherId = isRecord(moved.item) && moved.item[id] === before.item[id];
    const isLost = isDone(ownReading.sent) && (!isDone(moved.sent) || hasOtherId);
    if (!isTaken && !isLost) return;
    const result = moved.item ?? moved.sent.reply?.status;
    scope.fail({
      message: isTaken
        ? `an update with the id of another ${resource.name} changed that one`
        : `an update with another id moved the ${resource.name}`,
      expected: 'the id in the body is ignored or refused',
      received: JSON.stringify(isTaken ? after.item : result),
      exchange: world.show(isTaken ? after.sent : moved.sent),
      write: world.show(write),
    });
  },
};

/** The field with the id of the parent, which an operation does not take: its path says the parent. */
function findParentField(
  { resource, world, find }: LawSubject,
  ...roles: readonly Role[]
): string | undefined {
  const step = find(...roles);
  const field = resource.parent?.field?.slice(1);
  const isListedBelow = (find('list')?.role.bindings.length ?? 0) > 0;
  if (field === undefined || step === undefined || !isListedBelow) return undefined;
  return readRequestFields(world, step).has(field) ? undefined : field;
}

/** Two records, the first of which contains another one. */
interface Parents {
  parent: Handle;
  otherParent: Handle;
}

async function createParents({ world, check, resource, records }: LawScope): Promise<Parents> {
  const container = world.model.resources.get(resource.parent?.resource ?? '');
  if (container === undefined) throw new Inconclusive(`${aRecordOf(resource)} has no parent`);
  const parent = await records.create(check, container);
  return { parent, otherParent: await records.create(check, container, {}, parent.parent) };
}

/** The id of a parent, in the form in which a record shows it. */
function toParentId(record: unknown, field: string, parent: Handle): string | number {
  const shownId = isRecord(record) ? record[field] : undefined;
  return typeof shownId === 'number' ? Number(toId(parent)) : toId(parent);
}

/** Fails if a record is listed below another parent than the one in its path. */
async function judgePlace(
  scope: LawScope,
  handle: Handle,
  { parent, otherParent }: Parents,
  { message, write }: { message: string; write: Sent | undefined },
): Promise<void> {
  const { world, check, resource } = scope;
  const { pages } = await readPages(world, check, scope.step('list'), otherParent);
  const page = pages.find(({ items }) => readIds(resource, items).includes(toId(handle)));
  if (page === undefined) return;
  scope.fail({
    message,
    expected: `${aRecordOf(resource)} below ${toId(parent)}`,
    received: `it is listed below ${toId(otherParent)}`,
    exchange: world.show(page.sent),
    ...(write && { write: world.show(write) }),
  });
}

export const creationKeepsParent: Law = {
  slug: 'stays-below-its-parent',
  sentence: ({ A }) => `${A} is created below the parent in the path, whatever the body names.`,
  needs: [['create'], ['list']],
  blames: ['create'],
  applies: (subject) => {
    const { resource, find } = subject;
    const isInPath = namesInPath(find('create'), resource.parent?.resource);
    return isInPath && findParentField(subject, 'create') !== undefined;
  },
  async run(scope) {
    const { check, resource, records } = scope;
    const field = findParentField(scope, 'create') ?? '';
    const parents = await createParents(scope);
    const model = await records.create(check, resource, {}, parents.parent);
    const id = toParentId(model.creation?.shown, field, parents.otherParent);
    const handle = await tryToCreate(scope, { [field]: id }, parents.parent);
    // A service may also refuse what the client must not send.
    if (handle === undefined) return;
    await judgePlace(scope, handle, parents, {
      message: `a creation with another ${field} was stored below that ${parents.otherParent.resource.name}`,
      write: handle.creation?.sent,
    });
  },
};

export const updateKeepsParent: Law = {
  slug: 'is-not-moved-by-an-update',
  sentence: ({ A }) => `${A} stays below its parent, whatever parent the body of an update names.`,
  needs: [['create'], ['list'], ['read'], ['update', 'replace']],
  blames: ['update', 'replace'],
  applies: (subject) => findParentField(subject, 'update', 'replace') !== undefined,
  async run(scope) {
    const { world, check, resource, records } = scope;
    const field = findParentField(scope, 'update', 'replace') ?? '';
    const parents = await createParents(scope);
    const handle = await records.create(check, resource, {}, parents.parent);
    const step = scope.step('update', 'replace');
    const { item: before } = await readRecord(world, check, handle);
    const { item } = writeItem(world, step, resource, { states: false, before });
    const id = toParentId(before, field, parents.otherParent);
    const body = toWhole(step, { ...item, [field]: id });
    const write = await sendToRecord(world, check, step, handle, body);
    const message = `an update with another ${field} moved the ${resource.name}`;
    await judgePlace(scope, handle, parents, { message, write });
  },
};
