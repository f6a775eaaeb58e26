import { readFields } from '../../contract/schema-fields.ts';
import type { LawSubject } from './law.ts';

/** The fields of a record in responses, by name. */
export function readResponseFields({ world, resource }: Pick<LawSubject, 'world' | 'resource'>) {
  const schema = resource.schema === undefined ? {} : { $ref: `#${resource.schema}` };
  return readFields(world.contract.document, schema).fields;
}
