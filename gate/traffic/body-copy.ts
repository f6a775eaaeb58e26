import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/** How much of a body is kept to be judged, in bytes. A longer one passes, and its shape is not judged. */
export const judgedBytes = 4 * 1024 * 1024;

/** What passed of a body, up to a bound. */
export interface BodyCopy {
  add(chunk: Buffer): void;
  /** Empty where nothing came, or too much to be kept. */
  bytes(): Buffer;
  /** Undefined where nothing came, too much to be kept, or something that cannot be decoded. */
  text(encoding: string | undefined): string | undefined;
  isEmpty(): boolean;
  isWhole(): boolean;
}

function join(chunks: readonly Buffer[]): Buffer {
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
}

export function createBodyCopy(): BodyCopy {
  let chunks: Buffer[] = [];
  let size = 0;
  return {
    add: (chunk) => {
      size += chunk.length;
      if (size <= judgedBytes) chunks.push(chunk);
      else chunks = [];
    },
    bytes: () => join(chunks),
    isEmpty: () => size === 0,
    isWhole: () => size <= judgedBytes,
    text: (encoding) => {
      if (size === 0 || size > judgedBytes) return undefined;
      return decode(join(chunks), encoding)?.toString('utf8');
    },
  };
}

function decode(bytes: Buffer, encoding: string | undefined): Buffer | undefined {
  const options = { maxOutputLength: judgedBytes };
  try {
    switch (encoding?.trim().toLowerCase()) {
      case undefined:
      case '':
      case 'identity':
        return bytes;
      case 'gzip':
        return gunzipSync(bytes, options);
      case 'br':
        return brotliDecompressSync(bytes, options);
      case 'deflate':
        return inflateSync(bytes, options);
      default:
        return undefined;
    }
  } catch {
    return undefined;
  }
}
