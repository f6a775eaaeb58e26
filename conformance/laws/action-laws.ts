import { isRecord, readAt, splitPointer } from '../../contract/resolve-reference.ts';
import type { Pointer } from '../../contract/resources/model.ts';
import { formatValue } from '../format-value.ts';
import { Inconclusive } from '../outcomes.ts';
import { isSame } from '../world/compare-records.ts';
import { aRecordOf } from '../world/nouns.ts';
import { readRecord } from '../world/read-records.ts';
import { readRequestFields } from '../world/request-schema.ts';
import type { Step } from '../world/step.ts';
import { isDone } from '../world/world.ts';
import { type Acted, actOnRecord, isKnownAction, isOfOtherAction } from './act-on-record.ts';
import { describeStatus } from './describe-status.ts';
import type { Law, LawScope } from './law.ts';
import { listOwnChanges } from './own-changes.ts';
import { toReadPointer } from './read-pointer.ts';

export const actionTakesEffect: Law = {
  slug: 'has-its-effect',
  sentence: ({ a }) => `An action on ${a} has the effect that the document shows.`,
  needs: [['create', 'upsert'], ['read'], ['action']],
  blames: ['action'],
  applies: isKnownAction,
  async run(scope) {
    const { world, resource } = scope;
    const acted = await actOnRecord(scope);
    const { step, reading, write } = acted;
    if (isDone(reading)) {
      for (const [pointer, value] of step.role.sets) judgeEffect(scope, acted, pointer, value);
      return;
    }
    scope.fail({
      message: `${aRecordOf(resource)} cannot be read after ${step.operation.id}`,
      expected: 'a success response',
      received: describeStatus(reading),
      exchange: world.show(reading),
      write: world.show(write),
    });
  },
};

function judgeEffect(scope: LawScope, acted: Acted, pointer: Pointer, value: unknown): void {
  const { world } = scope;
  const { step, before, after, reading, write } = acted;
  const current = readAt(after, pointer);
  if (isSame(current, value)) {
    judgeResponse(scope, acted, pointer, value);
    return;
  }
  const message = `${toName(pointer)} is ${formatValue(current)} after ${step.operation.id}`;
  // From the value that an action assigns, a service may go on to a further one, but not to that of another action.
  const isUnchanged = isSame(current, readAt(before, pointer));
  if (!isUnchanged && !isOfOtherAction(scope, pointer, current)) {
    scope.observe(message);
    return;
  }
  scope.fail({
    message,
    expected: formatValue(value),
    received: formatValue(current),
    pointer: toReadPointer(scope, pointer),
    exchange: world.show(reading),
    write: world.show(write),
  });
}

/** Fails for a response with the old value, where a read shows the new one. What is done later has the status 202. */
function judgeResponse(
  { world, fail }: LawScope,
  { step, before, write }: Acted,
  pointer: Pointer,
  value: unknown,
): void {
  const { responseItem } = step.role;
  if (responseItem === undefined) return;
  const record = readAt(write.reply?.json, responseItem);
  const old = readAt(before, pointer);
  const isOld = isRecord(record) && isSame(readAt(record, pointer), old);
  if (!isOld || isSame(old, value)) return;
  fail({
    message: `the response to ${step.operation.id} shows the old ${toName(pointer)}`,
    expected: formatValue(value),
    received: formatValue(old),
    pointer: `${responseItem}${pointer}`,
    exchange: world.show(write),
  });
}

const toName = (pointer: Pointer): string => splitPointer(pointer).join('.');

export const actionKeepsRest: Law = {
  slug: 'keeps-what-it-is-not-about',
  sentence: ({ a }) => `An action on ${a} keeps the fields that it is not about.`,
  needs: [['create', 'upsert'], ['read'], ['action']],
  blames: ['action'],
  applies: isKnownAction,
  async run(scope) {
    const { world } = scope;
    const { step, handle, before, after, reading, write } = await actOnRecord(scope);
    if (!isDone(reading)) throw new Inconclusive(`the read ${describeStatus(reading)}`);
    for (const change of listOwnChanges(scope, handle, before, after)) {
      const { pointer, expected, received, kind } = change;
      if (kind === 'normalised' || isAbout(scope, step, pointer)) continue;
      scope.fail({
        message: `${step.operation.id} changed ${toName(pointer)}`,
        expected: formatValue(expected),
        received: formatValue(received),
        pointer: toReadPointer(scope, pointer),
        exchange: world.show(reading),
        write: world.show(write),
      });
    }
  },
};

/** Whether an action may change a field: it assigns it, its request has it, or its description names it. */
function isAbout({ world }: LawScope, step: Step, pointer: Pointer): boolean {
  const [name = ''] = splitPointer(pointer);
  const { summary, description } = step.operation;
  const isNamed = `${summary} ${description}`.toLowerCase().includes(name.toLowerCase());
  const isSet = step.role.sets.has(`/${name}`) || step.role.times.has(`/${name}`);
  return isNamed || isSet || readRequestFields(world, step).has(name);
}

export const actionChangesOnlyOne: Law = {
  slug: 'acts-on-no-other',
  sentence: ({ a }) => `An action on ${a} leaves the others as they are.`,
  needs: [['create', 'upsert'], ['read'], ['action']],
  blames: ['action'],
  applies: isKnownAction,
  async run(scope) {
    const { world, check, resource, records } = scope;
    const bystander = await records.create(check, resource);
    const before = await readRecord(world, check, bystander);
    const { step, write } = await actOnRecord(scope);
    const after = await readRecord(world, check, bystander);
    if (!isDone(before.sent) || !isDone(after.sent)) return;
    // One record may lose what another one gets, as with a default address.
    const affected = [...step.role.sets].filter(([pointer, value]) => {
      const isSet = isSame(readAt(after.item, pointer), value);
      return isSet && !isSame(readAt(before.item, pointer), value);
    });
    for (const [pointer, value] of affected)
      scope.fail({
        message: `${step.operation.id} changed ${toName(pointer)} of another ${resource.name}`,
        expected: formatValue(readAt(before.item, pointer)),
        received: formatValue(value),
        pointer,
        exchange: world.show(after.sent),
        write: world.show(write),
      });
  },
};
