import type { OpenApiDocument, Schema } from '../contract/openapi-document.ts';
import type { Operation } from '../contract/operation.ts';
import { readOperations } from '../contract/read-operations.ts';
import { isRecord, readAt } from '../contract/resolve-reference.ts';
import type { Schemas } from './api.ts';

/** An operation of the service, with references resolved, also inside schemas. */
export type ContractOperation = Pick<
  Operation<string>,
  'id' | 'method' | 'path' | 'summary' | 'parameters' | 'requestBody'
>;

/** Reads all operations of the document that the mock serves, in order. */
export function readContract(document: OpenApiDocument): ContractOperation[] {
  const resolve = (schema: Schema) => resolveSchema(document, schema);
  return readOperations(document).map(({ requestBody, parameters, ...operation }) => ({
    ...operation,
    parameters: parameters.map((each) => ({ ...each, schema: resolve(each.schema) })),
    requestBody: requestBody && { ...requestBody, schema: resolve(requestBody.schema) },
  }));
}

/** The schemas of spec/control.yaml, which bundle-page.mjs puts in. */
declare const controlSchemas: Readonly<Record<string, Schema>>;

/** @param choices the values that are available for some properties */
export function getControlSchema(
  name: keyof Schemas,
  choices: Readonly<Record<string, readonly string[]>>,
): Schema {
  const document = { components: { schemas: controlSchemas } };
  const schema = resolveSchema(document, controlSchemas[name]);
  const chosen = Object.entries(choices).map(([name, values]): [string, Schema] => [
    name,
    { ...schema.properties?.[name], enum: [...new Set(values)] },
  ]);
  return { ...schema, properties: { ...schema.properties, ...Object.fromEntries(chosen) } };
}

function resolveSchema(document: unknown, schema: Schema | undefined): Schema {
  const resolved = resolveReferences(document, schema, 6);
  return isRecord(resolved) ? resolved : {};
}

/** Replaces references by their targets, up to a depth that is still readable. */
export function resolveReferences(document: unknown, value: unknown, depth: number): unknown {
  if (Array.isArray(value)) return value.map((item) => resolveReferences(document, item, depth));
  if (!isRecord(value)) return value;
  const reference = value['$ref'];
  if (typeof reference === 'string' && reference.startsWith('#/') && depth > 0)
    return resolveReferences(document, readAt(document, reference.slice(1)), depth - 1);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !name.startsWith('x-'))
      .map(([name, item]) => [name, resolveReferences(document, item, depth)]),
  );
}
