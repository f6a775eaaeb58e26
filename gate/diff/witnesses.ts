import { isRecord } from '../../contract/resolve-reference.ts';
import { type Variable, toCurl as writeCurl } from '../../writers/curl.ts';
import type { WitnessRequest } from './change.ts';
import type { Comparison } from './comparison.ts';
import type { ApiField, ApiOperation, ApiResponse } from './read-api.ts';
import { json } from './validator.ts';

/** Intentional differences from an ordinary request. */
export interface RequestChange {
  /** Values by key of a parameter. Undefined omits the parameter. */
  parameters?: ReadonlyMap<string, unknown>;
  /** Undefined keeps the ordinary body; an empty object omits it. */
  body?: { value?: unknown };
  mediaType?: string;
  /** Omits the credentials. */
  isAnonymous?: boolean;
}

/** Creates the smallest request that an operation accepts, with some parts changed. */
export function createRequest(
  comparison: Comparison,
  operation: ApiOperation,
  { parameters = new Map(), body, mediaType, isAnonymous = false }: RequestChange = {},
): WitnessRequest {
  const headers: Record<string, string> = {};
  const query: string[] = [];
  const cookies: string[] = [];
  const inPath = new Map<string, string>();
  for (const field of operation.parameters) {
    const { key, name, mediaType: type = '' } = field;
    const isGiven = parameters.has(key);
    if (!field.isRequired && !isGiven) continue;
    const value = isGiven ? parameters.get(key) : comparison.pick(field.schema, field.wire);
    if (value === undefined) continue;
    if (field.in === 'path') inPath.set(name, encodeURIComponent(toText(value, field)));
    else if (field.in === 'query') query.push(...toQuery(field, value));
    else if (field.in === 'header') headers[name] = toText(value, field);
    else if (field.in === 'cookie')
      cookies.push(`${name}=${encodeURIComponent(toText(value, field))}`);
    // A `querystring` parameter is the whole query (OpenAPI 3.2).
    else query.push(toBodyText(value, type));
  }
  for (const { terms } of isAnonymous ? [] : (operation.security[0] ?? [])) {
    const [kind, place, name] = [terms['type'], terms['in'], String(terms['name'])];
    if (kind !== 'apiKey')
      headers['Authorization'] =
        terms['scheme'] === 'basic' ? 'Basic $CREDENTIALS' : 'Bearer $API_KEY';
    else if (place === 'query') query.push(`${name}=$API_KEY`);
    else if (place === 'cookie') cookies.push(`${name}=$API_KEY`);
    else headers[name] = '$API_KEY';
  }
  if (cookies.length > 0) headers['Cookie'] = cookies.join('; ');
  const { method } = operation;
  const path = operation.path.replaceAll(
    /\{([^}]*)\}/g,
    (_, name: string) => inPath.get(name) ?? 'x',
  );
  const target = query.length === 0 ? path : `${path}?${query.join('&')}`;
  const needsBody = body === undefined ? operation.body !== undefined : 'value' in body;
  if (!needsBody) return { method, target, headers };
  const listed = operation.body?.content ?? [];
  const content = listed.find((each) => each.mediaType === mediaType) ?? listed[0];
  const type = mediaType ?? content?.mediaType ?? 'application/json';
  headers['Content-Type'] = type;
  const value =
    body === undefined ? comparison.pick(content?.schema, content?.wire ?? json) : body.value;
  return { method, target, headers, body: value };
}

/** Creates the required headers of a response. */
export function createHeaders(
  { pick }: Comparison,
  response: ApiResponse | undefined,
): Record<string, string> {
  const required = (response?.headers ?? []).filter(({ isRequired }) => isRequired);
  return Object.fromEntries(
    required.map((field) => [field.name, toText(pick(field.schema, field.wire), field)]),
  );
}

/** A value of a parameter or header, as it is sent. */
export function toText(value: unknown, field: ApiField): string {
  if (field.mediaType !== undefined) return JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const parts: unknown[] = Array.isArray(value) ? value : Object.entries(value).flat();
  return parts.map(toPlainText).join(field.wire.separator ?? ',');
}

function toPlainText(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

function toQuery(field: ApiField, value: unknown): string[] {
  const { name, style, mediaType } = field;
  const pair = (key: string, part: unknown): string =>
    `${encodeURIComponent(key)}=${encodeURIComponent(toPlainText(part))}`;
  const isDeep = style.startsWith('deepObject');
  if (mediaType !== undefined || !(isDeep || style.includes('explode')))
    return [pair(name, toText(value, field))];
  if (Array.isArray(value)) return value.map((item) => pair(name, item));
  if (!isRecord(value)) return [pair(name, value)];
  return Object.entries(value).map(([key, part]) => pair(isDeep ? `${name}[${key}]` : key, part));
}

/** A shell command with the variables `$BASE_URL` and `$API_KEY`, which the reader sets. */
export function toCurl({ method, target, headers, body }: WitnessRequest): string {
  const type = headers['Content-Type'] ?? 'application/json';
  const isMultipart = type.startsWith('multipart/') && isRecord(body);
  const sent = Object.entries(headers).filter(([name]) => !isMultipart || name !== 'Content-Type');
  return writeCurl({
    method,
    url: [{ variable: 'BASE_URL' }, ...toShellText(target)],
    headers: sent.map(([name, value]) => [name, toShellText(value)]),
    ...(isMultipart
      ? {
          options: listFields(body).flatMap(([name, value]) => [
            '--form-string',
            `${name}=${value}`,
          ]),
        }
      : { body: body === undefined ? undefined : toBodyText(body, type) }),
  });
}

function toShellText(text: string): (string | Variable)[] {
  return text
    .split(/(\$(?:API_KEY|CREDENTIALS)\b)/)
    .filter((part) => part !== '')
    .map((part) => (/^\$(?:API_KEY|CREDENTIALS)$/.test(part) ? { variable: part.slice(1) } : part));
}

/** The fields of a form. A list has one for each item. */
function listFields(body: object): [string, string][] {
  return Object.entries(body).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, toPlainText(each)]),
  );
}

function toBodyText(body: unknown, mediaType: string): string {
  if (mediaType.startsWith('application/x-www-form-urlencoded') && isRecord(body))
    return new URLSearchParams(listFields(body)).toString();
  return typeof body === 'string' && !mediaType.includes('json') ? body : JSON.stringify(body);
}
