import { defaultApiKey } from '../../../mock/http/security.ts';

export const token = 'token-of-the-tests';
export const workspace = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

/** A client of the service at an address. */
export function createSender(url: string) {
  return (
    method: string,
    target: string,
    body?: unknown,
    headers?: HeadersInit,
  ): Promise<Response> =>
    fetch(url + target, {
      method,
      headers: {
        authorization: `Bearer ${defaultApiKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
}
