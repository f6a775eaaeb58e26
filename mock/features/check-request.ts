import type { MockReply, MockRequest } from '../handler.ts';
import type { Service } from '../service.ts';

/**
 * Validates a request with the header `X-Mock-Check` without running or recording it: replies with 204, or with the refusal.
 * The page checks requests with it while they are typed. Returns undefined for all other requests.
 */
export async function checkRequest(
  request: MockRequest,
  service: Service,
): Promise<MockReply | undefined> {
  if (request.header('x-mock-check') === undefined) return undefined;
  const valid = { status: 204, headers: [], body: undefined, operation: undefined, faults: [] };
  return (await service.check(request)) ?? valid;
}
