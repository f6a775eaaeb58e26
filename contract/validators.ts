import type { Fault } from '../generated/types.ts';
import { escapePointer } from './resolve-reference.ts';

export type { Fault };

/**
 * The maximum number of faults that are reported for a value. Validation stops there, so that a large invalid body
 * cannot keep the mock busy for minutes.
 */
export const mostFaults = 100;

/** A schema compiled by ajv. Returns whether a value is valid; `errors` then contains the errors of an invalid one. */
export interface CompiledSchema {
  (value: unknown): boolean;
  /** What was wrong with the last value. */
  errors?: readonly SchemaError[] | null;
}

/** The schemas of a document by place: `createSite/body`, `listSites/parameter/limit`, `listSites/reply/201`, `schema/Site`. */
export type CompiledSchemas = Readonly<Record<string, CompiledSchema>>;

/** Returns the first faults of a value, at most `mostFaults`. */
export type Validate = (value: unknown) => readonly Fault[];

/** Return the validator of a place. */
export interface Validators {
  /** For a path or query parameter: a number if it is numeric, otherwise the decoded string. */
  parameter(operationId: string, name: string): Validate;
  /** For a request body. It fills in the defaults of omitted fields. */
  body(operationId: string): Validate;
  /** For a response body. @param status as in the document, for example `201` or `2XX` */
  reply(operationId: string, status: string): Validate;
  /** For any value. @param name name of a schema under `components` */
  schema(name: string): Validate;
}

const none: readonly Fault[] = [];

export function createValidators(schemas: CompiledSchemas): Validators {
  const toValidate =
    (place: string): Validate =>
    (value) => {
      const compiled = schemas[place];
      if (compiled === undefined) throw new Error(`the contract has no schema at ${place}`);
      return compiled(value) ? none : toFaults((compiled.errors ?? []).slice(0, mostFaults));
    };
  return {
    parameter: (id, name) => toValidate(`${id}/parameter/${name}`),
    body: (id) => toValidate(`${id}/body`),
    reply: (id, status) => toValidate(`${id}/reply/${status}`),
    schema: (name) => toValidate(`schema/${name}`),
  };
}

/** Converts schema errors to readable faults. If an enum lists the valid values, the error of the discriminator is redundant. */
function toFaults(errors: readonly SchemaError[]): Fault[] {
  const listed = new Set(
    errors.filter(({ keyword }) => keyword === 'enum').map(({ instancePath }) => instancePath),
  );
  return errors
    .map((error) => ({ keyword: error.keyword, fault: toFault(error) }))
    .filter(({ keyword, fault }) => keyword !== 'discriminator' || !listed.has(fault.pointer))
    .map(({ fault }) => fault);
}

/** Describes a schema error in words. The place of a missing or unexpected field is that of the field itself. */
function toFault(error: SchemaError): Fault & { pointer: string } {
  const { instancePath, keyword, params } = error;
  const toField = (name: unknown): string => `${instancePath}/${escapePointer(String(name))}`;
  switch (keyword) {
    case 'required':
      return { pointer: toField(params['missingProperty']), detail: 'is required' };
    case 'additionalProperties':
      return { pointer: toField(params['additionalProperty']), detail: 'is not a known field' };
    case 'enum': {
      const allowed = [params['allowedValues']].flat().map(String);
      return { pointer: instancePath, detail: `must be one of ${allowed.join(', ')}` };
    }
    case 'discriminator':
      return { pointer: toField(params['tag']), detail: 'must be one of the documented kinds' };
    default:
      return { pointer: instancePath, detail: describeSchemaError(error) };
  }
}

/** The relevant parts of an ajv error object. */
export interface SchemaError {
  instancePath: string;
  keyword: string;
  params: Record<string, unknown>;
  message?: string;
}

const formatNames: Record<string, string> = {
  uuid: 'a UUID',
  uri: 'an absolute URI',
  'date-time': 'a date and time with its offset, such as 2026-01-31T08:00:00Z',
  'json-pointer': 'a JSON Pointer',
  'uri-reference': 'a URI reference',
};

/** Replacements for phrases in the messages of ajv. */
const plainWords: readonly (readonly [written: RegExp, plain: string])[] = [
  [/^must be <= /, 'must be at most '],
  [/^must be >= /, 'must be at least '],
  [/^must be < /, 'must be less than '],
  [/^must be > /, 'must be greater than '],
  [/^must be multiple of /, 'must be a multiple of '],
  [/^must NOT have more than /, 'must have at most '],
  [/^must NOT have fewer than /, 'must have at least '],
  [/^must NOT have duplicate items .*## (\d+) and (\d+) .*/, 'must not repeat an item ($1 and $2)'],
  [/^must NOT have unevaluated properties$/, 'must not have other properties'],
  [/^must NOT be valid$/, 'must not match the excluded schema'],
  [/ 1 (character|item)s$/, ' 1 $1'],
  [/ 1 properties$/, ' 1 property'],
];

/** Describes an error without its place, for example `must have at most 40 characters`. */
export function describeSchemaError({ keyword, params, message }: SchemaError): string {
  if (keyword === 'type') return `must be ${toTypes(params['type'])}`;
  if (keyword === 'format') {
    const format = String(params['format']);
    return `must be ${formatNames[format] ?? `in the format ${format}`}`;
  }
  if (message === undefined) return `breaks ${keyword}`;
  return plainWords.reduce((text, [written, plain]) => text.replace(written, plain), message);
}

function toTypes(type: unknown): string {
  return [type].flat().map(String).map(withArticle).join(' or ');
}

export function withArticle(type: string): string {
  if (type === 'null') return type;
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
