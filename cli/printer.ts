import { toJsonText } from '../writers/json-text.ts';
import { toVisiblePaint, toVisibleText } from '../writers/terminal-text.ts';
import { type Output, usesColour } from './terminal.ts';

/** A stream that a command writes to. */
export type Stream = Output & { write(text: string): unknown };

/**
 * Everything that a command prints goes through a printer. Texts from documents, services and clients may contain characters
 * that control a terminal or that GitHub's runner obeys. Only `raw` prints them.
 */
export class Printer implements Output {
  readonly #stream: Stream;
  readonly #colour: boolean;

  constructor(stream: Stream, environment: NodeJS.ProcessEnv) {
    this.#stream = stream;
    this.#colour = usesColour(stream, environment);
  }

  get isTTY(): boolean {
    return this.#stream.isTTY === true;
  }

  get columns(): number | undefined {
    return this.#stream.columns;
  }

  /** Prints text for people. */
  text(text: string): void {
    this.#stream.write(toVisibleText(text));
  }

  /** Prints text for people that may have the colours of `createPaint`. */
  painted(text: string): void {
    this.#stream.write(this.#colour ? toVisiblePaint(text) : toVisibleText(text));
  }

  /** Prints a value as JSON, which stays valid. @param indent 0 for a single line */
  json(value: unknown, indent?: number): void {
    this.#stream.write(toJsonText(value, indent));
  }

  /** Prints what its writer has escaped: workflow commands, reports in the form of a file, and moves of the cursor. */
  raw(text: string): void {
    this.#stream.write(text);
  }
}
