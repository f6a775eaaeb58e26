import type { OpenApiDocument, ParameterObject, Reference, Schema } from '../openapi-document.ts';
import { isRecord, isReference } from '../resolve-reference.ts';

/**
 * Copies the document of the control surface for the validators and the mock. Leaves out header parameters, which the
 * surface reads for every operation; mappings of discriminators, which ajv does not support; and the fields of resources,
 * because the contract that the mock serves validates those.
 */
export function toControlDocument(control: OpenApiDocument): OpenApiDocument {
  const { parameters = {} } = control.components ?? {};
  const isHeader = (written: ParameterObject | Reference): boolean => {
    const name = isReference(written) ? written.$ref.split('/').at(-1) : undefined;
    const parameter = name === undefined ? written : parameters[name];
    return parameter !== undefined && 'in' in parameter && parameter.in === 'header';
  };
  return JSON.parse(JSON.stringify(control), (key, value: unknown) => {
    if (key === 'x-fields-of' || key === 'mapping') return undefined;
    return key === 'parameters' && Array.isArray(value)
      ? value.filter((parameter) => !isHeader(parameter))
      : value;
  });
}

/** The contents of `x-fields-of` in spec/control.yaml. */
interface FieldsOf {
  /** A schema of openapi.yaml. */
  schema: string;
  /** Fields to leave out. Default: none. */
  except?: readonly string[];
  /** The required fields here: a list, or all that the schema requires. */
  required: readonly string[] | 'all';
}

/**
 * Inserts the fields of resources into the document of the control surface, so that they are defined only once.
 * @param isClosed whether objects with optional fields forbid others. Default: false
 */
export function withFields(
  control: OpenApiDocument,
  service: OpenApiDocument,
  isClosed = false,
): OpenApiDocument {
  const schemas = service.components?.schemas ?? {};
  const expanded: OpenApiDocument = JSON.parse(JSON.stringify(control), (_, value: unknown) => {
    const { 'x-fields-of': fieldsOf, ...schema } = isRecord(value) ? value : {};
    return fieldsOf === undefined ? value : expand(schema, fieldsOf as FieldsOf);
  });
  const controlSchemas = expanded.components?.schemas ?? {};
  const all = { ...withoutNotes(schemas), ...controlSchemas };
  const used = { ...controlSchemas, ...pickReferenced(controlSchemas, all) };
  return { ...expanded, components: { ...expanded.components, schemas: used } };

  function expand(base: Schema, { schema, except = [], required }: FieldsOf): Schema {
    const source = schemas[schema];
    if (source === undefined) throw new Error(`x-fields-of: openapi.yaml has no schema ${schema}`);
    const isTaken = (name: string): boolean => !except.includes(name);
    const { properties = {}, required: requiredThere = [] } = source;
    const fields = Object.entries(properties).filter(([name]) => isTaken(name));
    const requiredHere = required === 'all' ? requiredThere.filter(isTaken) : required;
    return {
      ...base,
      required: [...requiredHere, ...(base.required ?? [])],
      ...(isClosed && required !== 'all' && { additionalProperties: false }),
      properties: { ...withoutNotes(Object.fromEntries(fields)), ...base.properties },
    };
  }
}

/** Copies schemas without the parts that only the service uses. */
function withoutNotes<Value>(schemas: Value): Value {
  return JSON.parse(JSON.stringify(schemas), (key, value: unknown) =>
    key.startsWith('x-') ? undefined : value,
  );
}

/** Picks the schemas that a value refers to, directly or through each other. */
function pickReferenced(value: unknown, schemas: Record<string, Schema>): Record<string, Schema> {
  const picked: Record<string, Schema> = {};
  const collect = (from: unknown): void => {
    for (const [, name = ''] of JSON.stringify(from).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const schema = schemas[name];
      if (schema === undefined || name in picked) continue;
      picked[name] = schema;
      collect(schema);
    }
  };
  collect(value);
  return picked;
}

/** Generates the JSON Schema of fixtures, for editors. It is the format of a state in the control surface. */
export function toStateSchema(control: OpenApiDocument, service: OpenApiDocument): string {
  const { schemas = {} } = withFields(control, service, true).components ?? {};
  const state = schemas['StateReplacement'] ?? {};
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:site-contract:state:1',
    $comment:
      'Generated from spec/control.yaml by `npm run generate`. Do not edit: change that file.',
    title: 'A state of the site-contract mock',
    ...state,
    $defs: pickReferenced(state, schemas),
  };
  return `${JSON.stringify(schema, null, 2).replaceAll('#/components/schemas/', '#/$defs/')}\n`;
}
