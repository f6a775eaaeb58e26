import type { Operation } from '../../contract/index.ts';
import type { OpenApiDocument, Schema } from '../../contract/openapi-document.ts';
import type { Resource, ResourceModel } from '../../contract/resources/model.ts';
import type { ValueSource } from '../behaviours/index.ts';

/** What is needed to read the state of any contract. */
export interface StateReader {
  operations: readonly Operation[];
  document: OpenApiDocument;
  model: ResourceModel;
  values: ValueSource;
  createUuid(): string;
}

/** The schema of the records of a resource. It accepts everything if no response shows one. */
export function toRecordSchema({ schema }: Resource): Schema {
  return schema === undefined ? {} : { $ref: `#${schema}` };
}
