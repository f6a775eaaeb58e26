import { toExactJson } from '../../contract/exact-numbers.ts';
import { isRecord } from '../../contract/resolve-reference.ts';
import { type Variable, toCurl as writeCurl } from '../../writers/curl.ts';
import type { ApiBody, ApiContent, ApiField, ApiOperation } from './api.ts';
import type { FoundChange, Witness } from './change.ts';
import type { Comparison } from './comparison.ts';
import { findResponse } from './statuses.ts';

/** A parameter or header, a body, or a body of one media type. */
export type MessagePart = ApiField | ApiBody | ApiContent;

/** Two versions of an operation, and the differences between them. */
export interface OperationPair {
  comparison: Comparison;
  before: ApiOperation;
  after: ApiOperation;
  /** Whether the service sends the request, as with a webhook. Sender and receiver are then swapped. */
  isOutgoing: boolean;
  changes: FoundChange[];
}

/** A witness shows the smallest request of an operation, or a response, except for the part that matters. */
export interface Example {
  part?: MessagePart | undefined;
  /** The value of the part. Default: the simplest one. */
  value?: unknown;
  /** Omits the part. */
  isOmitted?: boolean;
  /** Omits the credentials. */
  isAnonymous?: boolean;
  /** The URL of the server. Default: the reader sets it. */
  server?: string;
  /** Why the other document refuses it. */
  reason: string;
  /** Default: the rule. */
  provenBy?: Witness['provenBy'] | undefined;
}

export function isField(part: MessagePart | undefined): part is ApiField {
  return part !== undefined && 'in' in part;
}

/** @param status of the response to show. Default: shows the request */
export function createWitness(
  { comparison, before, after, isOutgoing }: OperationPair,
  example: Example,
  status?: string,
): Witness {
  const { part, isOmitted = false, reason, provenBy = 'rule' } = example;
  const { value = part && !isOmitted ? pick(comparison, part) : undefined } = example;
  const [client, service] = isOutgoing ? [after, before] : [before, after];
  const isRequest = status === undefined;
  const request = createRequest(comparison, client, isRequest ? { ...example, value } : {});
  const facts = { operation: before.name, request, provenBy, reason, curl: toCurl(request) };
  if (isRequest) return { kind: 'request', ...facts };
  const headers: Record<string, string> = Object.create(null);
  for (const field of findResponse(service.responses, status)?.headers ?? [])
    if (field.isRequired) headers[field.name] = writeFieldValue(pick(comparison, field), field);
  if (isField(part) && value !== undefined) headers[part.name] = writeFieldValue(value, part);
  const body = writeBody(part, value, headers);
  return { kind: 'response', ...facts, response: { status, headers, ...body } };
}

/** The part of a body that is sent. */
function toSent(part: MessagePart): ApiContent | ApiField | undefined {
  return 'content' in part ? part.content[0] : part;
}

/** The simplest value of a part. */
function pick(comparison: Comparison, part: MessagePart): unknown {
  const sent = toSent(part);
  return sent && comparison.pick(sent.schema, sent.wire);
}

function createRequest(
  comparison: Comparison,
  operation: ApiOperation,
  { part, value, isAnonymous = false, server = '' }: Partial<Example>,
): Witness['request'] {
  const headers: Record<string, string> = Object.create(null);
  const query: string[] = [];
  const cookies: string[] = [];
  const { method, parameters, security } = operation;
  let { path } = operation;
  const write = (location: unknown, name: string, text: string): void => {
    if (location === 'path') path = path.replaceAll(`{${name}}`, () => text);
    else if (location === 'header') headers[name] = text;
    else (location === 'cookie' ? cookies : query).push(`${name}=${text}`);
  };
  for (const field of parameters) {
    const usual = field.isRequired ? pick(comparison, field) : undefined;
    const sent = isField(part) && part.key === field.key ? value : usual;
    if (sent === undefined) continue;
    const text = writeFieldValue(sent, field);
    if (field.in === 'query') query.push(...toQuery(field, sent));
    else write(field.in, field.name, field.in === 'header' ? text : encodeURIComponent(text));
  }
  for (const { terms } of isAnonymous ? [] : (security[0] ?? [])) {
    const scheme = terms['scheme'] === 'basic' ? 'Basic' : 'Bearer';
    if (terms['type'] === 'apiKey') write(terms['in'], String(terms['name']), '$API_KEY');
    else write('header', 'Authorization', `${scheme} $API_KEY`);
  }
  if (cookies.length > 0) headers['Cookie'] = cookies.join('; ');
  const target = server + path + (query.length === 0 ? '' : `?${query.join('&')}`);
  const isOwn = part !== undefined && !isField(part);
  const body = isOwn ? part : operation.body;
  const sent = isOwn ? value : body && pick(comparison, body);
  return { method, target, headers, ...writeBody(body, sent, headers) };
}

/** Adds the media type of a body to the headers. */
function writeBody(part: MessagePart | undefined, value: unknown, headers: Record<string, string>) {
  if (part === undefined || isField(part) || value === undefined) return {};
  headers['Content-Type'] = toSent(part)?.mediaType ?? 'application/json';
  return { body: value };
}

/** A value of a parameter or header, as it is sent. */
function writeFieldValue(value: unknown, field: ApiField): string {
  if (field.mediaType !== undefined) return toExactJson(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const parts: unknown[] = Array.isArray(value) ? value : Object.entries(value).flat();
  return parts.map(toPlainText).join(field.wire.separator ?? ',');
}

function toPlainText(value: unknown): string {
  return typeof value === 'object' && value !== null ? toExactJson(value) : String(value);
}

function toQuery(field: ApiField, value: unknown): string[] {
  const { name, style, mediaType } = field;
  const pair = (key: string, part: unknown): string =>
    `${encodeURIComponent(key)}=${encodeURIComponent(toPlainText(part))}`;
  const isDeep = style.startsWith('deepObject');
  if (mediaType !== undefined || !(isDeep || style.includes('explode')))
    return [pair(name, writeFieldValue(value, field))];
  if (Array.isArray(value)) return value.map((item) => pair(name, item));
  if (!isRecord(value)) return [pair(name, value)];
  const toName = (key: string): string => (isDeep ? `${name}[${key}]` : key);
  return Object.entries(value).map(([key, part]) => pair(toName(key), part));
}

/** A shell command with the variables `$BASE_URL` and `$API_KEY`, which the reader sets. */
function toCurl({ method, target, headers, body }: Witness['request']): string {
  const type = headers['Content-Type'] ?? '';
  const isMultipart = type.startsWith('multipart/') && isRecord(body);
  const form = isMultipart ? listFields(body) : [];
  const sent = Object.entries(headers).filter(([name]) => !isMultipart || name !== 'Content-Type');
  return writeCurl({
    method,
    url: [...(target.startsWith('http') ? [] : [{ variable: 'BASE_URL' }]), ...toShellText(target)],
    headers: sent.map(([name, value]) => [name, toShellText(value)]),
    options: form.flatMap(([name, value]) => ['--form-string', `${name}=${value}`]),
    body: isMultipart || body === undefined ? undefined : toBodyText(body, type),
  });
}

function toShellText(text: string): (string | Variable)[] {
  const parts = text.split(/(\$API_KEY\b)/).filter((part) => part !== '');
  return parts.map((part) => {
    if (part === '$API_KEY') return { variable: 'API_KEY' };
    return part;
  });
}

/** The fields of a form. A list has one for each item. */
function listFields(body: object): [string, string][] {
  return Object.entries(body).flatMap(([name, value]) =>
    [value].flat().map((item): [string, string] => [name, toPlainText(item)]),
  );
}

function toBodyText(body: unknown, mediaType: string): string {
  if (mediaType.startsWith('application/x-www-form-urlencoded') && isRecord(body))
    return new URLSearchParams(listFields(body)).toString();
  return typeof body === 'string' && !mediaType.includes('json') ? body : toExactJson(body);
}
