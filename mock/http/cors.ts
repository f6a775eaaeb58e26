import { parseUrl } from '../../contract/parse-url.ts';
import type { Middleware, MockRequest } from '../handler.ts';

/** Headers that a page may read in addition to those on the Fetch Standard's safelist. */
const exposed = 'Accept-Patch, Accept-Post, Allow, Date, Retry-After, WWW-Authenticate';
const readable = new Set(['Content-Length', 'Content-Type', ...exposed.split(', ')]);

/** How long a browser may cache the response to a preflight request, in seconds. */
const preflightAge = '600';

/**
 * Creates the middleware that decides which web pages may use the mock (Fetch Standard, CORS protocol). A page of an
 * allowed origin may read replies. A trusted one may also send credentials, and reach this machine from another network
 * (Private Network Access), which a page on the internet must not do by default.
 * @param origins the allowed origins, which are all trusted; `*` allows all others without trusting them. Default: `*`
 * and the pages of this machine.
 * @throws RangeError when one is not an origin
 */
export function createCors(origins: readonly string[] | undefined): Middleware {
  const listed = new Set(origins?.map(readOrigin));
  const isOpen = origins === undefined || listed.has('*');
  return async (request, next) => {
    const origin = request.header('origin');
    const reply = await next(request);
    const { headers } = reply;
    // `*` is never the origin of a page; returned in a header, it would be the wildcard.
    if (
      origin === undefined ||
      origin === '' ||
      origin === '*' ||
      !(isOpen || listed.has(origin))
    ) {
      // A cache must not give one page's response to another page.
      if (!isOpen) headers.push('Vary', 'Origin');
      return reply;
    }
    const isTrusted = listed.has(origin) || (isOpen && isLocal(origin));
    let exposedHere = exposed;
    for (let at = 0; at < headers.length; at += 2)
      if (!readable.has(headers[at] ?? '')) exposedHere += `, ${headers[at]}`;
    headers.push('Access-Control-Allow-Origin', origin);
    if (isTrusted) headers.push('Access-Control-Allow-Credentials', 'true');
    headers.push('Access-Control-Expose-Headers', exposedHere, 'Vary', 'Origin');
    if (request.method === 'OPTIONS' && request.header('access-control-request-method'))
      allowRequest(request, headers, isTrusted);
    return reply;
  };
}

/** Adds the headers that a browser requires in the reply to a preflight request. */
function allowRequest(request: MockRequest, headers: string[], isTrusted: boolean): void {
  const allow = headers.indexOf('Allow');
  if (allow === -1) return;
  headers.push(
    'Access-Control-Allow-Methods',
    headers[allow + 1] ?? '',
    'Access-Control-Allow-Headers',
    request.header('access-control-request-headers') ?? 'Authorization, Content-Type',
    'Access-Control-Max-Age',
    preflightAge,
    'Vary',
    'Access-Control-Request-Method, Access-Control-Request-Headers',
  );
  const asksForAccess = request.header('access-control-request-private-network') === 'true';
  if (asksForAccess && isTrusted) headers.push('Access-Control-Allow-Private-Network', 'true');
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
  const origin = scheme === '' ? undefined : parseUrl(text)?.origin;
  if (origin === undefined)
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
