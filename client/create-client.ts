import type {
  OperationCalls,
  OperationRequest,
  OperationResponse,
} from '../contract/operation-types.ts';
import { parseUrl } from '../contract/parse-url.ts';
import { endpoints } from '../generated/endpoints.ts';
import { type OperationId, operationIds } from '../generated/names.ts';
import { type Endpoint, readResponse } from './response.ts';

/** The options of a client. */
export interface ClientOptions {
  /** URL of the service, for example `https://api.example.com`. In a browser, it may be relative to the page. */
  baseUrl: string;
  /** The API key of the App. It is sent as a Bearer token, and removed from error messages. */
  apiKey: string;
  /** Sends the requests: `mock.fetch`, or a wrapper that logs or retries. Default: the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
  /** Headers to send with every request. Default: none. */
  headers?: Readonly<Record<string, string>>;
}

/** The options of a single call. */
export interface CallOptions {
  /** Cancels the call, which then rejects with the signal's reason. Default: the call cannot be cancelled. */
  signal?: AbortSignal;
  /** Headers to send with this request. They replace headers of the client with the same name. Default: none. */
  headers?: Readonly<Record<string, string>>;
}

/** The operations of the service, one function for each `operationId`. */
export interface Client extends OperationCalls<CallOptions> {}

/**
 * Creates a client of the service. Each call resolves to the response body, and rejects with an `ApiProblem` when the
 * service refuses the request.
 * @throws TypeError when `baseUrl` or `apiKey` cannot be used
 * @example
 * const client = createClient({ baseUrl: 'http://127.0.0.1:4010', apiKey: 'site-contract-key' });
 * const site = await client.createSite({ workspaceId, body: { name: 'Harbour Café' } });
 */
export function createClient(options: ClientOptions): Client {
  const { apiKey, fetch = (request) => globalThis.fetch(request), headers = {} } = options;
  const baseUrl = parseBaseUrl(options.baseUrl);
  const authorization = toAuthorization(apiKey);
  const redact = (text: string): string => text.replaceAll(apiKey, '[API key]');

  const toCall =
    <Id extends OperationId>(operation: Id) =>
    async (
      sent: OperationRequest<Id>,
      { signal, headers: ownHeaders = {} }: CallOptions = {},
    ): Promise<OperationResponse<Id>> => {
      const endpoint = endpoints[operation];
      const body = 'body' in sent ? JSON.stringify(sent.body) : undefined;
      const request = new Request(toUrl(baseUrl, endpoint, sent), {
        method: endpoint.method,
        headers: {
          accept: 'application/json, application/problem+json',
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...lowerNames(headers),
          ...lowerNames(ownHeaders),
          authorization,
        },
        ...(body !== undefined && { body }),
        ...(signal !== undefined && { signal }),
      });
      // A custom `fetch` may ignore the signal.
      signal?.throwIfAborted();
      return readResponse({ operation, endpoint, request, redact }, await fetch(request));
    };

  const calls: Partial<Record<OperationId, unknown>> = {};
  for (const id of operationIds) calls[id] = toCall(id);
  // The compiler cannot see that the loop fills in every operation.
  return calls as Client;
}

/** The base URL without a trailing slash, made absolute in a page. */
function parseBaseUrl(text: string): string {
  const page = globalThis.location?.href;
  const url = parseUrl(text, page);
  // The message does not quote the URL, which may contain a password.
  if (url === undefined || !isPlainUrl(url))
    throw new TypeError('baseUrl must be an http or https URL without user, query and fragment');
  return url.href.replace(/\/+$/, '');
}

function isPlainUrl({ href, origin, pathname, protocol }: URL): boolean {
  return href === `${origin}${pathname}` && /^https?:$/.test(protocol);
}

/** Refuses a key that cannot be sent in a header. The platform's own message would quote it. */
function toAuthorization(apiKey: string): string {
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new TypeError('apiKey must not be empty or contain spaces or non-ASCII characters');
  }
  return `Bearer ${apiKey}`;
}

/** Headers whose names differ only in case would be sent twice. */
function lowerNames(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

/** The URL of a call. Parameters that are not in the path template go into the query. */
function toUrl(baseUrl: string, { path }: Endpoint, sent: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(sent))
    if (name !== 'body' && value !== undefined && !path.includes(`{${name}}`))
      query.append(name, String(value));
  const values: Record<string, unknown> = { ...sent };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => toSegment(name, values[name]));
  return baseUrl + filled + (query.size === 0 ? '' : `?${query}`);
}

/** URLs resolve the segments `.` and `..`, and an empty one changes the path: the call would go to another endpoint. */
function toSegment(name: string, value: unknown): string {
  const text = value === undefined || value === null ? '' : String(value);
  if (text === '' || text === '.' || text === '..') {
    throw new TypeError(`${name} cannot be used in a path: ${JSON.stringify(value)}`);
  }
  return encodeURIComponent(text);
}
