const noBytes = new Uint8Array();

/**
 * Collects the chunks of a body in one buffer. A list of chunks would take 250 bytes of memory for each chunk, and a client
 * may send every byte in a chunk of its own.
 */
export class BodyBuffer {
  #buffer: Uint8Array = noBytes;
  #length = 0;

  /** The number of bytes that were added. */
  get length(): number {
    return this.#length;
  }

  add(chunk: Uint8Array): void {
    const length = this.#length + chunk.length;
    // The only chunk of a small body is not copied.
    if (this.#length === 0) this.#buffer = chunk;
    else {
      if (length > this.#buffer.length) this.#grow(2 * length);
      this.#buffer.set(chunk, this.#length);
    }
    this.#length = length;
  }

  /** Returns all bytes. They change when further ones are added. */
  read(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }

  /** Forgets all bytes. */
  clear(): void {
    this.#buffer = noBytes;
    this.#length = 0;
  }

  #grow(size: number): void {
    const larger = new Uint8Array(size);
    larger.set(this.read());
    this.#buffer = larger;
  }
}
