import type { Fault } from '../generated/types.ts';
import type { ParameterLocation } from './openapi-document.ts';
import type { DocumentedResponse, Operation, Parameter } from './operation.ts';
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

/**
 * The schemas of a document that were compiled ahead of time, by place: `createSite/body`, `listSites/query/limit`,
 * `listSites/reply/201`, `schema/Site`.
 */
export type CompiledSchemas = Readonly<Record<string, CompiledSchema>>;

/** Compiles schemas when they are first needed. */
export interface SchemaSource {
  /** Returns the schema at a JSON Pointer. Without one there, everything is valid. */
  at(pointer: string, direction: 'request' | 'response'): CompiledSchema;
}

/** Returns the first faults of a value, at most `mostFaults`. */
export type Validate = (value: unknown) => readonly Fault[];

/** Return the validator of a place. */
export interface Validators {
  /**
   * For a parameter: a number if it is numeric, otherwise the decoded string, an array or an object.
   * @param location default: where the first parameter with the name is
   */
  parameter(operationId: string, name: string, location?: ParameterLocation): Validate;
  /** For a request body. It fills in the defaults of omitted fields. @param mediaType default: the main one */
  body(operationId: string, mediaType?: string): Validate;
  /**
   * For a response body.
   * @param status as in the document, for example `201` or `2XX`
   * @param mediaType default: the main one
   */
  reply(operationId: string, status: string, mediaType?: string): Validate;
  /** For the value of a response header. */
  header(operationId: string, status: string, name: string): Validate;
  /** For any value. @param name name of a schema under `components` */
  schema(name: string): Validate;
}

export function nameParameter(id: string, { in: location, name }: ParameterName): string {
  return `${id}/${location}/${name}`;
}

type ParameterName = Pick<Parameter, 'name' | 'in'>;

/** @param mediaType one that is not the main one */
export function nameBody(id: string, mediaType?: string): string {
  return mediaType === undefined ? `${id}/body` : `${id}/body/${mediaType}`;
}

/** @param mediaType one that is not the main one */
export function nameReply(id: string, status: string, mediaType?: string): string {
  return mediaType === undefined ? `${id}/reply/${status}` : `${id}/reply/${status}/${mediaType}`;
}

export function nameSchema(name: string): string {
  return `schema/${name}`;
}

/** Where a schema is: its name among the compiled schemas, and its place in the document. */
interface SchemaPlace {
  name: string;
  pointer: string | undefined;
  direction: 'request' | 'response';
}

const none: readonly Fault[] = [];

/**
 * @param operations those of the same document. Not needed for compiled schemas, except for parameters without a location
 */
export function createValidators(
  schemas: CompiledSchemas | SchemaSource,
  operations: readonly Operation[] = [],
): Validators {
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const find = ({ name, pointer, direction }: SchemaPlace): CompiledSchema => {
    const compiled = isSource(schemas)
      ? pointer !== undefined && schemas.at(pointer, direction)
      : schemas[name];
    if (!compiled) throw new Error(`the contract has no schema at ${name}`);
    return compiled;
  };
  const toValidate = (location: SchemaPlace): Validate => {
    let schema: CompiledSchema | undefined;
    return (value) => {
      schema ??= find(location);
      return schema(value) ? none : toFaults((schema.errors ?? []).slice(0, mostFaults));
    };
  };
  return {
    parameter: (id, name, location) => toValidate(placeParameter(byId.get(id), id, name, location)),
    body: (id, mediaType) => toValidate(placeBody(byId.get(id), id, mediaType)),
    reply: (id, status, mediaType) => toValidate(placeReply(byId.get(id), id, status, mediaType)),
    header: (id, status, name) => toValidate(placeHeader(byId.get(id), id, status, name)),
    schema: (name) => {
      const pointer = `/components/schemas/${escapePointer(name)}`;
      return toValidate({ name: nameSchema(name), pointer, direction: 'response' });
    },
  };
}

function isSource(schemas: CompiledSchemas | SchemaSource): schemas is SchemaSource {
  // Places of operations contain a slash.
  return 'at' in schemas;
}

function placeParameter(
  operation: Operation | undefined,
  id: string,
  name: string,
  location: ParameterLocation | undefined,
): SchemaPlace {
  const parameter = operation?.parameters.find(
    (candidate) => candidate.name === name && (location === undefined || candidate.in === location),
  );
  const documented = parameter?.in ?? 'query';
  const named = nameParameter(id, { name, in: location ?? documented });
  return { name: named, pointer: parameter?.pointer, direction: 'request' };
}

function placeBody(
  operation: Operation | undefined,
  id: string,
  mediaType: string | undefined,
): SchemaPlace {
  const { requestBody: body } = operation ?? {};
  const isMain = mediaType === undefined || mediaType === body?.mediaType;
  const content = isMain ? body : findContent(body, mediaType);
  const name = isMain ? nameBody(id) : nameBody(id, mediaType);
  return { name, pointer: content?.pointer, direction: 'request' };
}

function placeReply(
  operation: Operation | undefined,
  id: string,
  status: string,
  mediaType: string | undefined,
): SchemaPlace {
  const response = findResponse(operation, status);
  const isMain = mediaType === undefined || mediaType === response?.mediaType;
  const content = isMain ? response : findContent(response, mediaType);
  const name = isMain ? nameReply(id, status) : nameReply(id, status, mediaType);
  return { name, pointer: content?.pointer, direction: 'response' };
}

function placeHeader(
  operation: Operation | undefined,
  id: string,
  status: string,
  name: string,
): SchemaPlace {
  const { headers = [] } = findResponse(operation, status) ?? {};
  const lowerCase = name.toLowerCase();
  const header = headers.find((candidate) => candidate.name.toLowerCase() === lowerCase);
  const headerName = `${nameReply(id, status)}/header/${lowerCase}`;
  return { name: headerName, pointer: header?.pointer, direction: 'response' };
}

function findResponse(
  operation: Operation | undefined,
  status: string,
): DocumentedResponse | undefined {
  const { responses = [] } = operation ?? {};
  return responses.find((response) => response.status === status);
}

function findContent<Content extends { mediaType: string }>(
  body: { content: readonly Content[] } | undefined,
  mediaType: string,
): Content | undefined {
  const { content = [] } = body ?? {};
  return content.find((candidate) => candidate.mediaType === mediaType);
}

/** Converts schema errors to readable faults. If an enum lists the valid values, the error of the discriminator is redundant. */
function toFaults(errors: readonly SchemaError[]): Fault[] {
  const enumErrors = errors.filter(({ keyword }) => keyword === 'enum');
  const listed = new Set(enumErrors.map(({ instancePath }) => instancePath));
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
