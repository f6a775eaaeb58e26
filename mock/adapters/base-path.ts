import { normalizePath } from '../../contract/parse-url.ts';
import { acceptsHtml } from '../http/steps.ts';
import { Refusal } from '../refusal.ts';

/**
 * Normalises a base path: `api/sites/` becomes `/api/v2`, and `/` becomes an empty string.
 * @throws RangeError if it is not a valid URL path
 */
export function readBasePath(text: string): string {
  const path = `/${text}`.replace(/^\/+/, '/').replace(/\/+$/, '');
  const isPath = /^(?:\/(?:[\w.~!$&'()*+,;=:@-]|%[\da-f]{2})+)*$/i.test(path);
  if (isPath && !/(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(path)) return path;
  throw new RangeError(`"${text}" is not a base path; write it like /api/v2`);
}

/** Returns undefined for a path outside the base path. A browser at the root is redirected to the page. */
export function removeBasePath(
  path: string,
  basePath: string,
  accept?: string,
): string | undefined {
  if (basePath === '' || (path === '/' && acceptsHtml(accept))) return path;
  // The rest stays as sent: an escaped variant of the control surface does not belong to it.
  const depth = basePath.split('/').length;
  const segments = path.split('/');
  const start = segments.slice(0, depth).join('/');
  if (normalizePath(start) !== normalizePath(basePath)) return undefined;
  return `/${segments.slice(depth).join('/')}`;
}

export function refuseOutside(path: string, basePath: string): Refusal {
  const excerpt = path.slice(0, 200);
  const detail = `The path ${excerpt} is outside the base path ${basePath}. Use ${basePath}${excerpt}.`;
  return new Refusal('unknown-path', detail);
}
