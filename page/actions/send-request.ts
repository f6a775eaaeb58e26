import { toBaseUrl } from '../api.ts';
import type { SentAnswer } from '../model.ts';
import type { FinishedRequest } from '../request.ts';

/**
 * Sends a request like a client of the service.
 * @param after the id of the last journal entry before it
 */
export async function sendRequest(
  request: FinishedRequest,
  after: number,
  signal: AbortSignal,
): Promise<SentAnswer> {
  const { method, target } = request;
  const started = performance.now();
  const answer = { method, target, after, status: 0, headers: [], body: '' };
  try {
    const response = await fetchService(request, signal);
    return {
      ...answer,
      status: response.status,
      headers: listHeaders(response),
      body: await response.text(),
      durationMs: performance.now() - started,
    };
  } catch (error) {
    return { ...answer, durationMs: performance.now() - started, error: toReason(error) };
  }
}

function fetchService(request: FinishedRequest, signal: AbortSignal): Promise<Response> {
  const { method, target, body = null } = request;
  const headers = new Headers();
  for (const { name, value } of request.headers) headers.append(name, value);
  return fetch(toBaseUrl(location) + target, { method, headers, body, cache: 'no-store', signal });
}

function listHeaders(response: Response): SentAnswer['headers'] {
  return [...response.headers].map(([name, value]) => ({ name, value }));
}

function toReason(error: unknown): string {
  return error instanceof DOMException && error.name === 'AbortError'
    ? 'The page stopped waiting for a response.'
    : 'No response: the connection was lost, the response was cut off, or a browser cannot send this.';
}
