import { endpoints } from '../generated/endpoints.ts';
import type { OperationId } from '../generated/names.ts';
import type { Answered, Sent } from './operation-types.ts';
import { parseBaseUrl } from './parse-base-url.ts';
import { readAnswer } from './read-answer.ts';
import { toBody, toUrl } from './to-request.ts';

/** What a client can be told. */
export interface ClientOptions {
  /** Where the service is, for example `https://api.example.com`. In a page it may be relative to the page. */
  baseUrl: string;
  /** The API key of the App. */
  apiKey: string;
  /** Sends the requests: `mock.fetch`, or a function around `fetch` that logs or retries. Default: the platform's `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
  /** Headers that go with each request. Default: none. */
  headers?: Readonly<Record<string, string>>;
}

/** What a single call can be told. */
export interface CallOptions {
  /** Calls it off; the call then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Headers that go with this request. */
  headers?: Readonly<Record<string, string>>;
}

/** One operation of the service. */
export type Call<Id extends OperationId> = (
  sent: Sent<Id>,
  options?: CallOptions,
) => Promise<Answered<Id>>;

/** The operations of the service, each by its operationId. */
export type Client = { readonly [Id in OperationId]: Call<Id> };

/**
 * Makes a client of the service. Calls resolve to the body of the answer, and reject with an `ApiProblem` when the
 * service refuses.
 * @example
 * const client = createClient({ baseUrl: 'http://127.0.0.1:4010', apiKey: 'site-contract-key' });
 * const site = await client.createSite({ workspaceId, body: { name: 'Harbour Café' } });
 */
export function createClient(options: ClientOptions): Client {
  const { apiKey, fetch = (request) => globalThis.fetch(request), headers = {} } = options;
  const baseUrl = parseBaseUrl(options.baseUrl);
  const authorization = toAuthorization(apiKey);
  const redact = (text: string): string => text.replaceAll(apiKey, '[API key]');

  const toOperation = <Id extends OperationId>(operation: Id): Call<Id> => {
    const endpoint = endpoints[operation];
    return async (sent, { signal, headers: ownHeaders = {} } = {}) => {
      const body = toBody(sent);
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
      // Not every `fetch` that is given looks at the signal.
      signal?.throwIfAborted();
      return readAnswer({ operation, request, redact }, await fetch(request));
    };
  };

  return {
    listSites: toOperation('listSites'),
    createSite: toOperation('createSite'),
    updateSite: toOperation('updateSite'),
    duplicateSite: toOperation('duplicateSite'),
    createRoute: toOperation('createRoute'),
    updateRoute: toOperation('updateRoute'),
    createWebhook: toOperation('createWebhook'),
  };
}

/** Refuses a key that no header can carry here: the platform's own message would quote it. */
function toAuthorization(apiKey: string): string {
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new TypeError('apiKey is empty, or holds a character that no Bearer token can have');
  }
  return `Bearer ${apiKey}`;
}

/** Names that differ in case alone would be sent twice. */
function lowerNames(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}
