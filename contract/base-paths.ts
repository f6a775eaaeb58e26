import type { ServerObject } from './openapi-document.ts';
import type { Operation } from './operation.ts';
import { normalizePath, parseUrl } from './parse-url.ts';
import { readAt } from './resolve-reference.ts';

/**
 * The paths under which operations are served: those of their servers, the longest first, and the root as an empty text. No path
 * ends with a slash.
 */
export function readBasePaths(operations: readonly Operation[]): string[] {
  const servers = new Set(operations.flatMap((operation) => operation.servers));
  const paths = new Set([...servers].map(readServerPath));
  paths.add('');
  return [...paths].sort((left, right) => right.length - left.length);
}

/** The path of a server's URL, with the defaults of its variables. A text that is not a URL counts as a path. */
function readServerPath({ url, variables = {} }: ServerObject): string {
  const filled = url.replaceAll(/\{([^{}]*)\}/g, (_, name: string) =>
    String(readAt(variables, [name, 'default']) ?? ''),
  );
  const parsed = parseUrl(filled, 'http://localhost');
  return normalizePath(parsed?.pathname ?? '').replace(/\/+$/, '');
}

/** Removes the longest base path that a path starts with. Undefined if the path is not below any of them. */
export function stripBasePath(basePaths: readonly string[], sentPath: string): string | undefined {
  const path = normalizePath(sentPath);
  const base = basePaths.find((candidate) => `${path}/`.startsWith(`${candidate}/`));
  return base === undefined ? undefined : path.slice(base.length) || '/';
}
