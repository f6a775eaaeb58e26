import type { MockRequest } from '../handler.ts';

/** Headers that a page may read in addition to those on the Fetch Standard's safelist. */
const exposed = 'Accept-Patch, Accept-Post, Allow, Date, Retry-After, WWW-Authenticate';

/** How long a browser may cache the response to a preflight request, in seconds. */
const preflightAge = '600';

/** Decides which web pages may use the mock (Fetch Standard, CORS protocol). */
export interface Cors {
  /**
   * The headers that let the requesting page read the reply; empty for a request that is not from a page. Requests of
   * one page share a list.
   */
  toSharing(request: MockRequest): readonly string[];
  /** The headers of a reply to `OPTIONS`, which browsers send as a preflight. */
  toOptionsHeaders(request: MockRequest, allow: string): string[];
}

/**
 * A page of an allowed origin may read replies. A trusted one may also send credentials, and reach this machine from
 * another network (Private Network Access), which a page on the internet must not do by default.
 * @param origins the allowed origins, which are all trusted; `*` allows all others without trusting them. Default: `*`
 * and the pages of this machine.
 * @throws RangeError when one is not an origin
 */
export function createCors(origins: readonly string[] | undefined): Cors {
  const listed = new Set(origins?.map(readOrigin));
  const isOpen = origins === undefined || listed.has('*');
  const isTrusted = (origin: string): boolean => listed.has(origin) || (isOpen && isLocal(origin));
  const findAllowed = (request: MockRequest): string | undefined => {
    const origin = request.header('origin');
    // `*` is never the origin of a page; returned in a header, it would be the wildcard.
    if (origin === undefined || origin === '' || origin === '*') return undefined;
    return isOpen || listed.has(origin) ? origin : undefined;
  };
  const share = (origin: string): readonly string[] => {
    const credentials = isTrusted(origin) ? ['Access-Control-Allow-Credentials', 'true'] : [];
    return [
      'Access-Control-Allow-Origin',
      origin,
      ...credentials,
      'Access-Control-Expose-Headers',
      exposed,
      'Vary',
      'Origin',
    ];
  };
  // A cache must not give one page's response to another page.
  const unshared = isOpen ? [] : ['Vary', 'Origin'];
  // A page sends many requests. Only the last origin is remembered, so that clients cannot fill the memory.
  let last: { origin: string; sharing: readonly string[] } | undefined;
  return {
    toSharing: (request) => {
      const origin = findAllowed(request);
      if (origin === undefined) return unshared;
      if (last?.origin !== origin) last = { origin, sharing: share(origin) };
      return last.sharing;
    },
    toOptionsHeaders: (request, allow) => {
      const headers = ['Allow', allow];
      if (request.header('access-control-request-method') === undefined) return headers;
      const origin = findAllowed(request);
      if (origin === undefined) return headers;
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
      const asksForAccess = request.header('access-control-request-private-network') === 'true';
      if (asksForAccess && isTrusted(origin))
        headers.push('Access-Control-Allow-Private-Network', 'true');
      return headers;
    },
  };
}

/**
 * Normalises an origin as browsers do: `HTTPS://App.example:443` becomes `https://app.example`. `*` means every origin;
 * files and sandboxed frames send `null`.
 * @throws RangeError when the text is not an origin
 */
export function readOrigin(text: string): string {
  if (text === '*' || text === 'null') return text;
  const [, scheme = ''] = /^([a-z][a-z0-9+.-]*):\/\/[^/?#\s@,]+$/i.exec(text) ?? [];
  if (scheme !== '' && !/^https?$/i.test(scheme)) return text.toLowerCase();
  const { origin } = scheme !== '' && URL.canParse(text) ? new URL(text) : { origin: '' };
  if (origin === '')
    throw new RangeError(
      `"${text}" is not an origin; write it like http://localhost:5173, without a path, or * for every origin`,
    );
  return origin;
}

/** Whether a page comes from this machine. These names always resolve to it (RFC 6761, section 6.3). */
function isLocal(origin: string): boolean {
  return /^https?:\/\/(?:(?:[a-z0-9-]+\.)*localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/.test(
    origin,
  );
}
