import {
  bits,
  families,
  hasOnly,
  isAny,
  isNever,
  listAffected,
  listInPlace,
  maps,
  type Schema,
  toBit,
} from './schemas.ts';

/** The properties that are not sent in this direction, also those that a part of an `allOf` describes. */
export function listHidden(schema: Schema): string[] {
  const isHidden = (property: Schema): boolean =>
    listInPlace(property, ['allOf']).some((part) => part.isHidden);
  const hidden: string[] = [];
  for (const { properties } of listInPlace(schema, ['allOf']))
    for (const [name, property] of properties ?? []) if (isHidden(property)) hidden.push(name);
  return hidden;
}

/** Removes properties from a schema and its alternatives. */
export function hide(schema: Schema, names: readonly string[]): void {
  if (names.length === 0) return;
  const isSent = (name: string): boolean => !names.includes(name);
  for (const part of listInPlace(schema)) {
    part.required = (part.required ?? []).filter(isSent);
    const properties = [...(part.properties ?? [])];
    part.properties = new Map(properties.filter(([name]) => isSent(name)));
  }
}

/** Removes keywords without effect, and gives equivalent spellings one form. */
export function simplify(schema: Schema, any: Schema): void {
  for (const key of ['anyOf', 'oneOf'] as const) simplifyUnion(schema, key);
  closeUnevaluated(schema, any);
  simplifyEnum(schema);
  if (schema.multipleOf === 1) schema.types &= ~bits.fraction;
  dropForeign(schema);
  dropNeutral(schema);
  if (schema.allOf !== undefined) schema.allOf = schema.allOf.filter((part) => !isAny(part));
  dropIf(schema.allOf?.length === 0, schema, 'allOf');
}

function dropIf(isUnused: boolean, schema: Schema, ...keys: readonly (keyof Schema)[]): void {
  if (isUnused) for (const key of keys) Reflect.deleteProperty(schema, key);
}

/** Drops the keywords of types that the schema does not allow. */
function dropForeign(schema: Schema): void {
  for (const [types, names] of families) dropIf((schema.types & types) === 0, schema, ...names);
  dropIf((schema.types & listAffected(schema, 'format')) === 0, schema, 'format');
}

/** Drops keywords with values that restrict nothing. */
function dropNeutral(schema: Schema): void {
  for (const key of ['items', 'additionalProperties', 'propertyNames', 'then', 'else'] as const)
    dropIf(schema[key] !== undefined && isAny(schema[key]), schema, key);
  dropIf(schema.minContains === 1, schema, 'minContains');
  const isNotNeeded = schema.minContains === 0 && schema.maxContains === undefined;
  dropIf(isNotNeeded, schema, 'contains', 'minContains');
  for (const key of ['minLength', 'minItems', 'minProperties'] as const)
    dropIf(schema[key] === 0, schema, key);
  for (const key of maps) dropIf(schema[key]?.size === 0, schema, key);
  dropIf(schema.required?.length === 0, schema, 'required');
  dropIf(schema.then === undefined && schema.else === undefined, schema, 'if');
}

/** Combines alternatives that only list types or values. */
function simplifyUnion(schema: Schema, key: 'anyOf' | 'oneOf'): void {
  const parts = schema[key]?.filter((part) => !isNever(part));
  if (parts === undefined || parts.length === 0 || schema.isParent) return;
  schema[key] = parts;
  if (parts.length === 1) schema.allOf = [...(schema.allOf ?? []), ...parts];
  else if (areTypes(parts, key)) schema.types &= joinTypes(parts);
  else if (schema.enum === undefined && parts.every(isListed))
    schema.enum = parts.flatMap(({ enum: values = [null] }) => values);
  else if (key === 'oneOf' || !parts.some(isAny)) return;
  delete schema[key];
}

function joinTypes(parts: readonly Schema[]): number {
  return parts.reduce((types, part) => types | part.types, 0);
}

/** Whether alternatives are only types, none of them twice in a `oneOf`. */
function areTypes(parts: readonly Schema[], key: 'anyOf' | 'oneOf'): boolean {
  const sum = parts.reduce((types, part) => types + part.types, 0);
  const isDisjoint = key === 'anyOf' || sum === joinTypes(parts);
  return isDisjoint && parts.every((part) => hasOnly(part));
}

/** Whether a schema only lists values. */
function isListed(part: Schema): boolean {
  const hasValues = part.enum !== undefined || part.types === bits.null;
  return hasValues && hasOnly(part, 'enum');
}

function simplifyEnum(schema: Schema): void {
  if (schema.enum === undefined) return;
  const values = schema.enum.filter((value) => (toBit(value) & schema.types) !== 0);
  schema.enum = values;
  schema.types &= values.reduce((types: number, value) => types | toBit(value), 0);
}

/** Applies `unevaluatedProperties` to all that no schema in place describes. */
function closeUnevaluated(schema: Schema, any: Schema): void {
  const { unevaluatedProperties } = schema;
  delete schema.unevaluatedProperties;
  if (unevaluatedProperties === undefined) return;
  const parts = listInPlace(schema);
  if (parts.some((part) => part.additionalProperties !== undefined)) return;
  schema.additionalProperties = unevaluatedProperties;
  for (const key of maps) {
    const described = new Map<string, Schema>();
    for (const part of parts)
      for (const name of part[key]?.keys() ?? [])
        described.set(name, schema[key]?.get(name) ?? any);
    schema[key] = described;
  }
}
