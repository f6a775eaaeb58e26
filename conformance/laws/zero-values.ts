import { isJson } from '../../contract/media-types.ts';
import type { Schema } from '../../contract/openapi-document.ts';
import { readAt } from '../../contract/resolve-reference.ts';
import { readFields, readTypes } from '../../contract/schema-fields.ts';
import type { Handle } from '../world/handle.ts';
import { readRecord, sendToRecord } from '../world/read-records.ts';
import { readRequestFields, readRequestSchema } from '../world/request-schema.ts';
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

/** How many texts are emptied, each in an update of its own. */
const mostEmptied = 3;

/**
 * Updates texts to empty ones. A service that tests `if (body.note)` takes them for fields that were left out. It may take them
 * for null, or refuse them. In a form, an empty text often is one that is left out.
 */
export async function assertEmptied(scope: LawScope, step: Step, handle: Handle): Promise<void> {
  const { world, check } = scope;
  const { requestBody } = step.operation;
  if (requestBody === undefined || !isJson(requestBody.mediaType)) return;
  for (const [name, field] of listTexts(scope, step).slice(0, mostEmptied)) {
    const before = await readRecord(world, check, handle);
    const old = readAt(before.item, [name]);
    const isText = typeof old === 'string' && old !== '';
    if (!isText || !world.values.isValid(field, '', 'request')) continue;
    const item = { [name]: '' };
    const write = await sendToRecord(world, check, step, handle, toWhole(step, item));
    const after = await readRecord(world, check, handle);
    const isIgnored = isDone(write) && readAt(after.item, [name]) === old;
    if (!isIgnored) continue;
    assertNothingLost(scope, { expected: item, received: after.item, sent: after.sent, write });
  }
}

/** The texts of an update that a creation may leave out. */
function listTexts({ world, find }: LawScope, step: Step): [string, Schema][] {
  const creation = find('create', 'upsert');
  if (creation === undefined) return [];
  const { document } = world.contract;
  const { required } = readFields(document, readRequestSchema(world, creation));
  return [...readRequestFields(world, step)].filter(([name, field]) => {
    const isText = readTypes(field).includes('string') && field.format === undefined;
    return isText && !required.has(name);
  });
}

/** Undefined if the field already has that value, or cannot have it. */
function toZero({ world }: LawScope, field: Schema, old: unknown): boolean | number | undefined {
  const zero = typeof old === 'boolean' ? false : 0;
  const isChange = (typeof old === 'boolean' || typeof old === 'number') && old !== zero;
  const isAllowed = field.readOnly !== true && world.values.isValid(field, zero, 'request');
  return isChange && isAllowed ? zero : undefined;
}
