import type { Schema } from '../../contract/openapi-document.ts';
import { readAt } from '../../contract/resolve-reference.ts';
import type { Handle } from '../world/handle.ts';
import { readRecord, sendToRecord } from '../world/read-records.ts';
import { readRequestFields } from '../world/request-schema.ts';
import type { Step } from '../world/step.ts';
import { isDone } from '../world/world.ts';
import { toWhole } from '../world/write-requests.ts';
import type { LawScope } from './law.ts';
import { assertNothingLost } from './nothing-lost.ts';

/**
 * Updates flags to false and numbers to zero. A service that tests `if (body.count)` takes them for fields that were left out. It
 * may refuse them, because it may have rules of its own.
 */
export async function assertZeroes(scope: LawScope, step: Step, handle: Handle): Promise<void> {
  const { world, check } = scope;
  const before = await readRecord(world, check, handle);
  if (!isDone(before.sent)) return;
  const item: Record<string, unknown> = {};
  for (const [name, field] of readRequestFields(world, step)) {
    const zero = toZero(scope, field, readAt(before.item, [name]));
    if (zero !== undefined) item[name] = zero;
  }
  if (Object.keys(item).length === 0) return;
  const write = await sendToRecord(world, check, step, handle, toWhole(step, item));
  const after = await readRecord(world, check, handle);
  if (!isDone(write) || !isDone(after.sent)) return;
  assertNothingLost(scope, {
    expected: item,
    received: after.item,
    sent: after.sent,
    write,
    states: true,
  });
}

/** Undefined if the field already has that value, or cannot have it. */
function toZero({ world }: LawScope, field: Schema, old: unknown): boolean | number | undefined {
  const zero = typeof old === 'boolean' ? false : 0;
  const isChange = (typeof old === 'boolean' || typeof old === 'number') && old !== zero;
  const isAllowed = field.readOnly !== true && world.values.isValid(field, zero, 'request');
  return isChange && isAllowed ? zero : undefined;
}
