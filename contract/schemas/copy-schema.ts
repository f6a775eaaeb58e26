import type { OpenApiDocument, Schema } from '../openapi-document.ts';
import { followReferences, isRecord, readAt, readReference } from '../resolve-reference.ts';
import { readDefault } from '../schema-fields.ts';
import { toRegExp } from '../values/regular-expression.ts';
import { listAlternatives, type Selection } from './discriminator.ts';
import { isFormatPossible } from './possible-format.ts';

/**
 * Which values a schema judges: those of requests, whose defaults are filled in; those of requests in one of several
 * alternatives, where nothing is filled in; or those of responses.
 */
export type Direction = 'request' | 'trial' | 'response';

/** A reference to a schema, and what its values are for. The validator compiles it when a value first needs it. */
export interface LazyReference {
  pointer: string;
  direction: Direction;
}

/** A schema for ajv. `x-lazy` has a LazyReference, `x-select` a LazySelection. */
type CopiedSchema = boolean | Record<string, unknown>;

/** How a discriminator selects the alternatives of a union. */
export interface LazySelection extends Selection {
  direction: Direction;
}

interface Context {
  document: OpenApiDocument;
  direction: Direction;
  /** Required fields that may be missing, because an outer schema says that they are only sent in the other direction. */
  exempt: ReadonlySet<string>;
  /** Whether references are replaced by their targets, and the targets that contain this place. */
  inlined: readonly string[] | undefined;
}

/**
 * Copies what a schema demands for ajv. Leaves out descriptions and extensions, and what ajv does not compile: patterns of
 * other languages, unknown types, and keywords with values that they cannot have.
 */
export function copySchema(
  document: OpenApiDocument,
  schema: unknown,
  direction: Direction,
): CopiedSchema {
  return copy(schema, { document, direction, exempt: new Set(), inlined: undefined });
}

function copy(schema: unknown, outer: Context): CopiedSchema {
  if (!isRecord(schema)) return schema !== false;
  const exempt = new Set([...outer.exempt, ...listExempt(schema, outer)]);
  // `unevaluatedProperties` has to see which fields other schemas for the same value have evaluated.
  const seesOthers = 'unevaluatedProperties' in schema || 'unevaluatedItems' in schema;
  const context = { ...outer, exempt, inlined: seesOthers ? (outer.inlined ?? []) : outer.inlined };
  const copied: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    const copyKeyword = keywords.get(keyword);
    const result = copyKeyword?.(value, context);
    if (result !== undefined) copied[keyword] = result;
  }
  if (readDefault(schema) === undefined) delete copied['default'];
  if (!isFormatPossible(schema)) delete copied['format'];
  if (Array.isArray(schema['items'])) moveTuple(copied);
  moveIgnored(copied);
  copyReference(schema, copied, context);
  copySelection(schema, copied, context);
  return copied;
}

/** ajv ignores a property called `__proto__`, but not the same name as a pattern. */
function moveIgnored(copied: Record<string, unknown>): void {
  const schema = readAt(copied, ['properties', '__proto__']);
  if (schema === undefined) return;
  const patterns = isRecord(copied['patternProperties']) ? copied['patternProperties'] : {};
  copied['patternProperties'] = { ...patterns, '^__proto__$': schema };
}

type CopyKeyword = (value: unknown, context: Context) => unknown;

/** Schemas for the items, fields or names of a value: exemptions end, and so does inlining. */
const inside = (context: Context): Context => ({
  ...context,
  exempt: new Set(),
  inlined: undefined,
});

/** Defaults are not filled in where a value may turn out not to match. */
const onTrial = (context: Context): Context =>
  context.direction === 'request' ? { ...context, direction: 'trial' } : context;

const copyOne: CopyKeyword = (value, context) =>
  isSchema(value) ? copy(value, inside(context)) : undefined;

const copyOnTrial: CopyKeyword = (value, context) =>
  isSchema(value) ? copy(value, onTrial(context)) : undefined;

const copyMap: CopyKeyword = (value, context) => {
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value).map(([name, schema]) => [
    name,
    copy(schema, inside(context)),
  ]);
  return Object.fromEntries(entries);
};

const copyPatterns: CopyKeyword = (value, context) => {
  if (!isRecord(value)) return undefined;
  const readable = Object.entries(value).filter(([pattern]) => toRegExp(pattern) !== undefined);
  return copyMap(Object.fromEntries(readable), context);
};

const copyTrials: CopyKeyword = (value, context) => {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  return value.map((schema) => copy(schema, onTrial(context)));
};

const copyItems: CopyKeyword = (value, context) =>
  Array.isArray(value)
    ? value.map((schema) => copy(schema, inside(context)))
    : copyOne(value, context);

const keepNumber: CopyKeyword = (value) => (typeof value === 'number' ? value : undefined);

const keepCount: CopyKeyword = (value) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;

const keepBoolean: CopyKeyword = (value) => (typeof value === 'boolean' ? value : undefined);

const types = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']);

function keepTypes(value: unknown): unknown[] | undefined {
  const written = [value].flat();
  const isKnown = written.length > 0 && written.every((type) => types.has(String(type)));
  return isKnown ? written : undefined;
}

const keywords: ReadonlyMap<string, CopyKeyword> = new Map<string, CopyKeyword>([
  ['type', keepTypes],
  ['format', (value) => (typeof value === 'string' ? value : undefined)],
  ['pattern', (value) => (toRegExp(String(value)) === undefined ? undefined : String(value))],
  ['enum', (value) => (Array.isArray(value) && value.length > 0 ? value : undefined)],
  ['const', (value) => value],
  ['default', (value, { direction }) => (direction === 'request' ? value : undefined)],
  ['minimum', keepNumber],
  ['maximum', keepNumber],
  ['exclusiveMinimum', keepNumber],
  ['exclusiveMaximum', keepNumber],
  ['multipleOf', (value) => (typeof value === 'number' && value > 0 ? value : undefined)],
  ['minLength', keepCount],
  ['maxLength', keepCount],
  ['minItems', keepCount],
  ['maxItems', keepCount],
  ['minProperties', keepCount],
  ['maxProperties', keepCount],
  ['minContains', keepCount],
  ['maxContains', keepCount],
  ['uniqueItems', keepBoolean],
  ['required', keepRequired],
  ['dependentRequired', (value) => (isRecord(value) ? value : undefined)],
  ['properties', copyMap],
  ['patternProperties', copyPatterns],
  ['additionalProperties', copyOne],
  ['unevaluatedProperties', copyOne],
  ['propertyNames', copyOne],
  ['items', copyItems],
  ['prefixItems', copyItems],
  ['unevaluatedItems', copyOne],
  ['contains', (value, context) => copyOne(value, onTrial(context))],
  ['dependentSchemas', (value, context) => copyMap(value, onTrial(context))],
  ['allOf', copyAll],
  ['anyOf', copyTrials],
  ['oneOf', copyTrials],
  ['not', copyOnTrial],
  ['if', copyOnTrial],
  ['then', copyOnTrial],
  ['else', copyOnTrial],
]);

/** Lists the keywords of a schema with values that they cannot have. They are not used. */
export function listUnusable(schema: Record<string, unknown>): string[] {
  return Object.keys(schema).filter((keyword) => {
    const test = usable.get(keyword);
    return test !== undefined && !test(schema[keyword]);
  });
}

const isNumber = (value: unknown): boolean => typeof value === 'number';
const isText = (value: unknown): boolean => typeof value === 'string';

const usable: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['type', (value: unknown) => keepTypes(value) !== undefined],
  ['enum', (value: unknown) => Array.isArray(value) && value.length > 0],
  ['required', Array.isArray],
  ['format', isText],
  ['pattern', isText],
  ['minimum', isNumber],
  ['maximum', isNumber],
  ['multipleOf', (value: unknown) => typeof value === 'number' && value > 0],
  ['minLength', isNumber],
  ['maxLength', isNumber],
  ['minItems', isNumber],
  ['maxItems', isNumber],
]);

function copyAll(value: unknown, context: Context): unknown {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  return value.map((schema) => copy(schema, context));
}

function keepRequired(value: unknown, { exempt }: Context): unknown {
  if (!Array.isArray(value)) return undefined;
  const names = value.filter((name) => typeof name === 'string' && !exempt.has(name));
  return names.length === 0 ? undefined : names;
}

function isSchema(value: unknown): boolean {
  return isRecord(value) || typeof value === 'boolean';
}

/** Before 2020-12, a list of schemas for the first items had the name `items`, and the others were `additionalItems`. */
function moveTuple(copied: Record<string, unknown>): void {
  copied['prefixItems'] = copied['items'];
  delete copied['items'];
}

/** How many schemas inside each other are searched for fields of one direction. */
const deepest = 8;

/** Fields that are required only in the other direction: `readOnly` ones in requests, `writeOnly` ones in responses. */
function listExempt(schema: unknown, { document, direction }: Context, depth = 0): string[] {
  const target = readTarget(document, schema);
  if (target === undefined || depth > deepest) return [];
  const flag = direction === 'response' ? 'writeOnly' : 'readOnly';
  const { properties, allOf } = target;
  const fields = Object.entries(isRecord(properties) ? properties : {})
    .filter(([, field]) => isFlagged(document, field, flag))
    .map(([name]) => name);
  const parts: readonly unknown[] = Array.isArray(allOf) ? allOf : [];
  const context = { document, direction, exempt: new Set<string>(), inlined: undefined };
  return [...fields, ...parts.flatMap((part) => listExempt(part, context, depth + 1))];
}

function isFlagged(document: OpenApiDocument, field: unknown, flag: string): boolean {
  if (isRecord(field) && field[flag] === true) return true;
  return readTarget(document, field)?.[flag] === true;
}

/** The schema that a schema refers to, or the schema itself. */
function readTarget(
  document: OpenApiDocument,
  schema: unknown,
): Record<string, unknown> | undefined {
  const { value } = followReferences(document, { value: schema, pointer: '' });
  return isRecord(value) ? value : undefined;
}

function copyReference(
  schema: Record<string, unknown>,
  copied: Record<string, unknown>,
  context: Context,
): void {
  const pointer = readReference(schema);
  if (pointer === undefined) return;
  const { document, direction, inlined } = context;
  if (inlined === undefined) {
    copied['x-lazy'] = { pointer, direction } satisfies LazyReference;
    return;
  }
  // A schema that applies itself to the same value adds nothing.
  if (inlined.includes(pointer)) return;
  const target = copy(readAt(document, pointer), { ...context, inlined: [...inlined, pointer] });
  const branches = Array.isArray(copied['allOf']) ? copied['allOf'] : [];
  copied['allOf'] = [...branches, target];
}

/** Replaces a union with a discriminator: its value says which alternative judges the rest. */
function copySelection(
  schema: Schema,
  copied: Record<string, unknown>,
  { document, direction, inlined }: Context,
): void {
  const selection = inlined === undefined ? listAlternatives(document, schema) : undefined;
  if (selection === undefined) return;
  delete copied['oneOf'];
  delete copied['anyOf'];
  copied['x-select'] = { ...selection, direction } satisfies LazySelection;
}
