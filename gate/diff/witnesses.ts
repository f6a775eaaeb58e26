import { type Variable, toCurl as writeCurl } from '../../writers/curl.ts';
import type { ApiOperation, ApiParameter, ApiResponse } from './api.ts';
import type { WitnessRequest } from './change.ts';
import { type Comparison, toParameterWire, toWire } from './comparison.ts';
import { isObject } from './json.ts';
import type { Side } from './schemas.ts';

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
  comparison: Comparison,
  side: Side,
  operation: ApiOperation,
  { parameters = new Map(), body, mediaType, isAnonymous = false }: RequestChange = {},
): WitnessRequest {
  const headers: Record<string, string> = {};
  const query: string[] = [];
  const cookies: string[] = [];
  const inPath = new Map<string, string>();
  for (const parameter of operation.parameters) {
    const key = toParameterKey(parameter);
    if (!parameter.isRequired && !parameters.has(key)) continue;
    const value = parameters.has(key)
      ? parameters.get(key)
      : comparison.pick(side, 'request', parameter, toParameterWire(parameter));
    if (value === undefined) continue;
    const { name } = parameter;
    const text = toText(value, parameter);
    if (parameter.in === 'path') inPath.set(name, encodeURIComponent(text));
    else if (parameter.in === 'query') query.push(...toQuery(parameter, value));
    else if (parameter.in === 'header') headers[name] = text;
    else if (parameter.in === 'cookie') cookies.push(`${name}=${encodeURIComponent(text)}`);
    else query.push(toBodyText(value, parameter.mediaType ?? ''));
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
  const type = mediaType ?? content?.mediaType ?? 'application/json';
  headers['Content-Type'] = type;
  const value =
    body === undefined ? comparison.pick(side, 'request', content, toWire(type)) : body.value;
  return { method: operation.method, target, headers, body: value };
}

/** Creates the required headers of a response. */
export function createHeaders(
  comparison: Comparison,
  side: Side,
  response: ApiResponse | undefined,
): Record<string, string> {
  const required = (response?.headers ?? []).filter(({ isRequired }) => isRequired);
  return Object.fromEntries(
    required.map((header): [string, string] => [
      header.name,
      toText(comparison.pick(side, 'response', header, toParameterWire(header)), header),
    ]),
  );
}

function toText(value: unknown, { mediaType, style }: ApiParameter): string {
  if (mediaType !== undefined) return JSON.stringify(value);
  const separator = style.startsWith('pipe') ? '|' : style.startsWith('space') ? ' ' : ',';
  if (Array.isArray(value)) return value.map(toPlainText).join(separator);
  if (!isObject(value)) return toPlainText(value);
  const entries = Object.entries(value).flatMap(([name, inner]) => [name, toPlainText(inner)]);
  return entries.join(separator);
}

function toPlainText(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

function toQuery(parameter: ApiParameter, value: unknown): string[] {
  const { name, style, mediaType } = parameter;
  const pair = (key: string, text: string): string =>
    `${encodeURIComponent(key)}=${encodeURIComponent(text)}`;
  const isExploded = mediaType === undefined && style.includes('explode');
  if (isExploded && Array.isArray(value)) return value.map((item) => pair(name, toPlainText(item)));
  if (mediaType === undefined && isObject(value)) {
    const entries = Object.entries(value);
    if (style.startsWith('deepObject'))
      return entries.map(([key, inner]) => pair(`${name}[${key}]`, toPlainText(inner)));
    if (isExploded) return entries.map(([key, inner]) => pair(key, toPlainText(inner)));
  }
  return [pair(name, toText(value, parameter))];
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
    else if (type === 'apiKey' && terms['in'] === 'cookie')
      headers['Cookie'] = `${String(name)}=$API_KEY`;
    else if (type === 'apiKey') headers[String(name)] = '$API_KEY';
    else headers['Authorization'] = scheme === 'basic' ? 'Basic $CREDENTIALS' : 'Bearer $API_KEY';
  }
}

/** A shell command with the variables `$BASE_URL` and `$API_KEY`, which the reader sets. */
export function toCurl({ method, target, headers, body }: WitnessRequest): string {
  const type = headers['Content-Type'] ?? 'application/json';
  const isMultipart = type.startsWith('multipart/') && isObject(body);
  const sent = Object.entries(headers).filter(([name]) => !isMultipart || name !== 'Content-Type');
  return writeCurl({
    method,
    url: [{ variable: 'BASE_URL' }, ...toShellText(target)],
    headers: sent.map(([name, value]) => [name, toShellText(value)]),
    ...(isMultipart
      ? {
          form: Object.entries(body).flatMap(([name, value]) =>
            (Array.isArray(value) ? value : [value]).map(
              (each) => [name, toPlainText(each)] as const,
            ),
          ),
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

function toBodyText(body: unknown, mediaType: string): string {
  if (mediaType.startsWith('application/x-www-form-urlencoded') && isObject(body))
    return new URLSearchParams(
      Object.entries(body).flatMap(([name, value]) =>
        (Array.isArray(value) ? value : [value]).map((each) => [name, toPlainText(each)]),
      ),
    ).toString();
  return typeof body === 'string' && !mediaType.includes('json') ? body : JSON.stringify(body);
}
