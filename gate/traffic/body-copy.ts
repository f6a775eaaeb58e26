import { brotliDecompressSync, unzipSync } from 'node:zlib';
import { BodyBuffer } from '../../mock/adapters/body-buffer.ts';

/** Longer bodies are forwarded without a check. */
const judgedBytes = 4 * 1024 * 1024;

/** Keeps a body for the check, up to a size limit. */
export class BodyCopy {
  readonly #buffer = new BodyBuffer();
  #isTooLong = false;

  /** Whether a further chunk can be kept as well. */
  hasRoomFor(chunk: Buffer): boolean {
    return !this.#isTooLong && this.#buffer.length + chunk.length <= judgedBytes;
  }

  /** Keeps a chunk, or forgets the whole body if it becomes too long. */
  add(chunk: Buffer): void {
    if (this.hasRoomFor(chunk)) {
      this.#buffer.add(chunk);
      return;
    }
    this.#isTooLong = true;
    this.#buffer.clear();
  }

  /** Returns the bytes as they arrived. */
  readBytes(): Uint8Array {
    return this.#buffer.read();
  }

  /** Decodes the body. Undefined if it was too long, or if it is not what the header Content-Encoding says. */
  readText(encoding = 'identity'): string | undefined {
    if (this.#isTooLong) return undefined;
    const bytes = this.readBytes();
    const name = encoding.trim().toLowerCase();
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    if (bytes.length === 0 || name === 'identity') return decoder.decode(bytes);
    try {
      const decode = name === 'br' ? brotliDecompressSync : unzipSync;
      return decoder.decode(decode(bytes, { maxOutputLength: judgedBytes }));
    } catch {
      return undefined;
    }
  }
}
