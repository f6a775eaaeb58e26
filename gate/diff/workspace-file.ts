import { realpathSync } from 'node:fs';
import path from 'node:path';
import { findRepository } from '../../contract/documents/origins.ts';

/**
 * The name of a file in an annotation. GitHub looks it up from the root of the workspace, not from the folder in which the
 * step runs.
 * @param file relative to the working folder
 * @param workspace the variable `GITHUB_WORKSPACE`. Default: the repository
 */
export function toWorkspaceFile(file: string, workspace: string | undefined): string {
  const root = workspace || findRepository(path.resolve());
  if (root === undefined) return file;
  const name = path.relative(toRealPath(root), path.resolve(toRealPath('.'), file));
  const isInside = !name.startsWith('..') && !path.isAbsolute(name);
  return isInside ? name.replaceAll('\\', '/') : file;
}

/** The workspace may be a link. */
function toRealPath(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return path.resolve(folder);
  }
}
