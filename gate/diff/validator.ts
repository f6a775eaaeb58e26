import { types } from 'node:util';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { LongFraction, toExactNumber } from '../../contract/exact-numbers.ts';
import { formats as ownFormats } from '../../contract/formats.ts';
import { type JsonObject, toStableText } from '../../contract/json.ts';
import { isRecord } from '../../contract/resolve-reference.ts';
import { matches, UndecidedPattern } from './patterns.ts';
import {
  anyType,
  bits,
  type ExactNumber,
  type NumberKeyword,
  numeric,
  type Schema,
  toBit,
} from './schemas.ts';

/** Why a schema refuses a value. */
export interface Failure {
  schema: Schema;
  keyword: string;
  /** Whether it concerns a property or an item, not the value itself. */
  isInner: boolean;
  /** The name that is missing or not allowed. */
  detail?: string | undefined;
}

/** How scalar values are sent. Parameters, forms and XML are text, so `5` is both a number and a string. */
export interface Wire {
  isText: boolean;
  /** The empty value, if it is not sent: a path would be another one, and a list without items has no parameter. */
  empty?: '' | '[]';
  /** Joins the items of a list to one text. Otherwise each is sent by itself. */
  separator?: string;
  /** Elements may have other names and places than properties. */
  isXml?: boolean;
  /** Each property is a part: an object as JSON, anything else as text. */
  isMultipart?: boolean;
}

export const json: Wire = { isText: false };

/** Failures are generated one by one, so asking for the first one stops the validation. */
type Failures = Generator<Failure, void>;

/**
 * Whether all schemas accept a value. False as well if it cannot be decided, because a pattern takes too long.
 * @param exact the only `oneOf` that must match exactly once. Others are read as `anyOf`, because real alternatives overlap
 */
export function accepts(
  schemas: readonly Schema[],
  value: unknown,
  wire: Wire = json,
  exact?: Schema,
): boolean {
  return isAccepted(schemas, value, { wire, exact, isInner: false }) === true;
}

/** Whether a schema refuses a value. False as well if it cannot be decided. */
export function isRefused(
  schemas: readonly Schema[],
  value: unknown,
  wire: Wire,
  exact?: Schema,
): boolean {
  return isAccepted(schemas, value, { wire, exact, isInner: false }) === false;
}

/** Undefined if it cannot be decided. */
function isAccepted(schemas: readonly Schema[], value: unknown, check: Check): boolean | undefined {
  try {
    return isEmpty(checkPlace(schemas, value, check));
  } catch (error) {
    if (error instanceof UndecidedPattern) return undefined;
    throw error;
  }
}

/** Why schemas refuse a value. None if it cannot be decided. */
export function listFailures(schemas: readonly Schema[], value: unknown, wire: Wire): Failure[] {
  try {
    return [...checkPlace(schemas, value, { wire, isInner: false })];
  } catch (error) {
    if (error instanceof UndecidedPattern) return [];
    throw error;
  }
}

function isEmpty(failures: Failures): boolean {
  return failures.next().done === true;
}

/** A value as it is sent. Undefined if this is not possible, as there is no text for null. */
export function encode(value: unknown, wire: Wire): unknown {
  if (!wire.isText || value === undefined) return value;
  const empty = Array.isArray(value) && value.length === 0 ? '[]' : value;
  if (value === null || empty === wire.empty) return undefined;
  if (typeof value !== 'object') return String(value);
  const parts = Object.entries(value).map(([name, part]): [string, unknown] => [
    name,
    encode(part, toInner(wire, part)),
  ]);
  if (parts.some(([, part]) => part === undefined)) return undefined;
  if (!Array.isArray(value)) return Object.fromEntries(parts);
  const items = parts.map(([, item]) => item);
  return wire.separator === undefined ? items : items.join(wire.separator);
}

/** How a property is sent, for one of its values. */
export function toInner(wire: Wire, part: unknown): Wire {
  if (wire.isMultipart !== true) return wire;
  return [part].flat().some(isRecord) ? json : { isText: true };
}

interface Check {
  wire: Wire;
  exact?: Schema | undefined;
  isInner: boolean;
}

/** Checks a value at one place, after decoding it. */
function* checkPlace(schemas: readonly Schema[], value: unknown, check: Check): Failures {
  const checkAll = function* (reading: unknown): Failures {
    for (const schema of schemas) yield* checkSchema(schema, reading, check);
  };
  const isText = check.wire.isText && typeof value === 'string';
  const readings = isText ? listReadings(value, schemas, check.wire) : [value];
  if (!isText || !readings.some((reading) => isEmpty(checkAll(reading))))
    yield* checkAll(readings[0]);
}

/** The values that a text may represent, the ones of an allowed type if there are any. */
function listReadings(text: string, schemas: readonly Schema[], { separator }: Wire): unknown[] {
  const allowed = schemas.reduce((sum, { types }) => sum & types, anyType);
  const readings: unknown[] = [text];
  if (/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) {
    const number = toExactNumber(text);
    readings.push(number instanceof LongFraction ? Number(text) : number);
  }
  if (text === 'true' || text === 'false') readings.push(text === 'true');
  if ((allowed & bits.array) !== 0)
    readings.push(separator === undefined ? [text] : text.split(separator));
  const fitting = readings.filter((reading) => (toBit(reading) & allowed) !== 0);
  return fitting.length > 0 ? fitting : readings;
}

type Fail = (keyword: string, detail?: string) => Failure;

function* checkSchema(schema: Schema, value: unknown, check: Check): Failures {
  const fail: Fail = (keyword, detail) => ({ schema, keyword, isInner: check.isInner, detail });
  const type = toBit(value);
  if (schema.enum === undefined) {
    if ((type & schema.types) === 0) yield fail('type');
  } else if (!readEnum(schema, schema.enum).has(toStableText(value))) yield fail('enum');
  for (const [keyword, affected, isBroken] of bounds) {
    const limit = schema[keyword];
    if (limit !== undefined && (type & affected) !== 0 && isBroken(toSize(value), limit))
      yield fail(keyword);
  }
  if (typeof value === 'string') {
    if (schema.pattern !== undefined && !matches(schema.pattern, value)) yield fail('pattern');
  } else if (Array.isArray(value)) yield* checkList(schema, value, check, fail);
  else if (isRecord(value)) yield* checkObject(schema, value, check, fail);
  if (schema.format !== undefined && !hasFormat(schema.format, value)) yield fail('format');
  yield* checkCombinations(schema, value, check, fail);
}

const enums = new WeakMap<Schema, ReadonlySet<string>>();

function readEnum(schema: Schema, values: readonly unknown[]): ReadonlySet<string> {
  const texts = enums.get(schema) ?? new Set(values.map(toStableText));
  enums.set(schema, texts);
  return texts;
}

type IsBroken = (size: ExactNumber, limit: ExactNumber) => boolean;
const isLess: IsBroken = (size, limit) => size < limit;
const isMore: IsBroken = (size, limit) => size > limit;

/** The limits of sizes, and the types that they affect. */
const bounds: readonly (readonly [NumberKeyword, types: number, isBroken: IsBroken])[] = [
  ['minimum', numeric, isLess],
  ['maximum', numeric, isMore],
  ['exclusiveMinimum', numeric, (size, limit) => size <= limit],
  ['exclusiveMaximum', numeric, (size, limit) => size >= limit],
  ['multipleOf', numeric, (size, step) => step > 0 && !isMultiple(size, step)],
  ['minLength', bits.string, isLess],
  ['maxLength', bits.string, isMore],
  ['minItems', bits.array, isLess],
  ['maxItems', bits.array, isMore],
  ['minProperties', bits.object, isLess],
  ['maxProperties', bits.object, isMore],
];

function isMultiple(value: ExactNumber, step: ExactNumber): boolean {
  const isLong = typeof value === 'bigint' || typeof step === 'bigint';
  if (isLong && isInteger(value) && isInteger(step)) return BigInt(value) % BigInt(step) === 0n;
  const quotient = Number(value) / Number(step);
  return Math.abs(quotient - Math.round(quotient)) < 1e-9;
}

function isInteger(value: ExactNumber): boolean {
  return typeof value === 'bigint' || Number.isInteger(value);
}

function toSize(value: unknown): ExactNumber {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  if (typeof value !== 'string') return Object.keys(Object(value)).length;
  // JSON Schema counts characters, of which some are two units of a JavaScript string.
  return value.length - (value.match(/[\u{10000}-\u{10ffff}]/gu)?.length ?? 0);
}

const formats: ReadonlyMap<string, unknown> = new Map(
  Object.entries({ ...fullFormats, ...ownFormats }),
);

/** Whether a format is one that is validated. Others are annotations. */
export function isValidated(format: string): boolean {
  return formats.has(format) && !['float', 'double'].includes(format);
}

function hasFormat(name: string, exact: unknown): boolean {
  const format = formats.get(name);
  const value = typeof exact === 'bigint' ? Number(exact) : exact;
  const { type = 'string', validate } =
    isRecord(format) && 'validate' in format ? format : { validate: format };
  if (typeof value !== type) return true;
  if (types.isRegExp(validate)) return validate.test(String(value));
  return typeof validate === 'function' ? validate(value) === true : true;
}

function* checkList(schema: Schema, list: readonly unknown[], check: Check, fail: Fail): Failures {
  const { uniqueItems, prefixItems = [], items, contains, minContains, maxContains } = schema;
  if (uniqueItems && new Set(list.map(toStableText)).size < list.length) yield fail('uniqueItems');
  if (contains !== undefined) {
    const { length } = list.filter((item) => isEmpty(checkPlace([contains], item, check)));
    if (length < (minContains ?? 1)) yield fail('contains');
    if (maxContains !== undefined && length > maxContains) yield fail('maxContains');
  }
  for (const [index, item] of list.entries()) {
    const part = prefixItems[index] ?? items;
    if (part !== undefined) yield* checkPlace([part], item, { ...check, isInner: true });
  }
}

function* checkObject(schema: Schema, value: JsonObject, check: Check, fail: Fail): Failures {
  const { required = [], propertyNames, additionalProperties } = schema;
  for (const name of required) if (!Object.hasOwn(value, name)) yield fail('required', name);
  for (const [name, part] of Object.entries(value)) {
    if (propertyNames !== undefined && !isEmpty(checkSchema(propertyNames, name, check)))
      yield fail('propertyNames', name);
    const declared = listDeclared(schema, name);
    if (declared.length === 0 && additionalProperties?.types === 0)
      yield fail('additionalProperties', name);
    else {
      const parts = declared.length > 0 ? declared : [additionalProperties ?? []].flat();
      yield* checkPlace(parts, part, { ...check, wire: toInner(check.wire, part), isInner: true });
    }
  }
}

/** The schemas that a schema declares for a property, by its name or by a pattern. */
export function listDeclared({ properties, patternProperties }: Schema, name: string): Schema[] {
  const named = properties?.get(name);
  const schemas = named === undefined ? [] : [named];
  for (const [pattern, part] of patternProperties ?? [])
    if (matches(pattern, name)) schemas.push(part);
  return schemas;
}

function* checkCombinations(schema: Schema, value: unknown, check: Check, fail: Fail): Failures {
  const { allOf = [], anyOf, oneOf, not, if: condition } = schema;
  const holds = (part: Schema): boolean => isEmpty(checkSchema(part, value, check));
  for (const part of allOf) yield* checkSchema(part, value, check);
  const selected = select(schema, value);
  if (selected !== undefined) yield* checkSchema(selected, value, check);
  else if (anyOf !== undefined && (selectsNothing(schema, value) || !anyOf.some(holds)))
    yield fail('anyOf');
  if (oneOf !== undefined && (selected === undefined || anyOf !== undefined)) {
    const isMatched = check.exact === schema ? holdsOnce(oneOf, holds) : oneOf.some(holds);
    if (!isMatched) yield fail('oneOf');
  }
  if (not !== undefined && holds(not)) yield fail('not');
  if (condition !== undefined) {
    const keyword = holds(condition) ? 'then' : 'else';
    const part = schema[keyword];
    if (part !== undefined && !holds(part)) yield fail(keyword);
  }
}

function holdsOnce(parts: readonly Schema[], holds: (part: Schema) => boolean): boolean {
  return parts.filter(holds).length === 1;
}

/** The alternative that a discriminator selects for a value. */
function select({ discriminator, anyOf, oneOf }: Schema, value: unknown): Schema | undefined {
  if (discriminator === undefined || !isRecord(value)) return undefined;
  const name = String(value[discriminator.propertyName]);
  const target = discriminator.mapping.get(name) ?? discriminator.implied.get(name);
  const parts = oneOf ?? anyOf ?? [];
  return parts.find((part) => part === target);
}

/** Whether a value names a type that inherits from none of the known ones. */
function selectsNothing({ isParent, discriminator }: Schema, value: unknown): boolean {
  if (isParent !== true || discriminator === undefined || !isRecord(value)) return false;
  return Object.hasOwn(value, discriminator.propertyName);
}
