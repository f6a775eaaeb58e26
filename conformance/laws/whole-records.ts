import { findSuccess } from '../../contract/operation.ts';
import { findInner } from '../../contract/values-at.ts';
import { isListedWhole } from '../world/read-records.ts';
import type { Step } from '../world/step.ts';
import type { LawSubject } from './law.ts';

/** Whether the response to an operation shows a whole record. */
export function showsWhole({ world, resource }: LawSubject, step: Step | undefined): boolean {
  const response = step && findSuccess(step.operation)?.schema;
  if (response === undefined || resource.schema === undefined) return false;
  const { document } = world.contract;
  const shown = findInner(document, response, step?.role.responseItem ?? '');
  const whole = findInner(document, { $ref: `#${resource.schema}` }, '');
  return shown !== undefined && JSON.stringify(shown) === JSON.stringify(whole);
}

/** Whether only the responses to writes show a record. */
export function isNeverRead({ world, resource, find }: LawSubject): boolean {
  return find('read') === undefined && !isListedWhole(world, resource);
}
