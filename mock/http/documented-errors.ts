import type { Fault, Operation } from '../../contract/index.ts';
import type { OpenApiDocument, Schema } from '../../contract/openapi-document.ts';
import {
  type DocumentedContent,
  type DocumentedResponse,
  findResponse,
} from '../../contract/operation.ts';
import { readFields, readTypes, resolveSchema } from '../../contract/schema-fields.ts';
import { define } from '../../contract/values-at.ts';
import { chooseErrorWord } from './error-words.ts';

/** A refusal as it is written: whatever the document shows for its kind. */
interface WrittenError {
  status: number;
  /** Undefined if the document shows a response without a body. */
  mediaType: string | undefined;
  body: string | undefined;
}

/** What has to be said in an error. */
export interface ErrorContent {
  /** The id of the problem, such as `not-found`. */
  id: string;
  /** The URI of the problem type. */
  type: string;
  title: string;
  /** The usual status of the problem. */
  status: number;
  detail: string;
  faults: readonly Fault[];
}

/** The statuses that fit a kind of refusal, the usual one first. */
const alternatives: readonly (readonly number[])[] = [
  [400, 422],
  [422, 400],
  [401, 403],
  [404, 410],
  [409, 422, 400],
];

/** What is needed to write documented errors. */
export interface ErrorSource {
  document: OpenApiDocument;
  /** Creates a valid value of a schema for responses. */
  generate(schema: Schema, seed: string, options: { name?: string }): unknown;
  isValid(schema: Schema, value: unknown): boolean;
}

/**
 * Finds the response that an operation documents for a refusal: that of the usual status, of another one that fits, of a
 * range, or `default`.
 */
function findErrorResponse(
  responses: readonly DocumentedResponse[],
  usual: number,
): { status: number; response: DocumentedResponse } | undefined {
  const inPreference = alternatives.find(([first]) => first === usual);
  const fitting = inPreference ?? [usual];
  for (const status of fitting) {
    const response = responses.find((candidate) => candidate.status === String(status));
    if (response !== undefined) return { status, response };
  }
  const general = findResponse({ responses }, usual) ?? responses.find(isSimilarError);
  return general === undefined ? undefined : { status: usual, response: general };
}

/** Operations leave out errors that every one has. Their bodies look like those of the errors that it documents. */
function isSimilarError({ status, mediaType }: DocumentedResponse): boolean {
  return /^4\d\d$/.test(status) && mediaType !== undefined;
}

/**
 * Finds the form of the errors that operations leave out: that of all others, if these have only one. The statuses that such a
 * response documents apply to its own operation.
 */
export function findUsualErrors(
  { document }: ErrorSource,
  operations: readonly Operation[],
): DocumentedResponse[] {
  const responses = operations.flatMap((operation) => operation.responses);
  const errors = responses.filter(isSimilarError);
  const [first] = errors;
  if (first === undefined) return [];
  const schemas = new Set(errors.map(({ schema }) => resolveSchema(document, schema)));
  return schemas.size === 1 ? [{ ...first, status: 'default' }] : [];
}

/** Writes a refusal in the media type and the schema that the document shows. Undefined where it shows none. */
export function writeDocumentedError(
  source: ErrorSource,
  responses: readonly DocumentedResponse[],
  error: ErrorContent,
): WrittenError | undefined {
  const documented = findErrorResponse(responses, error.status);
  if (documented === undefined) return undefined;
  const { status, response } = documented;
  const [first] = response.content;
  if (first === undefined) return { status, mediaType: undefined, body: undefined };
  const json = response.content.find(({ mediaType }) => /[/+]json\b/.test(mediaType));
  if (json !== undefined) {
    const body = writeErrorBody(source, json, { ...error, status });
    return body === undefined
      ? undefined
      : { status, mediaType: toConcrete(json), body: JSON.stringify(body) };
  }
  const isText = /^text\/plain\b/.test(first.mediaType);
  return isText
    ? { status, mediaType: 'text/plain; charset=utf-8', body: `${error.detail}\n` }
    : undefined;
}

const toConcrete = ({ mediaType }: DocumentedContent): string =>
  mediaType.includes('*') ? 'application/json' : mediaType;

/** Writes the body of an error by the names of the fields in its schema. */
function writeErrorBody(
  source: ErrorSource,
  { schema, examples }: DocumentedContent,
  error: ErrorContent,
): unknown {
  const problem = toProblem(error);
  const isProblem = readFields(source.document, schema).fields.has('title');
  if (isProblem && source.isValid(schema, problem)) return problem;
  const written = writeValue(source, schema, '', error, 0);
  if (written !== undefined && source.isValid(schema, written)) return written;
  const example = examples.find(
    ({ value }) => value !== undefined && source.isValid(schema, value),
  );
  return example?.value ?? source.generate(schema, error.id, {});
}

/** A problem of RFC 9457. */
export function toProblem({ type, title, status, detail, faults }: ErrorContent): object {
  const problem = { type, title, status, detail };
  return faults.length === 0 ? problem : { ...problem, errors: faults };
}

/** Schemas of errors are shallow; deeper values are generated. */
const deepest = 5;

function writeValue(
  source: ErrorSource,
  unresolved: Schema,
  name: string,
  error: ErrorContent,
  depth: number,
): unknown {
  const schema = resolveSchema(source.document, unresolved);
  const types = readTypes(schema);
  const isConstant = schema.const !== undefined || schema.enum !== undefined;
  const word = schema.enum && chooseErrorWord(schema.enum, error.id);
  if (word !== undefined) return word;
  if (types.includes('string') && !isConstant) return writeText(source, schema, name, error);
  if ((types.includes('integer') || types.includes('number')) && !isConstant)
    return isStatusName(name) ? error.status : source.generate(schema, error.id, { name });
  if (types.includes('array') && schema.items !== undefined && depth < deepest) {
    const { items } = schema;
    const parts = splitByFault(error);
    const written = parts.map((part) => writeValue(source, items, name, part, depth + 1));
    return written.filter((item) => item !== undefined);
  }
  const { fields, required } = readFields(source.document, schema);
  const { additionalProperties: additional } = schema;
  if (fields.size === 0 && typeof additional === 'object' && depth < deepest)
    return writeByField(source, additional, error, depth);
  if (fields.size === 0 || depth >= deepest) {
    const isFree = types.length === 0 || types.includes('object');
    if (isFree && depth === 0) return toProblem(error);
    return source.generate(schema, error.id, { name });
  }
  const written: Record<string, unknown> = {};
  for (const [field, inner] of fields) {
    const isSaid = isTold(field) || isSubject(source, inner, field, error);
    if (!required.has(field) && !isSaid) continue;
    const value = writeValue(source, inner, field, error, depth + 1);
    if (value !== undefined) written[field] = value;
  }
  return written;
}

/** Writes what is wrong by the names of the fields: `{ title: ['is required'] }`. */
function writeByField(
  source: ErrorSource,
  schema: Schema,
  error: ErrorContent,
  depth: number,
): unknown {
  const general: Fault = { detail: error.detail };
  const faults = error.faults.length === 0 ? [general] : error.faults;
  const written = {};
  for (const fault of faults) {
    const name = toFieldName(nameSubject(fault)) || 'detail';
    const errorOfFault = { ...error, detail: fault.detail, faults: [fault] };
    define(written, name, writeValue(source, schema, 'message', errorOfFault, depth + 1));
  }
  return written;
}

/** One error for each fault. The only one is already said by the error. */
function splitByFault(error: ErrorContent): ErrorContent[] {
  const { faults } = error;
  if (faults.length < 2) return [error];
  return faults.map((fault) => {
    const subject = nameSubject(fault);
    const detail = subject === '' ? fault.detail : `${subject} ${fault.detail}`;
    return { ...error, detail, faults: [fault] };
  });
}

/** Whether a field has the subjects of the faults: `source`, a `pointer`, or the map `fields`. */
function isSubject(
  { document }: ErrorSource,
  schema: Schema,
  name: string,
  { faults }: ErrorContent,
): boolean {
  const [fault] = faults;
  if (fault === undefined) return false;
  // The source of an error in JSON:API. Other services have payments and cards of that name.
  if (name === 'source') {
    const { fields } = readFields(document, schema);
    return fields.has('pointer') || fields.has('parameter');
  }
  if (/^(?:pointer|json_?pointer)$/i.test(name)) return fault.pointer !== undefined;
  if (/^param(?:eter)?$/i.test(name)) return fault.parameter !== undefined;
  if (/^header$/i.test(name)) return fault.header !== undefined;
  return /^(?:fields?|fields?_?errors|field_?name|property|violations|invalid_?params|param(?:eter)?s)$/i.test(
    name,
  );
}

/** What a fault is about: a pointer into the body, or the name of a parameter or a header. */
function nameSubject({ pointer, parameter, header }: Partial<Fault>): string {
  return pointer ?? parameter ?? header ?? '';
}

/** `/address/city` as most services write it: `address.city`. */
const toFieldName = (subject: string): string => subject.replace(/^\//, '').replaceAll('/', '.');

const isStatusName = (name: string): boolean =>
  /^(?:status|code|status_?code|http_?status|http_?code)$/i.test(name);

/** Names of fields that tell what was wrong. */
const messageNames =
  /^(?:message|detail|details|description|error_?description|error_?message|msg|reason|error|title|errors?)$/i;

const isTold = (name: string): boolean =>
  messageNames.test(name) || isStatusName(name) || /^(?:type|id)$/i.test(name);

function writeText(
  source: ErrorSource,
  schema: Schema,
  name: string,
  error: ErrorContent,
): unknown {
  const texts = toTexts(name, error);
  const text = texts.find((candidate) => source.isValid(schema, candidate));
  return text ?? source.generate(schema, error.id, { name });
}

/** The texts that a field of an error may have, the best one first. */
function toTexts(
  name: string,
  { id, type, title, status, detail, faults }: ErrorContent,
): string[] {
  if (/^type$/i.test(name)) return [type, id];
  if (/^title$/i.test(name)) return [title];
  if (/^status$/i.test(name)) return [String(status), id];
  if (/code$|^id$/i.test(name)) return [id, id.replaceAll('-', '_'), String(status)];
  const [fault = {}] = faults;
  if (/^(?:field|field_?name|property)$/i.test(name)) return [toFieldName(nameSubject(fault))];
  if (/^(?:param|parameter|pointer|path|location|source)$/i.test(name)) return [nameSubject(fault)];
  return [detail, title];
}
