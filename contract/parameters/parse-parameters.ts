/*
 * contract/parameters/: values of parameters and forms, as they are written in a request. It imports only files of contract/.
 * Start here for reading, and in write-parameters.ts for writing; mock, suite and proxy share both.
 */

import { isJson } from '../media-types.ts';
import type { OpenApiDocument } from '../openapi-document.ts';
import type { Operation } from '../operation.ts';
import { decodePercent } from '../parse-url.ts';
import { parseJson } from '../resolve-reference.ts';
import { readDefault } from '../schema-fields.ts';
import type { Fault, Validate, Validators } from '../validators.ts';
import { readCookies } from './cookies.ts';
import { Query, type ReadableParameter } from './read-query.ts';
import { readStyled } from './read-styles.ts';
import { isList, isObject, readFields } from './read-value.ts';
import { readValueForm } from './value-form.ts';

/** The parameters of a request, and their errors. */
export interface ParsedParameters {
  /** The parsed values by name. */
  values: Record<string, unknown>;
  /** What is wrong with them. */
  faults: Fault[];
  /** Names of unknown query parameters. */
  unknown: readonly string[];
}

/** Where a request contains its parameters. */
interface ParameterSource {
  /** The texts of the path parameters by name, still percent-encoded. */
  path: Readonly<Record<string, string>>;
  /** The text after the question mark. */
  query: string;
  /** Returns a header by its lower-case name. Default: header and cookie parameters are not read. */
  header?: (name: string) => string | undefined;
}

/** What is read of a contract. */
interface ParameterContract {
  validators: Validators;
  /** For references inside schemas. Default: there are none. */
  document?: OpenApiDocument;
}

interface KnownParameter extends ReadableParameter {
  validate: Validate;
}

const noDocument: OpenApiDocument = {
  openapi: '3.1.0',
  info: { title: '', version: '' },
  paths: {},
  'x-assumptions': {},
  'x-problems': {},
};

/**
 * Creates the function that reads and validates the parameters of an operation, and fills in defaults. Unknown query
 * parameters are listed, not refused.
 */
export function createParameterParser(
  { id, parameters }: Operation<string>,
  { validators, document = noDocument }: ParameterContract,
): (source: ParameterSource) => ParsedParameters {
  const readable = parameters.map((parameter) => ({
    ...parameter,
    form: readValueForm(document, parameter.schema),
    validate: validators.parameter(id, parameter.name, parameter.in),
  }));
  // A name in the path identifies a record, so it is not replaced by the same name elsewhere.
  const inPath = readable.filter(isInPath);
  const elsewhere = readable.filter((parameter) => !isInPath(parameter));
  const sorted = [...inPath, ...elsewhere];
  const inQuery = readable.filter((parameter) => parameter.in === 'query');
  const names = new Set(inQuery.map(({ name }) => name));
  return (source) => {
    const query = new Query(source.query);
    // Names of parameters are from the document.
    const values: Record<string, unknown> = Object.create(null);
    const faults: Fault[] = [];
    for (const parameter of sorted) {
      if (isElsewhere(parameter) && source.header === undefined) continue;
      const value = readParameter(parameter, source, query, names, faults);
      if (value !== undefined && !(parameter.name in values)) values[parameter.name] = value;
    }
    return { values, faults, unknown: query.listUnread() };
  };
}

const isInPath = (parameter: ReadableParameter): boolean => parameter.in === 'path';

/** Whether a parameter is in a header or a cookie. */
const isElsewhere = ({ in: location }: ReadableParameter): boolean =>
  location === 'header' || location === 'cookie';

/** Reads one parameter, and adds what is wrong with it to the faults. */
function readParameter(
  parameter: KnownParameter,
  source: ParameterSource,
  query: Query,
  names: ReadonlySet<string>,
  faults: Fault[],
): unknown {
  const fault = (detail: string): void => {
    faults.push({ ...locateFault(parameter), detail });
  };
  const read = readSent(parameter, source, query, names);
  if (read === undefined) {
    if (parameter.required) return fault('is required');
    // Defaults only apply to optional parameters (OpenAPI 3.1, "Parameter Object").
    return structuredClone(readDefault(parameter.schema));
  }
  if ('count' in read) return fault(`is sent ${read.count} times; send it once`);
  const { value } = read;
  if (value === '' && parameter.allowEmptyValue) return value;
  const wrong = parameter.validate(value);
  for (const { pointer = '', detail } of wrong)
    fault(pointer === '' ? detail : `at ${pointer} ${detail}`);
  return wrong.length === 0 ? value : undefined;
}

function locateFault({ name, in: location }: ReadableParameter): Omit<Fault, 'detail'> {
  if (location === 'header') return { header: name };
  return { parameter: name };
}

type SentValue = { value: unknown } | { count: number } | undefined;

function readSent(
  parameter: KnownParameter,
  { path, header }: ParameterSource,
  query: Query,
  names: ReadonlySet<string>,
): SentValue {
  const { name, mediaType, form } = parameter;
  switch (parameter.in) {
    case 'path':
      return readOne(parameter, path[name] ?? '');
    case 'query': {
      const plain = { ...form, types: new Set(['string']), words: undefined };
      const isWhole = mediaType !== undefined;
      const read = query.read(isWhole ? { ...parameter, form: plain } : parameter, names);
      if (!isWhole || read === undefined || 'count' in read) return read;
      return readContent(mediaType, String(read.value));
    }
    case 'header': {
      const text = header?.(name.toLowerCase());
      return text === undefined ? undefined : readOne(parameter, text);
    }
    case 'cookie':
      return readCookie(parameter, header?.('cookie') ?? '');
  }
}

/** Spaces after commas belong to the list of a header, not to its items (RFC 9110, section 5.6.1). */
function trimParts(text: string): string {
  return text
    .split(',')
    .map((part) => part.trim())
    .join(',');
}

function readOne(parameter: KnownParameter, text: string): SentValue {
  const { mediaType, form } = parameter;
  const isParts = isList(form) || isObject(form);
  const trimmed = isParts && parameter.in === 'header' ? trimParts(text) : text;
  // Only paths, queries and cookies are percent-encoded.
  const encoded = parameter.in === 'header' ? trimmed.replaceAll('%', '%25') : text;
  if (mediaType !== undefined) return readContent(mediaType, decodePercent(encoded));
  return { value: readStyled(encoded, parameter, form) };
}

/** A value with a media type of its own. Text that is not JSON is left to the schema, which refuses it. */
function readContent(mediaType: string, text: string): SentValue {
  return { value: isJson(mediaType) ? (parseJson(text) ?? text) : text };
}

function readCookie(parameter: KnownParameter, header: string): SentValue {
  const cookies = readCookies(header);
  const text = cookies.get(parameter.name);
  if (text !== undefined) return readOne(parameter, text);
  if (!isObject(parameter.form) || !parameter.explode) return undefined;
  const names = new Set(parameter.form.fieldNames());
  const fields = [...cookies].filter(([name]) => names.has(name));
  return fields.length === 0 ? undefined : { value: readFields(fields, parameter.form) };
}
