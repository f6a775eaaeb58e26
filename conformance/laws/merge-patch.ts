import type { Schema } from '../../contract/openapi-document.ts';
import { isRecord } from '../../contract/resolve-reference.ts';
import { surelyAllowsNull } from '../../contract/schema-fields.ts';
import { Inconclusive } from '../outcomes.ts';
import type { Handle } from '../world/handle.ts';
import { readRecord, sendToRecord } from '../world/read-records.ts';
import { readRequestFields } from '../world/request-schema.ts';
import { isDone } from '../world/world.ts';
import { describeStatus } from './describe-status.ts';
import type { Law, LawScope, LawSubject } from './law.ts';
import { isComparable } from './nothing-lost.ts';

const isMergePatch = ({ find }: LawSubject): boolean =>
  find('update')?.operation.requestBody?.mediaType.startsWith('application/merge-patch+json') ===
  true;

async function createAndRead({ world, check, resource, records }: LawScope) {
  const handle = await records.create(check, resource);
  const { item: before } = await readRecord(world, check, handle);
  if (!isRecord(before)) throw new Inconclusive('the record was not read');
  return { handle, before };
}

/** Sends a merge patch, and reads the record after it. */
async function patchRecord(scope: LawScope, handle: Handle, patch: object) {
  const { world, check } = scope;
  const step = scope.step('update');
  const write = await sendToRecord(world, check, step, handle, patch);
  if (!isDone(write)) throw new Inconclusive(`${step.operation.id} ${describeStatus(write)}`);
  const { item: after, sent } = await readRecord(world, check, handle);
  return { write, after, sent };
}

export const nullRemoves: Law = {
  slug: 'removes-what-is-null',
  sentence: ({ a }) => `Null in a merge patch removes the field of ${a}.`,
  needs: [['create', 'upsert'], ['read'], ['update']],
  blames: ['update'],
  applies: isMergePatch,
  async run(scope) {
    const { world } = scope;
    const step = scope.step('update');
    const { handle, before } = await createAndRead(scope);
    const fields = [...readRequestFields(world, step)];
    const removable = fields.filter(
      ([name, field]) =>
        surelyAllowsNull(world.contract.document, field) &&
        before[name] !== undefined &&
        before[name] !== null &&
        isComparable(scope, `/${name}`),
    );
    const patch = Object.fromEntries(removable.map(([name]) => [name, null]));
    if (removable.length === 0) throw new Inconclusive('no field can be null');
    const { write, after, sent } = await patchRecord(scope, handle, patch);
    if (!isRecord(after)) return;
    for (const [name] of removable) {
      if (JSON.stringify(after[name]) !== JSON.stringify(before[name])) continue;
      scope.fail({
        message: `${name} is still there, although the patch sets it to null`,
        expected: 'null, or no field',
        received: JSON.stringify(after[name]),
        pointer: `/${name}`,
        exchange: world.show(sent),
        write: world.show(write),
      });
    }
  },
};

export const mergesNested: Law = {
  slug: 'merges-nested-fields',
  sentence: ({ a }) => `A merge patch of a part of ${a} keeps the rest of that part.`,
  needs: [['create', 'upsert'], ['read'], ['update']],
  blames: ['update'],
  applies: isMergePatch,
  async run(scope) {
    const { world } = scope;
    const step = scope.step('update');
    const { handle, before } = await createAndRead(scope);
    const fields = readRequestFields(world, step);
    const names = Object.keys(handle.creation?.item ?? {});
    const name = names.find((candidate) => {
      const field = fields.get(candidate);
      return (
        field !== undefined && (hasParts(before[candidate]) || isMap(field, before[candidate]))
      );
    });
    const part = name === undefined ? undefined : before[name];
    if (name === undefined || !isRecord(part)) throw new Inconclusive('no field has parts');
    const [second = '', first = addedKey] = Object.keys(part).filter((key) => part[key] !== null);
    const patch = { [name]: { [first]: part[first] ?? part[second] } };
    const { write, after, sent } = await patchRecord(scope, handle, patch);
    const kept = isRecord(after) ? after[name] : undefined;
    if (!isRecord(kept) || JSON.stringify(kept[second]) === JSON.stringify(part[second])) return;
    scope.fail({
      message: `${name}.${second} was lost, and the patch did not name it`,
      expected: JSON.stringify(part[second]),
      received: JSON.stringify(kept[second]) ?? 'nothing',
      pointer: `/${name}/${second}`,
      exchange: world.show(sent),
      write: world.show(write),
    });
  },
};

/** A key that a map does not have. */
const addedKey = 'added';

/** Whether a value has names that a client chooses. */
function isMap({ additionalProperties }: Schema, value: unknown): boolean {
  const isOpen = additionalProperties !== undefined && additionalProperties !== false;
  return isOpen && isRecord(value) && Object.keys(value).length === 1;
}

function hasParts(value: unknown): boolean {
  return isRecord(value) && Object.values(value).filter((part) => part !== null).length > 1;
}
