import type { OpenApiDocument, ParameterObject, Reference, Schema } from '../openapi-document.ts';
import { isRecord, resolveReference } from '../resolve-reference.ts';

/** Converts the document of the control surface to the form that the validators and the mock read. */
export function toReadable(control: OpenApiDocument): OpenApiDocument {
  return withoutMappings(withoutHeaderParameters(withoutFields(control)));
}

/** Removes header parameters, because the control surface itself reads the same headers for every operation. */
function withoutHeaderParameters(document: OpenApiDocument): OpenApiDocument {
  const isRead = (parameter: ParameterObject | Reference) =>
    resolveReference(document, parameter).in !== 'header';
  const paths = JSON.parse(JSON.stringify(document.paths), (key, value: unknown) =>
    key === 'parameters' && Array.isArray(value) ? value.filter(isRead) : value,
  );
  return { ...document, paths };
}

/** Removes discriminator mappings: ajv does not support them, and selects the schema of a union by its constants. */
function withoutMappings(document: OpenApiDocument): OpenApiDocument {
  return JSON.parse(JSON.stringify(document), (key, value: unknown) =>
    key === 'discriminator' && isRecord(value) ? { propertyName: value['propertyName'] } : value,
  );
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
export function expandFields<Value>(
  control: Value,
  { components = {} }: OpenApiDocument,
  isClosed = false,
): Value {
  const schemas = components.schemas ?? {};
  const used = new Map<string, unknown>();
  const expanded = JSON.parse(JSON.stringify(control), (_, value: unknown) => {
    if (!isRecord(value) || !isFieldsOf(value['x-fields-of'])) return value;
    const { 'x-fields-of': fieldsOf, ...own } = value;
    return expand(own, fieldsOf);
  });
  addMissing(expanded, used);
  return expanded;

  function expand(own: Record<string, unknown>, { schema, except = [], required }: FieldsOf) {
    const found = schemas[schema];
    if (found === undefined) throw new Error(`x-fields-of: openapi.yaml has no schema ${schema}`);
    const isTaken = (name: string) => !except.includes(name);
    const fields = Object.entries(found.properties ?? {}).filter(([name]) => isTaken(name));
    const requiredHere = [
      ...(required === 'all' ? (found.required ?? []).filter(isTaken) : required),
      ...(Array.isArray(own['required']) ? own['required'] : []),
    ];
    const ownFields = isRecord(own['properties']) ? own['properties'] : {};
    const taken = Object.fromEntries(fields.map(([name, field]) => [name, withoutNotes(field)]));
    return {
      ...own,
      required: requiredHere,
      ...(isClosed && required !== 'all' ? { additionalProperties: false } : {}),
      properties: { ...taken, ...ownFields },
    };
  }

  /** Copies a schema without parts that only the service uses, and records the schemas that it refers to. */
  function withoutNotes(schema: Schema): unknown {
    return JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
      if (key.startsWith('x-')) return undefined;
      const name = key === '$ref' ? String(value).split('/').at(-1) : undefined;
      const other = name === undefined ? undefined : schemas[name];
      if (name !== undefined && other !== undefined && !used.has(name)) {
        used.set(name, undefined);
        used.set(name, withoutNotes(other));
      }
      return value;
    });
  }
}

/** Adds referenced schemas that the control surface does not define. */
function addMissing(control: unknown, used: ReadonlyMap<string, unknown>): void {
  const components = isRecord(control) ? control['components'] : undefined;
  const schemas = isRecord(components) ? components['schemas'] : undefined;
  if (!isRecord(schemas)) return;
  for (const [name, schema] of used) schemas[name] ??= schema;
}

/** Copies the document for validators, without the schemas of fields: the contract of the mock validates those. */
function withoutFields<Value>(control: Value): Value {
  return JSON.parse(JSON.stringify(control), (key, value: unknown) =>
    key === 'x-fields-of' ? undefined : value,
  );
}

function isFieldsOf(value: unknown): value is FieldsOf {
  return isRecord(value) && typeof value['schema'] === 'string';
}
