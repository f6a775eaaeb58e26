import { toVisibleLine } from './text.ts';

/** The part of a stream that progress needs; `process.stderr` has it. */
export interface ProgressStream {
  write(text: string): unknown;
  columns?: number;
}

export interface ProgressOptions {
  /** How many checks there are. */
  total: number;
  /** Whether a person looks at it: without, nothing is written. */
  isTerminal: boolean;
  /** Milliseconds of any clock. Default: `Date.now`. */
  now?: () => number;
}

export interface Progress {
  /** Another check is done. */
  advance(check: { id: string; failed: boolean }): void;
  /** Clears the line; what is written next stands in its place. */
  stop(): void;
}

const pauseMs = 60;
const clearLine = '\r\u001b[2K';

/**
 * One line that is rewritten while checks run.
 *
 * @example const progress = createProgress(process.stderr, { total: checks.length, isTerminal: true });
 */
export function createProgress(
  stream: ProgressStream,
  { total, isTerminal, now = Date.now }: ProgressOptions,
): Progress {
  if (!isTerminal) return { advance: () => undefined, stop: () => undefined };
  let done = 0;
  let failed = 0;
  let writtenAt = Number.NEGATIVE_INFINITY;
  let isWritten = false;
  return {
    advance(check) {
      done += 1;
      if (check.failed) failed += 1;
      // Terminals are slow: most checks take less time than a line takes to be drawn.
      if (now() - writtenAt < pauseMs && done < total) return;
      writtenAt = now();
      isWritten = true;
      const failures = failed === 0 ? '' : `, ${failed} failed`;
      const line = `${done} of ${total} checks${failures}  ${toVisibleLine(check.id)}`;
      stream.write(clearLine + line.slice(0, (stream.columns || 80) - 1));
    },
    stop() {
      if (isWritten) stream.write(clearLine);
      isWritten = false;
    },
  };
}
