import { isRecord } from '../resolve-reference.ts';

/** A schema of JSON Schema 2020-12, as it is in a document. */
export type JsonSchema = boolean | Readonly<Record<string, unknown>>;

export const jsonTypes = [
  'object',
  'array',
  'string',
  'number',
  'integer',
  'boolean',
  'null',
] as const;

export type JsonType = (typeof jsonTypes)[number];

export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'boolean' || isRecord(value);
}
