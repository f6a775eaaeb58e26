import { type Middleware, type MockReply, type MockRequest, toPairs } from './handler.ts';

/** A reply of a middleware. What it leaves out is empty. */
export type MiddlewareReply = Pick<MockReply, 'status' | 'headers' | 'body'> & Partial<MockReply>;

/**
 * A feature around all operations: it may answer a request itself, change the request that it passes on, or change the reply.
 * @example
 * const requestId: MockMiddleware = async (request, next) => {
 *   const reply = await next(request);
 *   return { ...reply, headers: [...reply.headers, 'X-Request-Id', crypto.randomUUID()] };
 * };
 */
export type MockMiddleware = (
  request: MockRequest,
  next: (request: MockRequest) => Promise<MockReply>,
) => MiddlewareReply | Promise<MiddlewareReply>;

/** @throws TypeError when an item is not a function */
export function toMiddleware(functions: readonly MockMiddleware[]): Middleware[] {
  for (const [index, item] of functions.entries())
    if (typeof item !== 'function')
      throw new TypeError(`middleware: item ${index} must be a function of the request and next`);
  return functions.map(
    (middleware): Middleware =>
      async (request, next) =>
        complete(await middleware(request, next)),
  );
}

function complete(reply: MiddlewareReply): MockReply {
  const completed = { operation: undefined, faults: [], ...reply };
  return { ...completed, headers: withLength(reply) };
}

/** The body may have another length than the one that the headers state. */
function withLength({ headers, body }: MiddlewareReply): string[] {
  const length = body === undefined ? undefined : new TextEncoder().encode(body).length;
  if (length === undefined) return [...headers];
  const corrected: string[] = [];
  for (const [name, value] of toPairs(headers)) {
    const isLength = name.toLowerCase() === 'content-length';
    corrected.push(name, isLength ? String(length) : value);
  }
  return corrected;
}
