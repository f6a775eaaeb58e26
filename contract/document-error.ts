/** A document, an overlay or a fixture that cannot be used. The message is one line that names the file and the place. */
export class DocumentError extends Error {
  override name = 'DocumentError';
}
