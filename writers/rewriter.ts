/** Replaces parts of a text, from its start to its end. */
export class Rewriter {
  readonly #text: string;
  readonly #parts: string[] = [];
  #done: number;

  /** @param start where the new text starts */
  constructor(text: string, start = 0) {
    this.#text = text;
    this.#done = start;
  }

  /** Replaces the part between two offsets, which must be behind the part that was replaced before. */
  replace(start: number, end: number, replacement: string): void {
    this.#parts.push(this.#text.slice(this.#done, start), replacement);
    this.#done = end;
  }

  /** The new text, up to an offset of the original. */
  finish(end = this.#text.length): string {
    return this.#parts.join('') + this.#text.slice(this.#done, end);
  }
}
