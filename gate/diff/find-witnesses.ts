import type { ErrorObject } from 'ajv';
import { describeSchemaError } from '../../contract/validators.ts';
import type { Pair } from './candidate-parts.ts';
import { listCandidates } from './candidates.ts';
import { isObject, type JsonObject, readToken } from './json.ts';
import { type Schema, undecided } from './schema-validator.ts';
import { anyText, type SchemaSet } from './schemas.ts';

export interface SchemaWitness {
  value: unknown;
  /** The refused part of the value, as a JSON Pointer. */
  instancePath: string;
  /** The keyword that refuses it, and the place of its schema in the document that refuses. */
  keyword: string;
  refusedAt: string;
  /** The missing or forbidden property, if that is the reason. */
  property?: string;
  /** The reason, in one sentence. */
  reason: string;
}

/**
 * Searches for values that the source allows and the target refuses: one for each refusing keyword of the target, each as
 * small as possible.
 */
export function findWitnesses(
  pair: Pair,
  source: Schema,
  target: Schema,
  known: readonly unknown[],
): SchemaWitness[] {
  const refused: { value: unknown; causes: Cause[] }[] = [];
  for (const value of listCandidates(pair, source, target, known)) {
    const causes = judge(pair, target, value);
    if (causes.length > 0) refused.push({ value, causes });
  }
  // A value that is refused for only one reason explains it best.
  refused.sort((a, b) => a.causes.length - b.causes.length);
  const found = new Map<string, { value: unknown; cause: Cause }>();
  for (const { value, causes } of refused) {
    if (causes.some(({ key }) => found.has(key))) continue;
    const [cause] = causes;
    if (cause !== undefined) found.set(cause.key, { value, cause });
  }
  return [...found].map(([key, { value, cause }]) => {
    const holds = (smaller: unknown): Cause | undefined =>
      pair.source.validate(source, smaller, pair.fromText).length === 0
        ? judge(pair, target, smaller).find((each) => each.key === key)
        : undefined;
    const least = reduce(value, (smaller) => holds(smaller) !== undefined);
    const { error, pointer, property } = holds(least) ?? cause;
    return {
      value: least,
      instancePath: error.instancePath,
      keyword: error.keyword,
      refusedAt: pointer,
      ...(property !== undefined && { property }),
      reason: explain(error),
    };
  });
}

interface Cause {
  /** Equal for all values that the same keyword at the same place refuses. */
  key: string;
  error: ErrorObject;
  pointer: string;
  property?: string;
}

const composites = new Set(['anyOf', 'oneOf', 'not', 'if', 'contains', 'propertyNames']);

function judge({ target, fromText }: Pair, schema: Schema, value: unknown): Cause[] {
  const found = target.validate(schema, value, fromText);
  if (found.includes(undecided)) return [];
  const errors = choose(found);
  const causes = errors.map((error): Cause => {
    const { keyword, params, parentSchema } = error;
    const parent = isObject(parentSchema) ? target.findPointer(parentSchema) : undefined;
    const pointer = `${parent ?? ''}/${keyword}`;
    const property = readProperty(params);
    const key = `${pointer} ${property ?? ''} ${error.instancePath.replaceAll(/\/\d+(?=\/|$)/g, '/*')}`;
    return { key, error, pointer, ...(property !== undefined && { property }) };
  });
  return [...new Map(causes.map((cause) => [cause.key, cause])).values()];
}

/** Selects the helpful errors of a union: those of the closest branch, or that no branch matches. */
function choose(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const outer = errors.filter(({ keyword }) => composites.has(keyword));
  const [union] = [...outer].sort((a, b) => a.instancePath.length - b.instancePath.length);
  if (union === undefined) return errors;
  const deeper = errors.filter(
    (error) =>
      error.instancePath.startsWith(`${union.instancePath}/`) && !composites.has(error.keyword),
  );
  const isChoice = union.keyword === 'anyOf' || union.keyword === 'oneOf';
  if (!isChoice || deeper.length === 0) return [union];
  const longest = Math.max(...deeper.map(({ instancePath }) => instancePath.split('/').length));
  const closest = deeper.filter(({ instancePath }) => instancePath.split('/').length === longest);
  return closest.length === 1 ? closest : [union];
}

function readProperty(params: Record<string, unknown>): string | undefined {
  for (const name of [
    'missingProperty',
    'additionalProperty',
    'unevaluatedProperty',
    'propertyName',
  ]) {
    const value = params[name];
    if (typeof value === 'string') return value;
  }
  return undefined;
}

/** Maximum number of smaller values to try. */
const mostRounds = 400;

/** Removes all parts that the refusal does not depend on. */
function reduce(value: unknown, holds: (smaller: unknown) => boolean): unknown {
  let left = mostRounds;
  const findSmaller = (whole: unknown): unknown => {
    for (const smaller of listSmaller(whole)) {
      left -= 1;
      if (left <= 0) return undefined;
      if (holds(smaller)) return smaller;
    }
    return undefined;
  };
  let least = value;
  for (let next = findSmaller(least); next !== undefined; next = findSmaller(least)) least = next;
  return least;
}

function* listSmaller(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) {
    if (value.length > 8) yield value.slice(0, Math.ceil(value.length / 2));
    for (const index of value.slice(0, 40).keys()) yield value.toSpliced(index, 1);
    for (const [index, item] of value.slice(0, 20).entries())
      for (const smaller of listSmaller(item)) yield value.with(index, smaller);
  } else if (isObject(value)) {
    for (const name of Object.keys(value)) {
      const { [name]: _, ...rest } = value;
      yield rest;
    }
    for (const [name, inner] of Object.entries(value))
      for (const smaller of listSmaller(inner)) yield { ...value, [name]: smaller };
  }
}

/** Describes the requirement of the target. */
function explain(error: ErrorObject): string {
  const { keyword, params, instancePath } = error;
  const place = instancePath === '' ? 'the value' : instancePath;
  switch (keyword) {
    case 'required':
      return `${instancePath}/${String(params['missingProperty'])} is required`;
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return `${instancePath}/${readProperty(params) ?? ''} is not allowed`;
    case 'enum':
      return `${place} must be one of ${shorten(params['allowedValues'])}`;
    case 'const':
      return `${place} must be ${shorten(params['allowedValue'])}`;
    case 'false schema':
      return `${place} is not allowed`;
    case 'not':
      return `${place} is excluded by "not"`;
    case 'anyOf':
    case 'oneOf':
      return params['passingSchemas'] == null
        ? `${place} matches none of the alternatives`
        : `${place} matches more than one of the alternatives`;
    default:
      return `${place} ${describeSchemaError(error)}`;
  }
}

function shorten(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined';
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}

export type Side = 'old' | 'new';

/** The schemas of one place in both documents. Undefined if a document has none, so it allows every value. */
export type ValuePlaces = Readonly<Record<Side, string | undefined>>;

export function toLostPromise({ keyword, property, instancePath, reason }: SchemaWitness): string {
  if (property !== undefined) {
    const place = `${instancePath}/${property}`;
    if (keyword === 'required') return `may lack ${place}`;
    if (keyword !== 'propertyNames') return `may contain ${place}`;
  }
  return `no longer guarantees that ${toStatement(reason)}`;
}

/** `/name must be a string` → `/name is a string`. */
export function toStatement(reason: string): string {
  return reason
    .replace(' must be ', ' is ')
    .replace(' must match ', ' matches ')
    .replace(' must not have ', ' does not have ')
    .replace(' must not repeat ', ' does not repeat ')
    .replace(' must have ', ' has ')
    .replace(' must contain ', ' contains ');
}

export function toAdvice(isRequest: boolean): string {
  return isRequest
    ? 'Clients that follow the old document are refused. Allow it again, or release a major version.'
    : 'Clients that follow the old document do not expect it. Keep the old guarantee, or release a major version.';
}

/**
 * Finds the place of a refusal in both documents. One contains the refusing schema, the other a schema for the same part of
 * the value.
 */
export function findPlaces(
  pair: Pair,
  { refusedAt, instancePath, keyword }: SchemaWitness,
  pointers: ValuePlaces,
  to: Side,
): { old?: string; new?: string } {
  const other: Side = to === 'old' ? 'new' : 'old';
  const start = pointers[other] === anyText ? undefined : pointers[other];
  const place = start && findSchemaPlace(pair.source, start, instancePath, keyword);
  return { [to]: refusedAt, ...(place !== undefined && { [other]: place }) };
}

/** Follows the path of a value through `properties` and `items` as far as the schema lists them, then to the keyword if present. */
function findSchemaPlace(
  set: SchemaSet,
  pointer: string,
  instancePath: string,
  keyword: string,
): string {
  let at = pointer;
  let schema = set.at(pointer);
  const followAll = (): void => {
    for (
      let hops = 0;
      typeof schema === 'object' && typeof schema['$ref'] === 'string' && hops < 16;
      hops += 1
    ) {
      schema = set.follow(schema['$ref']);
      if (typeof schema === 'object') at = set.findPointer(schema) ?? at;
    }
  };
  for (const token of instancePath.split('/').slice(1)) {
    followAll();
    const inner = typeof schema === 'object' ? stepInto(schema, token) : undefined;
    if (inner === undefined) return at;
    at = set.findPointer(inner) ?? at;
    schema = inner;
  }
  followAll();
  return typeof schema === 'object' && keyword in schema ? `${at}/${keyword}` : at;
}

function stepInto({ properties, items }: JsonObject, token: string): JsonObject | undefined {
  const own = isObject(properties) ? properties[readToken(token)] : undefined;
  const found = own ?? (/^\d+$/.test(token) ? items : undefined);
  return isObject(found) ? found : undefined;
}

/** The place in the schema that refuses a value. */
export function toRefusal({ refusedAt, property }: SchemaWitness): string {
  return property === undefined ? refusedAt : `${refusedAt}/${property}`;
}
