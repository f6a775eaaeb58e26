import type { Contract } from '../../contract/index.ts';

/** Reads what of a URL the contract's paths begin with; undefined where the URL belongs to somebody else. */
export type PathReader = (url: URL) => string | undefined;

/**
 * Finds the contract's part of a URL. With a base URL, only what is behind it belongs to the service; without one, the
 * path is tried whole and then without its first segments.
 */
export function createPathReader(contract: Contract, baseUrl?: string): PathReader {
  if (baseUrl !== undefined) {
    const base = new URL(baseUrl);
    const prefix = base.pathname.replace(/\/+$/, '');
    return ({ origin, pathname }) =>
      origin === base.origin && (pathname === prefix || pathname.startsWith(`${prefix}/`))
        ? pathname.slice(prefix.length) || '/'
        : undefined;
  }
  const starts = new Set(
    contract.operations.map(({ path }) =>
      path.split('/').slice(0, 3).join('/').replace(/\{.*$/, ''),
    ),
  );
  return ({ pathname }) => {
    const segments = pathname.split('/');
    for (let skipped = 1; skipped < segments.length; skipped += 1) {
      const path = `/${segments.slice(skipped).join('/')}`;
      if (
        [...starts].some(
          (start) =>
            path === start ||
            path.startsWith(`${start}/`) ||
            (start.endsWith('/') && path.startsWith(start)),
        )
      )
        return path;
    }
    return undefined;
  };
}
