import type { Schema } from '../../contract/openapi-document.ts';
import { readFields } from '../../contract/schema-fields.ts';
import { findInner } from '../../contract/values-at.ts';
import type { Step, Subject } from './step.ts';

/** The schema of the record in the request body of an operation. */
export function readRequestSchema({ contract }: Subject, { operation, role }: Step): Schema {
  const body = operation.requestBody?.schema ?? {};
  return findInner(contract.document, body, role.requestItem ?? '') ?? {};
}

/** The fields of the record in the request body of an operation, by name. */
export function readRequestFields(world: Subject, step: Step): ReadonlyMap<string, Schema> {
  return readFields(world.contract.document, readRequestSchema(world, step)).fields;
}
