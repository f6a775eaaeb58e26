/*
 * mock/features/msw/: the mock as handlers for Mock Service Worker. It imports contract/. Start here.
 */

import { type HttpHandler, http } from 'msw';
import type { Contract } from '../../../contract/index.ts';
import { toUrlPattern } from './url-pattern.ts';

/** The mock as handlers for Mock Service Worker, in Node and in browsers. Needs the package `msw`. */

/** The options of the handlers. */
export interface HandlersOptions {
  /** The base URL that the code under test calls, for example `https://api.example.com`. In a page it may be relative to the page. */
  baseUrl: string;
}

/** What the handlers need of a mock. */
interface AnsweringMock {
  readonly contract: Contract;
  fetch(request: Request): Promise<Response>;
}

/**
 * Creates handlers for Mock Service Worker that respond with the mock. They handle every request below the paths of
 * the contract, so a request to a wrong path does not reach the real service.
 *
 * @example
 * const mock = createMock();
 * const server = setupServer(...createHandlers(mock, { baseUrl: 'https://api.example.com' }));
 */
export function createHandlers(mock: AnsweringMock, { baseUrl }: HandlersOptions): HttpHandler[] {
  const base = new URL(baseUrl, globalThis.location?.href);
  const basePath = base.pathname.replace(/\/+$/, '');
  const answer = async ({ request }: { request: Request }): Promise<Response> => {
    const local = await toLocalRequest(request, basePath);
    // MSW would respond with 500 to the rejection that a reset connection causes.
    return mock.fetch(local).catch((error: unknown) => {
      if (error instanceof TypeError && error.message === 'fetch failed') return Response.error();
      throw error;
    });
  };
  return [http.all(toUrlPattern(base.origin + basePath, mock.contract), answer)];
}

/** Converts the URL of a request to that of the mock, by removing the base path. */
async function toLocalRequest(request: Request, basePath: string): Promise<Request> {
  if (basePath === '') return request;
  const { method, headers, signal } = request;
  const url = new URL(request.url);
  url.pathname = url.pathname.slice(basePath.length);
  // Read completely: streams cannot be passed on everywhere, and some browsers do not provide them.
  const body = await request.arrayBuffer();
  return new Request(url, { method, headers, signal, ...(body.byteLength > 0 && { body }) });
}
