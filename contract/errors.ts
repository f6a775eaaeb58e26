/** A document, an overlay or a fixture that cannot be used. The message is one line that names the file and the place. */
export class DocumentError extends Error {
  override name = 'DocumentError';
}

/**
 * The code of an error of Node, for example `ENOENT`. It asks for no class: under a test runner, Node's errors come from
 * another realm and are no instances of this one's `Error`.
 */
export function readErrorCode(error: unknown): string | undefined {
  const isCoded = typeof error === 'object' && error !== null && 'code' in error;
  return isCoded ? String(error.code) : undefined;
}
