import type { Parameter } from '../contract/operation.ts';
import { endpoints } from '../generated/endpoints.ts';
import type { Info, RequestEntry, State } from './api.ts';
import type { ContractOperation } from './contract.ts';

/** A request that is being edited. */
export interface RequestDraft {
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
export interface WholeRequest {
  method: string;
  path: string;
  query: string;
  headers: { name: string; value: string }[];
  body: string | undefined;
}

/** Creates a draft for an operation from the examples of the contract and the current state. */
export function createDraft(
  operation: ContractOperation | undefined,
  { info, state, session }: { info: Info | undefined; state: State | undefined; session: string },
): RequestDraft {
  const required = operation?.parameters.filter((parameter) => parameter.required) ?? [];
  const [example] = operation?.body?.examples ?? [];
  return {
    operation: operation?.id ?? '',
    method: operation?.method ?? 'GET',
    target: operation?.path ?? '/',
    parameters: Object.fromEntries(
      required.map((parameter) => [
        parameter.name,
        suggestValues(parameter, info, state)[0] ?? toParameterText(parameter.example),
      ]),
    ),
    key: 'mock',
    otherKey: '',
    session,
    headers: '',
    body: example === undefined ? '' : JSON.stringify(example.value, null, 2),
  };
}

/**
 * Suggests existing values for a parameter: for `siteId`, the ids in every list `sites` of the state. New kinds of
 * resources are found by name too.
 */
export function suggestValues(
  { name, schema }: Parameter,
  info: Info | undefined,
  state: State | undefined,
  limit = 50,
): string[] {
  if (schema.enum !== undefined) return schema.enum.map(String);
  if (!name.endsWith('Id')) return [];
  const list = `${name.slice(0, -2)}s`;
  const known: Readonly<Record<string, unknown>> = { ...info };
  const more = known[list];
  const ids = new Set<string>();
  for (const id of listIds(state, list)) if (ids.add(id).size >= limit) break;
  if (Array.isArray(more)) for (const id of more) ids.add(String(id));
  return [...ids].slice(0, limit);
}

/** Yields the ids of the records in all lists with this name. */
function* listIds(value: unknown, list: string): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    if (key === list && Array.isArray(item)) for (const { id } of item) yield String(id);
    yield* listIds(item, list);
  }
}

function toParameterText(value: unknown): string {
  return value === undefined ? '' : String(value);
}

export function toRequest(
  draft: RequestDraft,
  operation: ContractOperation | undefined,
  info: Info | undefined,
): WholeRequest {
  const key = { mock: info?.apiKeys[0] ?? '', other: draft.otherKey, none: undefined }[draft.key];
  const written = readHeaders(draft.headers);
  const isWritten = (name: string) => written.some((each) => each.name.toLowerCase() === name);
  const body = draft.body === '' ? undefined : draft.body;
  const mediaType = operation?.body?.mediaType ?? 'application/json';
  const headers = [
    ...(key === undefined ? [] : [{ name: 'Authorization', value: `Bearer ${key}` }]),
    ...(body === undefined || isWritten('content-type')
      ? []
      : [{ name: 'Content-Type', value: mediaType }]),
    ...(draft.session === 'default' || draft.session === ''
      ? []
      : [{ name: 'X-Mock-Session', value: draft.session }]),
    ...written,
  ];
  return { ...toTarget(draft, operation), headers, body };
}

function toTarget(draft: RequestDraft, operation: ContractOperation | undefined) {
  if (operation === undefined) {
    const [path = '', ...query] = draft.target.split('?');
    return { method: draft.method, path: path || '/', query: query.join('?') };
  }
  const query = new URLSearchParams();
  let { path } = operation;
  for (const parameter of operation.parameters) {
    const value = draft.parameters[parameter.name];
    if (parameter.in === 'path')
      path = path.replace(`{${parameter.name}}`, () => encodeURIComponent(value ?? ''));
    else if (value !== undefined) query.append(parameter.name, value);
  }
  return { method: operation.method, path, query: query.toString() };
}

/** Creates a request for an operation on a resource. @param ids by the name of their parameter */
export function toResourceRequest(
  { method, path, body }: ContractOperation,
  ids: Readonly<Record<string, string>>,
  value: unknown,
  apiKey: string,
): WholeRequest {
  return {
    method,
    path: path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? '')),
    query: '',
    headers: [
      { name: 'Authorization', value: `Bearer ${apiKey}` },
      ...(body === undefined ? [] : [{ name: 'Content-Type', value: body.mediaType }]),
    ],
    body: body === undefined ? undefined : JSON.stringify(value),
  };
}

export function readHeaders(text: string): { name: string; value: string }[] {
  return text.split('\n').flatMap((line) => {
    const [, name = '', value = ''] = /^\s*([^:\s][^:]*?)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
    return name === '' ? [] : [{ name, value }];
  });
}

/** Headers that a browser sets, or that depend on the rest of the draft. */
const own =
  /^(?:host|connection|content-length|user-agent|accept|accept-encoding|accept-language|cache-control|pragma|priority|origin|referer|cookie|authorization|x-mock-session|content-type|transfer-encoding|dnt|sec-.*|proxy-.*)$/i;

/**
 * Creates a draft from a request of the journal. If the operation does not have its query, it becomes a custom request.
 */
export function toDraft(
  { method, path, query, session, operation: id, request }: RequestEntry,
  operations: readonly ContractOperation[],
): RequestDraft {
  const operation = operations.find((each) => each.id === id && each.method === method);
  const parameters = operation && readParameters(operation, path, query);
  const findHeader = (name: string) =>
    request.headers.find((header) => header.name.toLowerCase() === name)?.value;
  const mediaType = findHeader('content-type');
  const isUsual =
    mediaType === undefined || mediaType === (operation?.body?.mediaType ?? 'application/json');
  const lines = request.headers
    .filter(({ name }) => !own.test(name))
    .map(({ name, value }) => `${name}: ${value}`);
  return {
    operation: parameters === undefined ? '' : (operation?.id ?? ''),
    method,
    target: `${path}${query === '' ? '' : `?${query}`}`,
    parameters: parameters ?? {},
    key: findHeader('authorization') === undefined ? 'none' : 'mock',
    otherKey: '',
    session,
    headers: [...(isUsual ? [] : [`Content-Type: ${mediaType}`]), ...lines].join('\n'),
    body: request.body?.text ?? '',
  };
}

/** Explains why the journal does not contain the complete request, which therefore cannot be repeated exactly. */
export function findGap({ request: { body } }: RequestEntry): string | undefined {
  if (body === undefined || (!body.truncated && (body.text !== '' || body.bytes === 0)))
    return undefined;
  return `The journal holds ${body.text === '' ? 'none' : 'only the beginning'} of its ${body.bytes} bytes.`;
}

function readParameters(
  operation: ContractOperation,
  path: string,
  query: string,
): Record<string, string> | undefined {
  const names: string[] = [];
  const pattern = operation.path
    .split(/(\{[^}]+\})/)
    .map((part) => {
      if (!part.startsWith('{')) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      names.push(part.slice(1, -1));
      return '([^/]*)';
    })
    .join('');
  const values = new RegExp(`^${pattern}$`).exec(path)?.slice(1);
  if (values === undefined) return undefined;
  const found: Record<string, string> = {};
  try {
    names.forEach((name, at) => {
      found[name] = decodeURIComponent(values[at] ?? '');
    });
  } catch {
    return undefined;
  }
  for (const [name, value] of new URLSearchParams(query)) {
    const isKnown = operation.parameters.some((each) => each.in === 'query' && each.name === name);
    if (!isKnown || Object.hasOwn(found, name)) return undefined;
    found[name] = value;
  }
  return found;
}

const { method, path } = endpoints.createSite;

/** The request that the page suggests while the journal is empty: it creates a site. */
export const firstRequest = {
  method,
  mediaType: 'application/json',
  body: JSON.stringify({ name: 'My first site' }),
  toPath: (workspace: string) => path.replace('{workspaceId}', workspace),
};
