import type { Schema } from '../contract/openapi-document.ts';
import type { DocumentedRequestBody, Parameter } from '../contract/operation.ts';
import { createRandom, createSeed } from '../contract/random.ts';
import { parseJson } from '../contract/resolve-reference.ts';
import { createFormatText } from '../contract/values/format-texts.ts';
import { type ShellText, toCurl } from '../writers/curl.ts';
import { createRedactor } from '../writers/redact.ts';
import type { Info, RequestEntry, Schemas, State } from './api.ts';
import type { ContractOperation, Credential } from './contract.ts';
import { isDeep } from './is-deep.ts';

type Header = RequestEntry['request']['headers'][number];

/** Where existing ids are found. */
type IdSource = { info: Info; state: State };

/** A request that is being edited. */
export interface RequestDraft {
  /** Empty for a custom request. */
  operation: string;
  /** The method of a custom request. */
  method: string;
  /** The path and query of a custom request. */
  target: string;
  /** Missing parameters are not sent. */
  parameters: Readonly<Record<string, string>>;
  key: 'mock' | 'other' | 'none';
  otherKey: string;
  session: string;
  /** One header per line. */
  headers: string;
  body: string;
}

/** A complete request. */
export interface FinishedRequest {
  method: string;
  /** The path and query. */
  target: string;
  headers: readonly Header[];
  body: string | undefined;
  /** The header that is the API key, if it is not `Authorization`. */
  keyName?: string | undefined;
}

export function toTarget({ path, query }: Pick<RequestEntry, 'path' | 'query'>): string {
  return query === '' ? path : `${path}?${query}`;
}

/** Creates a draft for an operation from the examples of the contract and the current state. */
export function createDraft(
  operation: ContractOperation | undefined,
  ids: IdSource,
  session: string,
): RequestDraft {
  const { parameters = [], requestBody } = operation ?? {};
  const values: Record<string, string> = {};
  for (const parameter of parameters) {
    if (!parameter.required) continue;
    const [suggested] = suggestValues(parameter, ids);
    values[parameter.name] = suggested ?? String(parameter.example ?? '');
  }
  return {
    operation: operation?.id ?? '',
    method: operation?.method ?? 'GET',
    target: operation?.path ?? '/',
    parameters: values,
    key: 'mock',
    otherKey: '',
    session,
    headers: '',
    body: requestBody === undefined ? '' : writeBody(requestBody),
  };
}

/** The example of a request body; without one, its required fields to fill in. */
function writeBody({ examples, schema }: DocumentedRequestBody): string {
  const [example] = examples;
  const value = example?.value ?? toSkeleton(schema);
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** A value to start from: examples, defaults, first choices and texts in the format of the required fields, otherwise empty ones. */
function toSkeleton(schema: Schema): unknown {
  const [listed] = schema.examples ?? [];
  const example = schema.example ?? listed;
  const start = example ?? schema.default ?? schema.const;
  if (start !== undefined) return start;
  if (schema.enum !== undefined) return schema.enum[0];
  const parts = schema.allOf ?? [];
  const { properties = {}, required = [] } = schema;
  const [type] = [schema.type ?? (parts.length > 0 ? 'object' : undefined)].flat();
  if (type === 'array') return [];
  if (type === 'integer' || type === 'number') return schema.minimum ?? 0;
  if (type === 'boolean') return false;
  if (type !== 'object' && schema.properties === undefined) return toFormatText(schema);
  const fields: Record<string, unknown> = {};
  for (const part of parts) Object.assign(fields, toSkeleton(part));
  for (const name of required) fields[name] = toSkeleton(properties[name] ?? {});
  return fields;
}

function toFormatText({ format = '' }: Schema): string {
  const context = { random: createRandom(createSeed()), now: Date.now(), unique: undefined };
  return createFormatText(format, context) ?? '';
}

/**
 * Suggests existing values for a parameter: for `siteId`, the ids in every list `sites` of the state. New kinds of
 * resources are found by name too.
 */
export function suggestValues(
  { name, schema }: Pick<Parameter, 'name' | 'schema'>,
  { info, state }: IdSource,
): string[] {
  if (schema.enum !== undefined) return schema.enum.map(String);
  if (!name.endsWith('Id')) return [];
  const listName = `${name.slice(0, -2)}s`;
  const ids = new Set(listIds(state, listName));
  const configured: unknown = new Map<string, unknown>(Object.entries(info)).get(listName);
  if (Array.isArray(configured)) for (const id of configured) ids.add(String(id));
  return [...ids].slice(0, 50);
}

/** Lists the ids of the records in all lists with this name. */
function listIds(value: unknown, listName: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => {
    const inner = listIds(item, listName);
    if (name !== listName || !Array.isArray(item)) return inner;
    const ids = item.map(({ id }) => String(id));
    return [...ids, ...inner];
  });
}

export function toRequest(
  draft: RequestDraft,
  operation: ContractOperation | undefined,
  info: Info,
): FinishedRequest {
  const { method, target, parameters, session } = draft;
  const key = { mock: info.apiKeys[0] ?? '', other: draft.otherKey, none: undefined }[draft.key];
  const credential = operation?.credential ?? usualCredential;
  const written = readHeaders(draft.headers);
  const body = draft.body === '' ? undefined : draft.body;
  const hasType = findHeader(written, 'content-type') !== undefined;
  const { mediaType = 'application/json' } = operation?.requestBody ?? {};
  const headers = [
    ...toKeyHeaders(key, credential),
    ...(body === undefined || hasType ? [] : [{ name: 'Content-Type', value: mediaType }]),
    ...(['', 'default'].includes(session) ? [] : [{ name: 'X-Mock-Session', value: session }]),
    ...written,
  ];
  const keyName = credential.form === 'header' ? credential.name : undefined;
  if (operation === undefined) return { method, target: target || '/', headers, body, keyName };
  const query = new URLSearchParams();
  for (const { name, in: location } of operation.parameters) {
    const value = parameters[name];
    if (location === 'query' && value !== undefined) query.append(name, value);
  }
  if (credential.form === 'query' && key !== undefined) query.append(credential.name, key);
  const path = operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(parameters[name] ?? ''),
  );
  const filled = toTarget({ path, query: query.toString() });
  return { method: operation.method, target: filled, headers, body, keyName };
}

const usualCredential: Credential = { form: 'bearer', name: 'Authorization' };

function toKeyHeaders(key: string | undefined, { form, name }: Credential): Header[] {
  if (key === undefined || form === 'query') return [];
  if (form === 'basic') return [{ name, value: `Basic ${btoa(`user:${key}`)}` }];
  return [{ name, value: form === 'bearer' ? `Bearer ${key}` : key }];
}

export function readHeaders(text: string): Header[] {
  return text.split('\n').flatMap((line) => {
    const [, name = '', value = ''] = /^\s*([^:\s][^:]*?)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
    return name === '' ? [] : [{ name, value }];
  });
}

export function findHeader(headers: readonly Header[], name: string): string | undefined {
  const match = headers.find((header) => header.name.toLowerCase() === name);
  return match?.value;
}

/** Headers that the sending program writes itself. */
const automatic =
  /^(?:host|connection|content-length|user-agent|accept-encoding|accept-language|priority|pragma|cache-control|dnt|sec-.*)$/i;

/** Headers that a page cannot set, or that are other parts of the draft. */
const fromDraft =
  /^(?:accept|origin|referer|cookie|authorization|x-mock-session|transfer-encoding|proxy-.*)$/i;

/** Creates a custom request from a request of the journal. */
export function toDraft(entry: RequestEntry): RequestDraft {
  const { method, session, request } = entry;
  return {
    operation: '',
    method,
    target: toTarget(entry),
    parameters: {},
    key: findHeader(request.headers, 'authorization') === undefined ? 'none' : 'mock',
    otherKey: '',
    session,
    headers: request.headers
      .filter(({ name }) => !automatic.test(name) && !fromDraft.test(name))
      .map(({ name, value }) => `${name}: ${value}`)
      .join('\n'),
    body: request.body?.text ?? '',
  };
}

/** Explains why the journal does not contain the complete request, which therefore cannot be repeated exactly. */
export function findGap({ request: { body } }: RequestEntry): string | undefined {
  if (body === undefined || (!body.truncated && (body.text !== '' || body.bytes === 0)))
    return undefined;
  return `The journal holds ${body.text === '' ? 'none' : 'only the beginning'} of its ${body.bytes} bytes.`;
}

/** Headers of a single response, of its connection, or for the page that requested it. */
const ownHeaders =
  /^(?:content-length|transfer-encoding|connection|keep-alive|upgrade|trailer|date|vary|access-control-.*|x-mock-fault|preference-applied|ratelimit.*)$/i;

/**
 * Creates a rule that gives the next request for the operation the response of a request in the journal. Shortened ids
 * are completed with zeros.
 */
export function toRepetition({ operation, session, status, response }: RequestEntry) {
  const { headers, body } = response;
  if (status === 0 || body?.truncated === true)
    throw new Error('The journal does not hold the whole response.');
  const text = (body?.text ?? '').replaceAll(
    /([0-9a-f]{4})…/gi,
    '$10000-0000-4000-8000-000000000000',
  );
  const kept = headers.filter(({ name }) => !ownHeaders.test(name));
  return {
    operation,
    session,
    next: 1,
    effect: {
      kind: 'status',
      status,
      headers: Object.fromEntries(kept.map(({ name, value }) => [name, value])),
      ...(text !== '' && { body: parseJson(text) ?? text }),
    },
  };
}

/** What a copied request shows instead of the address and the key of the mock. */
type PublicAddress = Pick<Info, 'baseUrl' | 'shownApiKey'>;

/** What is copied if the user chose the key, which is then never copied: `API_KEY` is a variable. */
const hiddenKey = 'Bearer $API_KEY';

/** The parts of a request to copy. */
function toCopy(
  { target, headers, keyName }: FinishedRequest,
  { baseUrl, shownApiKey }: PublicAddress,
) {
  const copied = headers
    .filter(({ name }) => !automatic.test(name))
    .map(({ name, value }): [string, string] => {
      const isKey = name.toLowerCase() === 'authorization';
      if (name === keyName) return [name, shownApiKey];
      return [name, isKey ? `Bearer ${shownApiKey}` : value];
    });
  return { url: baseUrl.replace(/\/$/, '') + target, headers: copied };
}

/** A request of the journal, which contains no key. */
export function toWhole(entry: RequestEntry): FinishedRequest {
  const { method, request } = entry;
  return { method, target: toTarget(entry), headers: request.headers, body: request.body?.text };
}

/** Formats a request as a call of `fetch`. */
export function toFetchCall(request: FinishedRequest, info: PublicAddress): string {
  const { method, body } = request;
  const { url, headers } = toCopy(request, info);
  const isHidden = headers.some(([, value]) => value === hiddenKey);
  const entries = headers.map(([name, value]) => {
    const text = value === hiddenKey ? '`Bearer ${apiKey}`' : JSON.stringify(value);
    return `    ${JSON.stringify(name)}: ${text},\n`;
  });
  return `${isHidden ? "const apiKey = ''; // the API key of the service\n" : ''}const response = await fetch(${JSON.stringify(url)}, {
  method: ${JSON.stringify(method)},
  headers: {
${entries.join('')}  },${body === undefined ? '' : `\n  body: ${JSON.stringify(body)},`}
});`;
}

/** Formats a request as a shell command. */
export function toCurlLine(request: FinishedRequest, info: PublicAddress): string {
  const { method, body } = request;
  const { url, headers } = toCopy(request, info);
  const shellHeaders = headers.map(([name, value]): [string, ShellText] => [
    name,
    value === hiddenKey ? ['Bearer ', { variable: 'API_KEY' }] : value,
  ]);
  // A terminal shows JSON in one line better than quoted line breaks.
  const value = parseJson(body ?? '');
  const isPretty = !isDeep(value) && JSON.stringify(value, null, 2) === body;
  return toCurl({
    method,
    url,
    headers: shellHeaders,
    body: isPretty ? JSON.stringify(value) : body,
  });
}

const redactor = createRedactor({ keepsStart: true });

/** Shortens the secrets of a message as in the journal. */
export function toMessage(headers: readonly Header[], text: string): Schemas['Message'] {
  const bytes = new TextEncoder().encode(text).length;
  return {
    headers: headers.map(({ name, value }) => ({ name, value: redactor.header(name, value) })),
    body: { text: redactor.text(text), bytes, truncated: false },
  };
}
