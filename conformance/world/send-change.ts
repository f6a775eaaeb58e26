import { Inconclusive } from '../outcomes.ts';
import type { Sent } from '../runner/target.ts';
import type { Handle } from './handle.ts';
import { sendToRecord } from './read-records.ts';
import { listBlamedFields } from './refused-fields.ts';
import type { Step } from './step.ts';
import { isDone, type World } from './world.ts';
import { type ChangeOptions, writeItem } from './write-requests.ts';

/** A change that was sent. */
export interface SentChange {
  /** The fields that it names. */
  item: Record<string, unknown>;
  body: unknown;
  write: Sent;
}

/**
 * Sends a change of a record. If the service refuses it and names some of the fields, a second change leaves them out.
 * @throws Inconclusive if there is no field to change
 */
export async function sendChange(
  world: World,
  check: string,
  step: Step,
  handle: Handle,
  options: ChangeOptions,
): Promise<SentChange> {
  const change = await sendChangeIfAny(world, check, step, handle, options);
  if (change === undefined)
    throw new Inconclusive(`${step.operation.id} has no field that can be changed`);
  return change;
}

/** The same, undefined if there is no field to change. */
export async function sendChangeIfAny(
  world: World,
  check: string,
  step: Step,
  handle: Handle,
  options: ChangeOptions,
): Promise<SentChange | undefined> {
  const first = await sendOnce(world, check, step, handle, options);
  if (first === undefined || isDone(first.write)) return first;
  const blamed = listBlamedFields(world, step, first.item, first.write);
  if (blamed.length === 0) return first;
  world.refused.add(step, blamed);
  const second = await sendOnce(world, check, step, handle, options);
  if (second !== undefined && isDone(second.write)) return second;
  world.refused.remove(step, blamed);
  return first;
}

async function sendOnce(
  world: World,
  check: string,
  step: Step,
  handle: Handle,
  options: ChangeOptions,
): Promise<SentChange | undefined> {
  const { body, item } = writeItem(world, step, handle.resource, options);
  if (Object.keys(item).length === 0) return undefined;
  return { item, body, write: await sendToRecord(world, check, step, handle, body) };
}
