import { isRecord } from '../../contract/resolve-reference.ts';
import { formatValue } from '../format-value.ts';
import { Inconclusive } from '../outcomes.ts';
import { isSame } from '../world/compare-records.ts';
import { aRecordOf } from '../world/nouns.ts';
import { readRecord, sendToRecord, toId } from '../world/read-records.ts';
import { readRequestFields } from '../world/request-schema.ts';
import { isDone } from '../world/world.ts';
import { toWhole, writeItem } from '../world/write-requests.ts';
import { deleteRecord } from './delete-laws.ts';
import type { Law, LawScope, LawSubject } from './law.ts';
import { listOwnChanges } from './own-changes.ts';
import { toReadPointer } from './read-pointer.ts';
import { readResponseFields } from './resource-schemas.ts';
import { tryToCreate } from './try-to-create.ts';

export const idsAreUnique: Law = {
  slug: 'gets-its-own-id',
  sentence: ({ many }) => `Two ${many} never have the same id.`,
  needs: [['create']],
  blames: ['create'],
  async run(scope) {
    const { world, check, resource, records } = scope;
    const first = await records.create(check, resource);
    const second = await records.create(check, resource, {}, first.parent);
    if (toId(first) !== toId(second)) return;
    if (isIdSent(scope)) throw new Inconclusive('the client chooses the id');
    scope.fail({
      message: `two ${resource.plural} got the same id`,
      expected: 'different ids',
      received: toId(first),
      ...(second.creation && { exchange: world.show(second.creation.sent) }),
    });
  },
};

export const deletedIdsStayUnused: Law = {
  slug: 'takes-no-deleted-id',
  sentence: ({ A }) => `${A} never gets the id of one that was deleted.`,
  needs: [['create'], ['delete']],
  blames: ['create'],
  applies: (subject) => !isIdSent(subject),
  async run(scope) {
    const { world, check, resource, records } = scope;
    const { parent } = await records.create(check, resource);
    const deleted = await records.create(check, resource, {}, parent);
    const deletion = await deleteRecord(scope, deleted);
    const next = await records.create(check, resource, {}, parent);
    if (toId(next) !== toId(deleted) || next.creation === undefined) return;
    scope.fail({
      message: `a new ${resource.name} got the id of one that was deleted`,
      expected: 'an id that no record had',
      received: toId(next),
      exchange: world.show(next.creation.sent),
      write: world.show(deletion),
    });
  },
};

/** Whether the request of a creation has the id. */
function isIdSent({ world, resource, find }: LawSubject): boolean {
  const step = find('create');
  if (step === undefined) return false;
  const fields = readRequestFields(world, step);
  return resource.id.some((pointer) => fields.has(pointer.slice(1)));
}

export const takesNoRecord: Law = {
  slug: 'does-not-take-an-id',
  sentence: ({ noun }) =>
    `A creation with the id of another ${noun} neither takes nor changes that one.`,
  needs: [['create'], ['read']],
  blames: ['create'],
  applies: (subject) => {
    const hasBody = subject.find('create')?.operation.requestBody !== undefined;
    return hasBody && subject.resource.id.length === 1 && !isIdSent(subject);
  },
  async run(scope) {
    const { world, check, resource, records } = scope;
    const victim = await records.create(check, resource);
    const before = await readRecord(world, check, victim);
    const [pointer = ''] = resource.id;
    const id = isRecord(before.item) ? before.item[pointer.slice(1)] : undefined;
    if (!isDone(before.sent) || id === undefined)
      throw new Inconclusive(`${aRecordOf(resource)} shows no id`);
    const chosen = { [pointer.slice(1)]: id };
    const created = await tryToCreate(scope, chosen, victim.parent);
    const after = await readRecord(world, check, victim);
    const changes = listOwnChanges(scope, victim, before.item, after.item);
    const isTaken = created !== undefined && toId(created) === toId(victim);
    if (isDone(after.sent) && changes.length === 0 && !isTaken) return;
    scope.fail({
      message: `a creation with the id of another ${resource.name} took its place`,
      expected: JSON.stringify(before.item),
      received: JSON.stringify(after.item ?? `status ${after.sent.reply?.status}`),
      exchange: world.show(after.sent),
    });
  },
};

export const readOnlyIsIgnored: Law = {
  slug: 'ignores-read-only-fields',
  sentence: ({ a }) => `A client does not choose the read-only fields of ${a}.`,
  needs: [['create'], ['read']],
  blames: ['create'],
  applies: (subject) => listReadOnly(subject).length > 0,
  async run(scope) {
    const { world, check, resource, records } = scope;
    const model = await records.create(check, resource);
    const { item: example } = await readRecord(world, check, model);
    if (!isRecord(example)) return;
    const changes = chooseReadOnly(scope, example);
    if (Object.keys(changes).length === 0)
      throw new Inconclusive('no other value of a read-only field is known');
    const handle = await tryToCreate(scope, changes, model.parent);
    // A service may also refuse what the client must not send.
    if (handle === undefined) return;
    const { item, sent } = await readRecord(world, check, handle);
    if (!isRecord(item)) return;
    for (const [name, chosen] of Object.entries(changes)) {
      if (JSON.stringify(item[name]) !== JSON.stringify(chosen)) continue;
      scope.fail({
        message: `${name} is read-only, and has the value that the client chose`,
        expected: 'a value that the service decides',
        received: JSON.stringify(chosen),
        pointer: `/${name}`,
        exchange: world.show(sent),
        ...(handle.creation && { write: world.show(handle.creation.sent) }),
      });
    }
  },
};

export const updateKeepsReadOnly: Law = {
  slug: 'keeps-read-only-fields',
  sentence: ({ a }) => `An update of ${a} does not choose its read-only fields.`,
  needs: [['create'], ['read'], ['update', 'replace']],
  blames: ['update', 'replace'],
  applies: (subject) => listReadOnly(subject).length > 0,
  async run(scope) {
    const { world, check, resource, records, step } = scope;
    const handle = await records.create(check, resource);
    const { item: before } = await readRecord(world, check, handle);
    if (!isRecord(before)) return;
    const update = step('update', 'replace');
    const { item } = writeItem(world, update, resource, { states: false, before });
    const changes = chooseReadOnly(scope, before);
    if (Object.keys(changes).length === 0)
      throw new Inconclusive('no other value of a read-only field is known');
    const body = toWhole(update, { ...item, ...changes });
    const write = await sendToRecord(world, check, update, handle, body);
    const { item: after, sent } = await readRecord(world, check, handle);
    if (!isRecord(after)) return;
    const names = readRequestFields(world, update);
    for (const [name, chosen] of Object.entries(changes)) {
      if (names.has(name) || !isSame(after[name], chosen)) continue;
      scope.fail({
        message: `${name} is read-only, and has the value that an update chose`,
        expected: formatValue(before[name]),
        received: formatValue(chosen),
        pointer: toReadPointer(scope, `/${name}`),
        exchange: world.show(sent),
        write: world.show(write),
      });
    }
  },
};

/** Other values for the read-only fields of a record. */
function chooseReadOnly(
  scope: LawScope,
  record: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const changes: Record<string, unknown> = {};
  for (const name of listReadOnly(scope)) {
    const chosen = chooseOther(scope, name, record[name]);
    if (chosen !== undefined) changes[name] = chosen;
  }
  return changes;
}

function listReadOnly(subject: LawSubject): string[] {
  const { world, resource, find } = subject;
  const fields = readResponseFields(subject);
  const declared = [...resource.serverSet].filter(([, { certainty }]) => certainty === 'declared');
  const names = new Set(declared.map(([pointer]) => pointer.slice(1)));
  for (const [name, field] of fields) if (field.readOnly === true) names.add(name);
  const step = find('create');
  const requested = step === undefined ? undefined : readRequestFields(world, step);
  return [...names].filter((name) => {
    const field = requested?.get(name);
    const isSent = field !== undefined && field.readOnly !== true;
    return !isSent && !resource.id.includes(`/${name}`);
  });
}

/** Another valid value of a field. */
function chooseOther(scope: LawScope, name: string, value: unknown): unknown {
  if (typeof value === 'number') return value + 4321;
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'string') return undefined;
  if (/^\d{4}-\d{2}-\d{2}T/.test(value)) return '2001-02-03T04:05:06Z';
  const field = readResponseFields(scope).get(name);
  const { enum: choices } = field ?? {};
  if (choices !== undefined) return choices.find((choice) => choice !== value);
  const { values, mark } = scope.world;
  const unique = mark + scope.world.nextNumber();
  const options = { direction: 'response', name, unique, examples: false } as const;
  const generated = field && values.generate(field, options);
  return generated === value ? undefined : generated;
}
