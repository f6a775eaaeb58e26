import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { type References, readReferences } from '../../contract/documents/references.ts';
import { formats } from '../../contract/formats.ts';
import type { JsonObject } from '../../contract/json.ts';
import { isRecord, readAt } from '../../contract/resolve-reference.ts';
import { boundErrors, isBoundable } from '../../contract/schemas/bound-errors.ts';
import { schemaKeys, schemaMapKeys } from './list-examples.ts';

/** ajv gets each schema as one of its own, under this prefix and its pointer. */
const prefix = 'document:';

/**
 * Creates a function that compiles the schema at a pointer for examples of OpenAPI 3.0 or 3.1. It returns undefined for a
 * schema that ajv cannot compile, because that is not the fault of an example.
 */
export function createExampleCompiler(document: JsonObject) {
  const references = readReferences(document);
  const isOld = String(document['openapi']).startsWith('3.0');
  const ajv = new Ajv2020({
    allErrors: true,
    inlineRefs: false,
    strict: false,
    validateSchema: false,
    ownProperties: true,
    logger: false,
    formats: { ...fullFormats, ...formats },
    code: isBoundable(document) ? { process: boundErrors } : {},
  });
  const added = new Set<string>();
  /** Adds a schema, and those that it refers to. */
  const addSchema = (start: string) => {
    const waiting = new Set([start]);
    for (const pointer of waiting) {
      if (added.has(pointer)) continue;
      added.add(pointer);
      const copier = { document, references, isOld, addTarget: (at: string) => waiting.add(at) };
      const schema = copySchema(copier, readAt(document, pointer));
      // ajv takes only objects.
      ajv.addSchema(isRecord(schema) ? schema : { allOf: [schema] }, prefix + pointer);
    }
  };
  return (pointer: string): ValidateFunction | undefined => {
    try {
      addSchema(pointer);
      return ajv.getSchema(prefix + pointer);
    } catch {
      return undefined;
    }
  };
}

interface Copier {
  document: JsonObject;
  references: References;
  isOld: boolean;
  addTarget: (pointer: string) => void;
}

/** Copies a schema with pointers as references and without names of its own. */
function copySchema(copier: Copier, schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((item) => copySchema(copier, item));
  if (!isRecord(schema)) return schema;
  const copy: JsonObject = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === '$id' || key === '$anchor' || key === '$dynamicAnchor') continue;
    if (key === '$ref' || key === '$dynamicRef') copy['$ref'] = toKey(copier, String(value));
    else if (schemaKeys.has(key)) copy[key] = copySchema(copier, value);
    else if (schemaMapKeys.has(key)) copy[key] = copySchemas(copier, value);
    else copy[key] = value;
  }
  copy['required'] = listRequired(copier, schema);
  return copier.isOld ? convertKeywords(copy) : copy;
}

function copySchemas(copier: Copier, schemas: unknown): unknown {
  if (!isRecord(schemas)) return copySchema(copier, schemas);
  const copies = Object.entries(schemas).map(([name, schema]) => [
    name,
    copySchema(copier, schema),
  ]);
  return Object.fromEntries(copies);
}

function toKey({ references, addTarget }: Copier, reference: string): string {
  const target = references.resolve(reference);
  if (target === undefined) throw new Error(`${reference} does not exist`);
  addTarget(target);
  return prefix + target;
}

/** The required fields, without those that only requests or only responses contain: an example may be of either. */
function listRequired({ document, references }: Copier, schema: JsonObject): unknown[] {
  const names: unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  return names.filter((name) => {
    const property = readAt(schema, ['properties', String(name)]);
    const reference = readAt(property, ['$ref']);
    const target = typeof reference === 'string' ? references.resolve(reference) : undefined;
    const described = target === undefined ? property : readAt(document, target);
    const flags = [readAt(described, ['readOnly']), readAt(described, ['writeOnly'])];
    return !flags.includes(true);
  });
}

const bounds = [
  ['exclusiveMinimum', 'minimum'],
  ['exclusiveMaximum', 'maximum'],
] as const;

/** Converts keywords of OpenAPI 3.0 that JSON Schema has in another form. ajv knows `nullable` beside a type. */
function convertKeywords(schema: JsonObject): JsonObject {
  const converted = { ...schema };
  for (const [exclusive, inclusive] of bounds) {
    if (typeof schema[exclusive] !== 'boolean') continue;
    delete converted[exclusive];
    if (schema[exclusive]) converted[exclusive] = schema[inclusive];
  }
  const isNullable = schema['nullable'] === true && schema['type'] === undefined;
  return isNullable ? { anyOf: [{ type: 'null' }, { ...converted, nullable: false }] } : converted;
}
