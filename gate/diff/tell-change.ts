import type { Pair } from './candidate-parts.ts';
import type { SchemaWitness } from './find-witnesses.ts';
import { isObject, type JsonObject, readToken } from './json.ts';
import { anyText, type SchemaSet } from './schemas.ts';

export type Side = 'old' | 'new';

/** The schemas of one place in both documents. Undefined: there is none, and everything is allowed. */
export type ValuePlaces = Readonly<Record<Side, string | undefined>>;

/** Whether a value has something at a path, of which `*` is any index. */
export function holdsAt(value: unknown, path: string): boolean {
  return path
    .split('/')
    .slice(1)
    .reduce<unknown[]>(
      (values, token) =>
        values.flatMap((each) => {
          if (token === '*') return Array.isArray(each) ? each : [];
          return isObject(each) && Object.hasOwn(each, token) ? [each[token]] : [];
        }),
      [value],
    )
    .some(() => true);
}

export function toLostPromise({ keyword, property, instancePath, reason }: SchemaWitness): string {
  if (property !== undefined) {
    const place = `${instancePath}/${property}`;
    if (keyword === 'required') return `may lack ${place}`;
    if (keyword !== 'propertyNames') return `may contain ${place}`;
  }
  return `no longer guarantees that ${toStatement(reason)}`;
}

/** `/name must be string` → `/name is string`. */
export function toStatement(reason: string): string {
  return reason
    .replace(' must be ', ' is ')
    .replace(' must match ', ' matches ')
    .replace(' must NOT have ', ' does not have ')
    .replace(' must have ', ' has ')
    .replace(' must contain ', ' contains ');
}

export function toAdvice(isRequest: boolean): string {
  return isRequest
    ? 'Clients that follow the old document are refused. Allow it again, or release a major version.'
    : 'Clients that follow the old document do not expect it. Keep the old guarantee, or release a major version.';
}

/** The place that refuses stands in one document; in the other it is the schema that stands at the same place of the value. */
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

/** Follows a value's path through `properties` and `items` as far as the schema names them, and to the keyword if it is there. */
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
