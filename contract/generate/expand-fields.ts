import type { OpenApiDocument, Schema } from '../openapi-document.ts';
import { isRecord } from '../resolve-reference.ts';

/** What `x-fields-of` says in spec/control.yaml. */
interface FieldsOf {
  /** A schema of openapi.yaml. */
  schema: string;
  /** Fields that are left out. Default: none. */
  except?: readonly string[];
  /** The fields that are required here: some, or all that the schema requires. */
  required: readonly string[] | 'all';
}

/**
 * Puts the fields of resources into the document of the control surface, so that they are listed only once.
 * @param isClosed whether objects of which not all fields are required allow no others. Default: they do.
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

  /** Copies a schema without what only the service reads, and notes the schemas that it refers to. */
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

/** Adds schemas that the control surface has none of its own for. */
function addMissing(control: unknown, used: ReadonlyMap<string, unknown>): void {
  const components = isRecord(control) ? control['components'] : undefined;
  const schemas = isRecord(components) ? components['schemas'] : undefined;
  if (!isRecord(schemas)) return;
  for (const [name, schema] of used) schemas[name] ??= schema;
}

/** The same document for validators: what a field has to be is left to the contract that a mock serves. */
export function withoutFields<Value>(control: Value): Value {
  return JSON.parse(JSON.stringify(control), (key, value: unknown) =>
    key === 'x-fields-of' ? undefined : value,
  );
}

function isFieldsOf(value: unknown): value is FieldsOf {
  return isRecord(value) && typeof value['schema'] === 'string';
}
