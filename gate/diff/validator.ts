import { types } from 'node:util';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { formats as ownFormats } from '../../contract/formats.ts';
import { isRecord } from '../../contract/resolve-reference.ts';
import { type JsonObject, toStableText } from './json.ts';
import { matches } from './patterns.ts';
import { bits, type Schema, toBit } from './schemas.ts';

/** Why a schema refuses a value. */
export interface Failure {
  schema: Schema;
  keyword: string;
  /** The place in the value. */
  path: readonly string[];
  /** The name that is missing or not allowed, or the pattern. */
  detail?: string;
}

/** How scalar values are sent. Parameters, forms and XML are text, so `5` is both a number and a string. */
export interface Wire {
  isText: boolean;
  /** Joins the items of a list to one text. Otherwise each is sent by itself. */
  separator?: string;
  /** Elements may have other names and places than properties. */
  isXml?: boolean;
  /** Each property is a part: an object as JSON, anything else as text. */
  isMultipart?: boolean;
}

export const json: Wire = { isText: false };

interface Check {
  wire: Wire;
  /** The only `oneOf` that must match exactly once. Others are read as `anyOf`, because real alternatives overlap. */
  exact?: Schema | undefined;
  /** Collects all failures if given. */
  failures?: Failure[] | undefined;
  /** Whether a pattern took too long, so that the result means nothing. */
  isUndecided: boolean;
}

/** Whether all schemas accept a value. Undefined if it cannot be decided. */
export function accepts(
  schemas: readonly Schema[],
  value: unknown,
  wire: Wire = json,
  exact?: Schema,
): boolean | undefined {
  const check: Check = { wire, exact, isUndecided: false };
  const isAccepted = checkPlace(schemas, value, [], check);
  return check.isUndecided ? undefined : isAccepted;
}

/** Why schemas refuse a value. */
export function listFailures(
  schemas: readonly Schema[],
  value: unknown,
  wire: Wire = json,
  exact?: Schema,
): Failure[] {
  const failures: Failure[] = [];
  checkPlace(schemas, value, [], { wire, exact, failures, isUndecided: false });
  return failures;
}

/** A value as it is sent. Undefined if this is not possible: there is no text for null. */
export function encode(value: unknown, wire: Wire): unknown {
  if (!wire.isText || value === undefined) return value;
  if (value === null) return undefined;
  if (Array.isArray(value)) {
    const items = value.map((item) => encode(item, wire));
    if (items.includes(undefined)) return undefined;
    return wire.separator === undefined ? items : items.join(wire.separator);
  }
  if (!isRecord(value)) return String(value);
  const entries = Object.entries(value).map(([name, part]) => [
    name,
    encode(part, toInner(wire, part)),
  ]);
  return entries.some(([, part]) => part === undefined) ? undefined : Object.fromEntries(entries);
}

function toInner(wire: Wire, part: unknown): Wire {
  if (wire.isMultipart !== true) return wire;
  return isRecord(part) || (Array.isArray(part) && part.some(isRecord)) ? json : { isText: true };
}

/** Checks a value at one place, after decoding it. */
function checkPlace(
  schemas: readonly Schema[],
  value: unknown,
  path: readonly string[],
  check: Check,
): boolean {
  if (!check.wire.isText || typeof value !== 'string') return checkAll(schemas, value, path, check);
  const readings = listReadings(value, schemas, check.wire);
  const { failures } = check;
  const quiet: Check = { ...check, failures: undefined };
  if (readings.some((reading) => checkAll(schemas, reading, path, quiet))) return true;
  if (quiet.isUndecided) check.isUndecided = true;
  if (failures !== undefined) checkAll(schemas, readings[0] ?? value, path, check);
  return false;
}

/** The values that a text may stand for. The first is the one that the schemas ask for. */
function listReadings(text: string, schemas: readonly Schema[], { separator }: Wire): unknown[] {
  const allowed = schemas.reduce((sum, schema) => sum & listTypes(schema), 127);
  const readings: unknown[] = [text];
  if (/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) readings.push(Number(text));
  if (text === 'true' || text === 'false') readings.push(text === 'true');
  if ((allowed & bits.array) !== 0)
    readings.push(separator === undefined ? [text] : text.split(separator));
  const fitting = readings.filter((reading) => (toBit(reading) & allowed) !== 0);
  return fitting.length > 0 ? fitting : readings;
}

/** The types of a schema and its `allOf`. */
function listTypes(schema: Schema, depth = 0): number {
  if (schema.allOf === undefined || depth > 8) return schema.types;
  return schema.allOf.reduce((sum, part) => sum & listTypes(part, depth + 1), schema.types);
}

function checkAll(
  schemas: readonly Schema[],
  value: unknown,
  path: readonly string[],
  check: Check,
): boolean {
  if (check.failures === undefined)
    return schemas.every((schema) => checkSchema(schema, value, path, check));
  return schemas.map((schema) => checkSchema(schema, value, path, check)).every(Boolean);
}

function checkSchema(
  schema: Schema,
  value: unknown,
  path: readonly string[],
  check: Check,
): boolean {
  let isAccepted = true;
  const fail: Fail = (keyword, detail) => {
    isAccepted = false;
    check.failures?.push({ schema, keyword, path, ...(detail !== undefined && { detail }) });
  };
  // Without a list of failures, the first one is enough.
  const goesOn = (isPassed: boolean): boolean => {
    if (!isPassed) isAccepted = false;
    return isAccepted || check.failures !== undefined;
  };
  const hasUnevaluated =
    schema.unevaluatedItems !== undefined || schema.unevaluatedProperties !== undefined;
  return (
    goesOn(checkOwn(schema, value, fail)) &&
    (typeof value !== 'number' || goesOn(checkNumber(schema, value, fail))) &&
    (typeof value !== 'string' || goesOn(checkText(schema, value, check, fail))) &&
    (!Array.isArray(value) || goesOn(checkList(schema, value, path, check, fail))) &&
    (!isRecord(value) || goesOn(checkObject(schema, value, path, check, fail))) &&
    goesOn(checkCombinations(schema, value, path, check, fail)) &&
    (!hasUnevaluated || goesOn(checkUnevaluated(schema, value, path, check, fail))) &&
    isAccepted
  );
}

type Fail = (keyword: string, detail?: string) => void;

const enums = new WeakMap<Schema, ReadonlySet<string>>();

function checkOwn(schema: Schema, value: unknown, fail: Fail): boolean {
  if ((toBit(value) & schema.types) === 0 && schema.enum === undefined) fail('type');
  if (schema.enum === undefined) return true;
  let known = enums.get(schema);
  if (known === undefined) {
    known = new Set(schema.enum.map(toStableText));
    enums.set(schema, known);
  }
  if (!known.has(toStableText(value))) fail('enum');
  return true;
}

function checkNumber(schema: Schema, value: number, fail: Fail): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format } = schema;
  if (minimum !== undefined && value < minimum) fail('minimum');
  if (maximum !== undefined && value > maximum) fail('maximum');
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) fail('exclusiveMinimum');
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) fail('exclusiveMaximum');
  if (multipleOf !== undefined && multipleOf > 0) {
    const quotient = value / multipleOf;
    if (!(Math.abs(quotient - Math.round(quotient)) < 1e-9)) fail('multipleOf');
  }
  if (format !== undefined && !hasFormat(format, value)) fail('format');
  return true;
}

function checkText(schema: Schema, value: string, check: Check, fail: Fail): boolean {
  const { minLength, maxLength, pattern, format } = schema;
  if (minLength !== undefined || maxLength !== undefined) {
    const length = value.length > (maxLength ?? 0) / 2 ? [...value].length : value.length;
    if (minLength !== undefined && length < minLength) fail('minLength');
    if (maxLength !== undefined && length > maxLength) fail('maxLength');
  }
  if (pattern !== undefined) {
    const isMatch = matches(pattern, value);
    if (isMatch === undefined) check.isUndecided = true;
    if (isMatch === false) fail('pattern');
  }
  if (format !== undefined && !hasFormat(format, value)) fail('format');
  return true;
}

const formats: ReadonlyMap<string, unknown> = new Map(
  Object.entries({ ...fullFormats, ...ownFormats }),
);

/** Whether a format is one that is validated. Others are annotations. */
export function isValidated(format: string): boolean {
  return formats.has(format) && !['password', 'binary', 'float', 'double'].includes(format);
}

function hasFormat(name: string, value: string | number): boolean {
  const format = formats.get(name);
  const { type, validate } =
    isRecord(format) && 'validate' in format ? format : { type: undefined, validate: format };
  if ((type === 'number') !== (typeof value === 'number')) return true;
  if (types.isRegExp(validate)) return validate.test(String(value));
  return typeof validate === 'function' ? validate(value) === true : true;
}

function checkList(
  schema: Schema,
  value: readonly unknown[],
  path: readonly string[],
  check: Check,
  fail: Fail,
): boolean {
  const { minItems, maxItems, uniqueItems, prefixItems = [], items, contains } = schema;
  if (minItems !== undefined && value.length < minItems) fail('minItems');
  if (maxItems !== undefined && value.length > maxItems) fail('maxItems');
  if (uniqueItems && new Set(value.map(toStableText)).size < value.length) fail('uniqueItems');
  if (contains !== undefined) {
    const quiet = { ...check, failures: undefined };
    const count = value.filter((item) => checkPlace([contains], item, path, quiet)).length;
    if (count < (schema.minContains ?? 1)) fail('contains');
    if (schema.maxContains !== undefined && count > schema.maxContains) fail('maxContains');
  }
  if (items === undefined && prefixItems.length === 0) return true;
  return every(value.entries(), check, ([index, item]) => {
    const part = prefixItems[index] ?? items;
    return part === undefined || checkPlace([part], item, [...path, String(index)], check);
  });
}

/** Checks all parts if failures are collected; otherwise stops at the first. */
function every<T>(parts: Iterable<T>, check: Check, isFine: (part: T) => boolean): boolean {
  let isAccepted = true;
  for (const part of parts) {
    if (isFine(part)) continue;
    isAccepted = false;
    if (check.failures === undefined) return false;
  }
  return isAccepted;
}

function checkObject(
  schema: Schema,
  value: JsonObject,
  path: readonly string[],
  check: Check,
  fail: Fail,
): boolean {
  const names = Object.keys(value);
  const { required = [], dependentRequired = [], minProperties, maxProperties } = schema;
  for (const name of required) if (!Object.hasOwn(value, name)) fail('required', name);
  for (const [trigger, needed] of dependentRequired)
    for (const name of Object.hasOwn(value, trigger) ? needed : [])
      if (!Object.hasOwn(value, name)) fail('dependentRequired', name);
  if (minProperties !== undefined && names.length < minProperties) fail('minProperties');
  if (maxProperties !== undefined && names.length > maxProperties) fail('maxProperties');
  const { propertyNames } = schema;
  if (propertyNames !== undefined)
    for (const name of names)
      if (!checkAll([propertyNames], name, path, { ...check, failures: undefined }))
        fail('propertyNames', name);
  const { properties, patternProperties, additionalProperties } = schema;
  if (!properties && !patternProperties && !additionalProperties) return true;
  return every(names, check, (name) => {
    const parts = listDeclared(schema, name, check);
    if (parts.length === 0 && additionalProperties !== undefined) {
      if (additionalProperties.types === 0) {
        fail('additionalProperties', name);
        return false;
      }
      parts.push(additionalProperties);
    }
    if (parts.length === 0) return true;
    const inner: Check = { ...check, wire: toInner(check.wire, value[name]) };
    const isAccepted = checkPlace(parts, value[name], [...path, name], inner);
    check.isUndecided ||= inner.isUndecided;
    return isAccepted;
  });
}

function listDeclared(
  { properties, patternProperties }: Schema,
  name: string,
  check: Check,
): Schema[] {
  const own = properties?.get(name);
  const parts = own === undefined ? [] : [own];
  for (const [pattern, part] of patternProperties ?? []) {
    const isMatch = matches(pattern, name);
    if (isMatch === undefined) check.isUndecided = true;
    if (isMatch === true) parts.push(part);
  }
  return parts;
}

function checkCombinations(
  schema: Schema,
  value: unknown,
  path: readonly string[],
  check: Check,
  fail: Fail,
): boolean {
  const { allOf, anyOf, oneOf, not, if: condition, dependentSchemas } = schema;
  const quiet: Check = { ...check, failures: undefined };
  const holds = (part: Schema): boolean => checkSchema(part, value, path, quiet);
  let isAccepted = allOf === undefined || checkAll(allOf, value, path, check);
  const selected = select(schema, value);
  if (selected !== undefined) isAccepted = checkSchema(selected, value, path, check) && isAccepted;
  else if (anyOf !== undefined && !anyOf.some(holds)) fail('anyOf');
  if (oneOf !== undefined && (selected === undefined || anyOf !== undefined)) {
    const count = oneOf.filter(holds).length;
    if (count === 0 || (count > 1 && check.exact === schema)) fail('oneOf');
  }
  if (not !== undefined && holds(not)) fail('not');
  if (condition !== undefined) {
    const keyword = holds(condition) ? 'then' : 'else';
    const part = schema[keyword];
    if (part !== undefined && !holds(part)) fail(keyword);
  }
  if (dependentSchemas !== undefined && isRecord(value))
    for (const [name, part] of dependentSchemas)
      if (Object.hasOwn(value, name) && !holds(part)) fail('dependentSchemas', name);
  check.isUndecided ||= quiet.isUndecided;
  return isAccepted;
}

/** The alternative that a discriminator selects for a value. */
function select({ discriminator, anyOf, oneOf }: Schema, value: unknown): Schema | undefined {
  if (discriminator === undefined || !isRecord(value)) return undefined;
  const { mapping, implied, propertyName } = discriminator;
  const name = value[propertyName];
  if (typeof name !== 'string') return undefined;
  const target = mapping.get(name) ?? implied.get(name);
  return target !== undefined && (oneOf ?? anyOf)?.includes(target) ? target : undefined;
}

/** Names and indexes that a schema or its parts have evaluated (JSON Schema 2020-12, section 11). */
interface Evaluated {
  names: Set<string>;
  /** The number of items from the start. */
  items: number;
  others: Set<number>;
}

function checkUnevaluated(
  schema: Schema,
  value: unknown,
  path: readonly string[],
  check: Check,
  fail: Fail,
): boolean {
  const found: Evaluated = { names: new Set(), items: 0, others: new Set() };
  const { unevaluatedItems: items, unevaluatedProperties: properties } = schema;
  const quiet: Check = { ...check, failures: undefined };
  collect(schema, value, found, quiet, true);
  if (Array.isArray(value) && items !== undefined)
    for (const [index, item] of value.entries())
      if (index >= found.items && !found.others.has(index))
        if (!checkPlace([items], item, [...path, String(index)], quiet)) fail('unevaluatedItems');
  if (isRecord(value) && properties !== undefined)
    for (const name of Object.keys(value))
      if (!found.names.has(name) && !checkPlace([properties], value[name], [...path, name], quiet))
        fail('unevaluatedProperties', name);
  return true;
}

function collect(
  schema: Schema,
  value: unknown,
  found: Evaluated,
  check: Check,
  isStart = false,
): void {
  if (isRecord(value)) {
    const isAll =
      schema.additionalProperties !== undefined ||
      (!isStart && schema.unevaluatedProperties !== undefined);
    for (const name of Object.keys(value))
      if (isAll || listDeclared(schema, name, check).length > 0) found.names.add(name);
  }
  if (Array.isArray(value)) {
    const isAll = schema.items !== undefined || (!isStart && schema.unevaluatedItems !== undefined);
    found.items = Math.max(found.items, isAll ? value.length : (schema.prefixItems?.length ?? 0));
    const { contains } = schema;
    if (contains !== undefined)
      for (const [index, item] of value.entries())
        if (checkPlace([contains], item, [], check)) found.others.add(index);
  }
  const holds = (part: Schema): boolean => checkSchema(part, value, [], check);
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter(holds);
  parts.push(...(schema.allOf ?? []));
  const { if: condition, then: yes, else: no } = schema;
  if (condition !== undefined && holds(condition)) parts.push(condition, ...(yes ? [yes] : []));
  else if (condition !== undefined && no !== undefined) parts.push(no);
  for (const [name, part] of schema.dependentSchemas ?? [])
    if (isRecord(value) && Object.hasOwn(value, name)) parts.push(part);
  for (const part of parts) collect(part, value, found, check);
}
