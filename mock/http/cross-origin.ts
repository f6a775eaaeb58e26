import type { RequestHead } from '../mock-request.ts';

/** Headers that a page may read beyond those that the Fetch Standard lists as safe. */
const exposed = 'Accept-Patch, Accept-Post, Allow, Date, Retry-After, WWW-Authenticate';

/** How long a browser may remember the answer to a preflight request, in seconds. */
const preflightAge = '600';

/**
 * Lets the page that asks read the answer (Fetch Standard, CORS protocol). The origin is named, since the wildcard
 * does not go together with credentials. Who does not ask from a page gets none of it.
 */
export function addSharing(headers: string[], request: RequestHead): void {
  const origin = request.header('origin');
  // Nobody's origin is `*`; echoed, it would be the wildcard.
  if (origin === undefined || origin === '' || origin === '*') return;
  headers.push(
    'Access-Control-Allow-Origin',
    origin,
    'Access-Control-Allow-Credentials',
    'true',
    'Access-Control-Expose-Headers',
    exposed,
    'Vary',
    'Origin',
  );
}

/** Answers what a browser asks before the real request, and what `OPTIONS` asks in general. */
export function toOptionsHeaders(request: RequestHead, allow: string): string[] {
  const headers = ['Allow', allow];
  if (request.header('access-control-request-method') === undefined) return headers;
  headers.push(
    'Access-Control-Allow-Methods',
    allow,
    'Access-Control-Allow-Headers',
    request.header('access-control-request-headers') ?? 'Authorization, Content-Type',
    'Access-Control-Max-Age',
    preflightAge,
    'Vary',
    'Access-Control-Request-Method, Access-Control-Request-Headers',
  );
  if (request.header('access-control-request-private-network') === 'true') {
    headers.push('Access-Control-Allow-Private-Network', 'true');
  }
  return headers;
}
