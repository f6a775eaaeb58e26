import { readErrorCode } from '../../../contract/errors.ts';

/** Reasons why a file cannot be written, and what to do, by error code. */
const explanations: Readonly<Record<string, readonly [reason: string, advice: string]>> = {
  ENOSPC: ['no space is left on the disk', 'free some space'],
  EDQUOT: ['the disk quota is used up', 'delete files of this user, or raise the quota'],
  EFBIG: ['the file is larger than this process may write', 'raise the limit of `ulimit -f`'],
  EROFS: ['the file system is read-only', 'make it writable, or use a file on another one'],
  EACCES: ['permission denied', 'allow this user to write there, or use another file'],
  EPERM: ['permission denied', 'allow this user to write there, or use another file'],
  EIO: ['the disk reported an error', 'check the disk, or use a file on another one'],
  ENOENT: ['its folder does not exist', 'create the folder'],
  ENOTDIR: ['a folder in the path is a file', 'correct the path'],
  EISDIR: ['it is a folder', 'name a file'],
  ENAMETOOLONG: ['its name is too long', 'use a shorter name'],
};

/** Explains why a file cannot be written, and what to do. */
export function explainWriteError(error: unknown): string {
  const code = readErrorCode(error) ?? String(error);
  const [reason, advice] = explanations[code] ?? ['cannot be written', 'use another file'];
  return `${reason} (${code}); ${advice}`;
}
