import type { OpenApiDocument, Schema } from '../openapi-document.ts';
import { listParts, listTypes, readFields, readTypes, resolveSchema } from '../schema-fields.ts';

/** What the texts of a parameter can mean, from its schema. Parts are read when a text needs them. */
export interface ValueForm {
  /** The JSON types that the schema names, in those of its alternatives as well. */
  readonly types: ReadonlySet<string>;
  /** The only texts that the schema allows, if it lists them. */
  readonly words: ReadonlySet<string> | undefined;
  /** The form of the items of an array. */
  items(): ValueForm;
  /** The form of a field of an object. */
  field(name: string): ValueForm;
  /** The names of the fields of an object. */
  fieldNames(): readonly string[];
  /** Whether an object can have fields that the schema does not name. */
  isOpen(): boolean;
}

/** Reads what a schema says about the texts of a value. */
export function readValueForm(document: OpenApiDocument, unresolved: Schema): ValueForm {
  const schema = resolveSchema(document, unresolved);
  const toForm = (inner: Schema | undefined): ValueForm => readValueForm(document, inner ?? {});
  return {
    types: listTypes(document, schema),
    words: listWords(document, schema, 0),
    items: () => toForm(findItems(document, schema, 0)),
    field: (name) => toForm(findField(document, schema, name)),
    fieldNames: () => [...readFields(document, schema).fields.keys()],
    isOpen: () => readFields(document, schema).isOpen,
  };
}

/** Schemas may contain themselves through alternatives. */
const deepest = 6;

/** Undefined if any text is allowed. */
function listWords(
  document: OpenApiDocument,
  schema: Schema,
  depth: number,
): Set<string> | undefined {
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (values !== undefined) return new Set(values.filter((value) => typeof value === 'string'));
  if (schema.type !== undefined && !readTypes(schema).includes('string')) return new Set();
  const parts = listParts(schema);
  if (schema.type !== undefined || parts.length === 0 || depth > deepest) return undefined;
  const words = new Set<string>();
  for (const part of parts) {
    const inner = listWords(document, resolveSchema(document, part), depth + 1);
    if (inner === undefined) return undefined;
    for (const word of inner) words.add(word);
  }
  return words;
}

function findItems(document: OpenApiDocument, schema: Schema, depth: number): Schema | undefined {
  if (schema.items !== undefined || depth > deepest) return schema.items;
  for (const part of listParts(schema)) {
    const items = findItems(document, resolveSchema(document, part), depth + 1);
    if (items !== undefined) return items;
  }
  return undefined;
}

function findField(document: OpenApiDocument, schema: Schema, name: string): Schema | undefined {
  const field = readFields(document, schema).fields.get(name);
  return field ?? findAdditional(document, schema, 0);
}

/** The schema of the fields that no name is given for, in the alternatives as well. */
function findAdditional(
  document: OpenApiDocument,
  schema: Schema,
  depth: number,
): Schema | undefined {
  const { additionalProperties } = schema;
  if (typeof additionalProperties === 'object' || depth > deepest)
    return typeof additionalProperties === 'object' ? additionalProperties : undefined;
  for (const part of listParts(schema)) {
    const inner = findAdditional(document, resolveSchema(document, part), depth + 1);
    if (inner !== undefined) return inner;
  }
  return undefined;
}
