import { isRecord, readAt, readReference, toPointer } from '../resolve-reference.ts';

/** How the value of a field selects among the alternatives of a union. */
export interface Selection {
  /** The field. */
  property: string;
  /** The pointers of the alternatives, by the value of the field. */
  pointers: ReadonlyMap<string, readonly string[]>;
  /** The pointers of all alternatives. */
  all: readonly string[];
  /** Whether null is an alternative. */
  allowsNull: boolean;
}

/** What is read of a schema. */
interface UnionSchema {
  discriminator?: unknown;
  oneOf?: unknown;
  anyOf?: unknown;
}

/** Reads the union of a schema with a discriminator. Undefined if it has none, or an alternative that is not a reference. */
export function listAlternatives(
  document: unknown,
  { discriminator, oneOf, anyOf }: UnionSchema,
): Selection | undefined {
  const property = isRecord(discriminator) ? discriminator['propertyName'] : undefined;
  const union: unknown = oneOf ?? anyOf;
  if (typeof property !== 'string' || !Array.isArray(union)) return undefined;
  const branches = union.filter((alternative) => !isNull(alternative));
  const references = branches.map(readReference);
  const all = references.filter((pointer) => pointer !== undefined);
  if (all.length < branches.length || all.length === 0) return undefined;
  const pointers = new Map<string, string[]>();
  for (const pointer of all)
    for (const tag of listTags(document, pointer, property, readAt(discriminator, ['mapping'])))
      pointers.set(tag, [...(pointers.get(tag) ?? []), pointer]);
  return { property, pointers, all, allowsNull: branches.length < union.length };
}

function isNull(schema: unknown): boolean {
  return isRecord(schema) && schema['type'] === 'null';
}

/**
 * The values of the field that select an alternative: those of `mapping`, and those that the field can have in the
 * alternative; if neither says any, the name of the schema.
 */
function listTags(
  document: unknown,
  pointer: string,
  property: string,
  mapping: unknown,
): string[] {
  const name = pointer.slice(pointer.lastIndexOf('/') + 1);
  const mapped = Object.entries(isRecord(mapping) ? mapping : {})
    .filter(([, target]) => target === name || toPointer(String(target)) === pointer)
    .map(([tag]) => tag);
  const tags = [...mapped, ...listValues(document, pointer, property)];
  return tags.length > 0 ? [...new Set(tags)] : [name];
}

/** How many schemas inside each other are searched for the field. */
const deepest = 8;

function listValues(document: unknown, pointer: string, property: string, depth = 0): string[] {
  const schema = readAt(document, pointer);
  if (!isRecord(schema) || depth > deepest) return [];
  const values = listFieldValues(document, readAt(schema, ['properties', property]));
  if (values.length > 0) return values;
  const inner = listParts(schema).map((part) => `${pointer}/${part}`);
  const reference = readReference(schema);
  const targets = reference === undefined ? inner : [...inner, reference];
  return targets.flatMap((target) => listValues(document, target, property, depth + 1));
}

/** The places of the schemas that a schema is made of. An alternative may be a union itself. */
function listParts(schema: Record<string, unknown>): string[] {
  return ['allOf', 'oneOf', 'anyOf'].flatMap((keyword) => {
    const parts = schema[keyword];
    if (!Array.isArray(parts)) return [];
    return parts.map((_part, index) => `${keyword}/${index}`);
  });
}

/** The texts that a field can have. Empty if it can have any. */
function listFieldValues(document: unknown, field: unknown, depth = 0): string[] {
  if (!isRecord(field) || depth > deepest) return [];
  const reference = readReference(field);
  if (reference !== undefined)
    return listFieldValues(document, readAt(document, reference), depth + 1);
  const { const: constant, enum: values, anyOf, oneOf } = field;
  if (typeof constant === 'string') return [constant];
  if (Array.isArray(values)) {
    const choices = values.filter((value) => value !== null);
    return choices.map(String);
  }
  const union: unknown = anyOf ?? oneOf;
  if (!Array.isArray(union)) return [];
  const lists = union
    .filter((alternative) => !isNull(alternative))
    .map((alternative) => listFieldValues(document, alternative, depth + 1));
  const isOpen = lists.some((list) => list.length === 0);
  return isOpen ? [] : lists.flat();
}
