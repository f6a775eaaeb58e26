import { quote } from '../../writers/curl.ts';
import type { ApiOperation, ApiParameter, ApiResponse } from './api.ts';
import type { Pair } from './candidate-parts.ts';
import { listCandidates } from './candidates.ts';
import type { WitnessRequest } from './change.ts';
import { isObject } from './json.ts';
import type { Schema } from './schema-validator.ts';
import type { SchemaSet } from './schemas.ts';

/** Intentional differences from an ordinary request. */
export interface RequestChange {
  /** Values by `in` and key of a parameter. Undefined omits the parameter. */
  parameters?: ReadonlyMap<string, unknown>;
  /** Undefined keeps the ordinary body; an empty object omits it. */
  body?: { value?: unknown };
  mediaType?: string;
  /** Omits the credentials. */
  isAnonymous?: boolean;
}

export function toParameterKey({ in: place, key }: ApiParameter): string {
  return `${place} ${key}`;
}

/** Creates the smallest request that an operation accepts, with some parts changed. */
export function createRequest(
  set: SchemaSet,
  operation: ApiOperation,
  { parameters = new Map(), body, mediaType, isAnonymous = false }: RequestChange = {},
): WitnessRequest {
  const headers: Record<string, string> = {};
  const query: string[] = [];
  const cookies: string[] = [];
  const values = operation.parameters.flatMap((parameter): [ApiParameter, unknown][] => {
    const key = toParameterKey(parameter);
    if (parameters.has(key)) {
      const value = parameters.get(key);
      return value === undefined ? [] : [[parameter, value]];
    }
    return parameter.isRequired ? [[parameter, pickValue(set, parameter, true)]] : [];
  });
  const inPath = new Map<string, string>();
  for (const [parameter, value] of values) {
    if (parameter.in === 'path')
      inPath.set(parameter.name, encodeURIComponent(toText(value, parameter, ',')));
    else if (parameter.in === 'query') query.push(...toQuery(parameter, value));
    else if (parameter.in === 'header') headers[parameter.name] = toText(value, parameter, ',');
    else if (parameter.in === 'querystring')
      query.push(toBodyText(value, parameter.mediaType ?? ''));
    else if (parameter.in === 'cookie')
      cookies.push(`${parameter.name}=${encodeURIComponent(toText(value, parameter, ','))}`);
  }
  if (!isAnonymous) addCredentials(operation, headers, query);
  if (cookies.length > 0) headers['Cookie'] = cookies.join('; ');
  const path = operation.path.replaceAll(
    /\{([^}]*)\}/g,
    (_, name: string) => inPath.get(name) ?? 'x',
  );
  const target = query.length === 0 ? path : `${path}?${query.join('&')}`;
  const content =
    operation.body?.content.find((each) => each.mediaType === mediaType) ??
    operation.body?.content[0];
  const needsBody = body === undefined ? operation.body !== undefined : 'value' in body;
  if (!needsBody) return { method: operation.method, target, headers };
  const value = body === undefined ? pickValue(set, content) : body.value;
  headers['Content-Type'] = mediaType ?? content?.mediaType ?? 'application/json';
  return { method: operation.method, target, headers, body: value };
}

/** Creates the required headers of a response. */
export function createHeaders(
  set: SchemaSet,
  response: ApiResponse | undefined,
): Record<string, string> {
  const required = (response?.headers ?? []).filter(({ isRequired }) => isRequired);
  return Object.fromEntries(
    required.map((header): [string, string] => [
      header.name,
      toText(pickValue(set, header, true), header, ','),
    ]),
  );
}

/**
 * A value that a part of a document allows: a valid example if available, otherwise the simplest value found.
 * @param known examples
 */
export function pickValue(
  set: SchemaSet,
  {
    schemaPointer,
    known = [],
  }: { schemaPointer?: string | undefined; known?: readonly unknown[] } = {},
  fromText = false,
): unknown {
  return schemaPointer === undefined
    ? (known[0] ?? 'x')
    : pickFrom(set, set.at(schemaPointer), known, fromText);
}

export function pickFrom(
  set: SchemaSet,
  schema: Schema,
  known: readonly unknown[],
  fromText = false,
): unknown {
  const good = known.find((value) => set.validate(schema, value, fromText).length === 0);
  if (good !== undefined) return good;
  const pair: Pair = { source: set, target: set, fromText };
  const candidates = listCandidates(pair, schema, schema, []);
  // A path with an empty parameter would not match.
  return candidates.find((value) => value !== '' && value !== null) ?? candidates[0] ?? 'x';
}

function toText(value: unknown, { mediaType }: ApiParameter, separator: string): string {
  if (mediaType !== undefined) return JSON.stringify(value);
  if (Array.isArray(value)) return value.map(toPlainText).join(separator);
  if (isObject(value))
    return Object.entries(value)
      .flatMap(([name, inner]) => [name, toPlainText(inner)])
      .join(separator);
  return toPlainText(value);
}

function toPlainText(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

function toQuery(parameter: ApiParameter, value: unknown): string[] {
  const { name, style, mediaType } = parameter;
  const pair = (key: string, text: string): string =>
    `${encodeURIComponent(key)}=${encodeURIComponent(text)}`;
  if (mediaType === undefined && Array.isArray(value) && style.includes('explode'))
    return value.map((item) => pair(name, toPlainText(item)));
  if (mediaType === undefined && isObject(value)) {
    const entries = Object.entries(value);
    if (style.startsWith('deepObject'))
      return entries.map(([key, inner]) => pair(`${name}[${key}]`, toPlainText(inner)));
    if (style.includes('explode'))
      return entries.map(([key, inner]) => pair(key, toPlainText(inner)));
  }
  const separator = style.startsWith('pipe') ? '|' : style.startsWith('space') ? ' ' : ',';
  return [pair(name, toText(value, parameter, separator))];
}

/** Adds variables in place of credentials. */
function addCredentials(
  { security }: ApiOperation,
  headers: Record<string, string>,
  query: string[],
): void {
  for (const { terms } of security[0] ?? []) {
    const { type, scheme, name } = terms;
    if (type === 'apiKey' && terms['in'] === 'query') query.push(`${String(name)}=$API_KEY`);
    else if (type === 'apiKey')
      headers[terms['in'] === 'cookie' ? 'Cookie' : String(name)] =
        terms['in'] === 'cookie' ? `${String(name)}=$API_KEY` : '$API_KEY';
    else if (scheme === 'basic') headers['Authorization'] = 'Basic $CREDENTIALS';
    else headers['Authorization'] = 'Bearer $API_KEY';
  }
}

/** A shell command with the variables `$BASE_URL` and `$API_KEY`, which the reader sets. */
export function toCurl({ method, target, headers, body }: WitnessRequest): string {
  const parts = ['curl -i'];
  if (method !== 'GET') parts.push(`-X ${method}`);
  parts.push(quoteWithVariables(`$BASE_URL${target}`));
  const type = headers['Content-Type'] ?? 'application/json';
  const isMultipart = type.startsWith('multipart/') && isObject(body);
  // curl writes the Content-Type of a multipart body itself, with its boundary.
  for (const [name, value] of Object.entries(headers))
    if (!isMultipart || name !== 'Content-Type')
      parts.push(`-H ${quoteWithVariables(`${name}: ${value}`)}`);
  if (isMultipart)
    for (const [name, value] of Object.entries(body))
      for (const each of Array.isArray(value) ? value : [value])
        parts.push(`-F ${quote(`${name}=${toPlainText(each)}`)}`);
  else if (body !== undefined) parts.push(`--data-raw ${quote(toBodyText(body, type))}`);
  return parts.join(' ');
}

function toBodyText(body: unknown, mediaType: string): string {
  if (mediaType.startsWith('application/x-www-form-urlencoded') && isObject(body))
    return new URLSearchParams(
      Object.entries(body).flatMap(([name, value]) =>
        (Array.isArray(value) ? value : [value]).map((each) => [name, toPlainText(each)]),
      ),
    ).toString();
  return typeof body === 'string' && !mediaType.includes('json') ? body : JSON.stringify(body);
}

/** Quotes text with double quotes, so that the shell fills in these variables. All other special characters are escaped. */
function quoteWithVariables(text: string): string {
  const escaped = text
    .replaceAll(/[\\"`]/g, '\\$&')
    .replaceAll(/\$(?!(?:BASE_URL|API_KEY|CREDENTIALS)\b)/g, '\\$');
  return `"${escaped}"`;
}
