import type { OpenApiDocument, Schema } from '../contract/openapi-document.ts';
import type { Operation, Parameter } from '../contract/operation.ts';
import { readOperations } from '../contract/read-operations.ts';
import { isRecord, readAt } from '../contract/resolve-reference.ts';
import type { ModelJson } from '../contract/resources/model-json.ts';
import { readFields } from '../contract/schema-fields.ts';
import { readCredentialLocations } from '../contract/security-schemes.ts';
import type { Schemas } from './api.ts';

/** An operation of the service, with references resolved, also inside schemas. */
export type ContractOperation = Pick<
  Operation<string>,
  'id' | 'method' | 'path' | 'summary' | 'parameters' | 'requestBody'
> & {
  /** What carries the API key. Undefined if the operation needs none. */
  credential: Credential | undefined;
};

/** Where a request has the API key: after `Bearer`, as the password of Basic authentication, or alone. */
export interface Credential {
  form: 'bearer' | 'basic' | 'header' | 'query';
  name: string;
}

/** The credential of the first alternative. Pages cannot send cookies of their choice. */
function readCredential(
  document: OpenApiDocument,
  { security }: Pick<Operation, 'security'>,
): Credential | undefined {
  const [first] = security[0] ?? [];
  const schemes = document.components?.securitySchemes ?? {};
  if (first === undefined || schemes[first.scheme] === undefined) return undefined;
  const location = readCredentialLocations(document).get(first.scheme);
  const isKey = location !== undefined && location.scheme === undefined;
  if (isKey && location.in !== 'cookie') return { form: location.in, name: location.name };
  const form = location?.scheme === 'basic' ? 'basic' : 'bearer';
  return { form, name: 'Authorization' };
}

/** Reads all operations of the document that the mock serves, in order. */
export function readContract(document: OpenApiDocument): ContractOperation[] {
  const resolve = (schema: Schema) => resolveSchema(document, schema);
  const resolveParameter = (parameter: Parameter): Parameter => ({
    ...parameter,
    schema: resolve(parameter.schema),
  });
  return readOperations(document).map(({ requestBody, parameters, ...operation }) => ({
    ...operation,
    credential: readCredential(document, operation),
    parameters: parameters.map(resolveParameter),
    requestBody: requestBody && { ...requestBody, schema: resolve(requestBody.schema) },
  }));
}

/** The fields of the records of each resource, with those of `allOf` and of alternatives, and references resolved. */
export function readRecordSchemas(
  document: OpenApiDocument,
  { resources }: ModelJson,
): Map<string, Schema> {
  const schemas = new Map<string, Schema>();
  for (const { name, schema } of resources) {
    if (schema === null) continue;
    const { fields, required } = readFields(document, { $ref: `#${schema}` });
    const properties: Record<string, Schema> = {};
    for (const [field, inner] of fields) properties[field] = resolveSchema(document, inner);
    schemas.set(name, { type: 'object', properties, required: [...required] });
  }
  return schemas;
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
