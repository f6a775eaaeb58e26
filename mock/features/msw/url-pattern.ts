import type { Contract } from '../../../contract/index.ts';

/**
 * The URLs below the paths of a contract, at a base URL and below the paths of the servers of its document. A regular
 * expression: in a pattern of Mock Service Worker, a base path such as `/app+(1)` would contain wildcards.
 * @param base the origin and the base path, without a slash at the end
 */
export function toUrlPattern(
  base: string,
  { operations, basePaths }: Pick<Contract, 'operations' | 'basePaths'>,
): RegExp {
  const prefix = findSharedPrefix(operations.map(({ path }) => path));
  const servers = [...new Set(['', ...basePaths])].map(escapePattern).join('|');
  return new RegExp(`^${escapePattern(base)}(?:${servers})${escapePattern(prefix)}/`);
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** Returns the segments that all paths start with, such as `/v1`. The origin may also serve pages under other paths. */
function findSharedPrefix(paths: readonly string[]): string {
  const [first = [], ...further] = paths.map((path) => path.split('/'));
  const end = first.findIndex((segment, at) => {
    if (segment.startsWith('{')) return true;
    return further.some((segments) => segments[at] !== segment);
  });
  return first.slice(0, end === -1 ? first.length - 1 : end).join('/');
}
