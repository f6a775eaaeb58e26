import { endpoints } from '../generated/endpoints.ts';
import type { OperationCalls, OperationRequests, OperationResponses } from '../generated/models.ts';
import { type OperationId, operationIds } from '../generated/names.ts';
import { lowerNames, parseBaseUrl, toAuthorization, toBody, toUrl } from './request.ts';
import { readResponse } from './response.ts';

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
      sent: OperationRequests[Id],
      { signal, headers: ownHeaders = {} }: CallOptions = {},
    ): Promise<OperationResponses[Id]> => {
      const endpoint = endpoints[operation];
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
      // A custom `fetch` may ignore the signal.
      signal?.throwIfAborted();
      return readResponse({ operation, endpoint, request, redact }, await fetch(request));
    };

  const calls: Partial<Record<OperationId, unknown>> = {};
  for (const id of operationIds) calls[id] = toCall(id);
  // The compiler cannot see that the loop fills in every operation.
  return calls as Client;
}
