import type { Middleware, MockReply, MockRequest } from '../handler.ts';
import type { Service } from '../http/handle-request.ts';

/**
 * The middleware that validates a request with the header `X-Mock-Check` without running or recording it: it replies with
 * 204, or with the refusal. The page checks requests with it while they are typed.
 */
export function checkRequests(readService: () => Service): Middleware {
  return (request, next) =>
    request.header('x-mock-check') === undefined ? next(request) : check(request);

  async function check(request: MockRequest): Promise<MockReply> {
    const valid = { status: 204, headers: [], body: undefined, operation: undefined, faults: [] };
    return (await readService().check(request)) ?? valid;
  }
}
