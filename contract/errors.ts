/** Thrown for a document, an overlay or a fixture that cannot be used. The message is one line with the file and the place. */
export class DocumentError extends Error {
  override name = 'DocumentError';
}

/** Explains why a file cannot be read, and how to fix it. */
export function explainReadError(error: unknown): string {
  const code = readErrorCode(error) ?? String(error);
  if (code === 'ENOENT') return 'file not found; correct the name, or create the file';
  if (code === 'EISDIR') return 'is a directory; pass a file';
  if (code === 'EACCES' || code === 'EPERM')
    return `permission denied (${code}); allow this user to read it`;
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return 'not UTF-8; save the file as UTF-8';
  return `cannot be read (${code}); check the file and its disk`;
}

/** Explains why a file cannot be written, and how to fix it. */
export function explainWriteError(error: unknown): string {
  const code = readErrorCode(error) ?? String(error);
  if (code === 'ENOENT') return 'its folder does not exist; create the folder';
  if (code === 'EISDIR') return 'is a directory; name a file';
  if (code === 'EACCES' || code === 'EPERM')
    return `permission denied (${code}); allow this user to write there, or use another file`;
  return `cannot be written (${code}); check the file and the space on its disk`;
}

/**
 * The code of a Node error, for example `ENOENT`. Does not use `instanceof`: under a test runner, Node's errors come from
 * another realm.
 */
export function readErrorCode(error: unknown): string | undefined {
  const isCoded = typeof error === 'object' && error !== null && 'code' in error;
  return isCoded ? String(error.code) : undefined;
}
