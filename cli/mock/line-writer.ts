import type { Context } from '../command.ts';

/** How much may wait for a reader, in bytes. */
const mostWaiting = 1 << 20;

/**
 * Writes lines together that come about together. What nobody reads must not fill the memory: once too much waits, lines
 * are left out, and a note says so.
 */
export function createLineWriter({ stdout, stderr }: Context): (line: string) => void {
  let waiting = '';
  let isToldOf = false;
  const flush = (): void => {
    const text = waiting;
    waiting = '';
    if ((stdout.writableLength ?? 0) <= mostWaiting) {
      stdout.write(text);
      return;
    }
    if (isToldOf) return;
    isToldOf = true;
    stderr.write(
      'site-contract: standard output is not being read; some requests are not logged\n',
    );
  };
  return (line) => {
    if (waiting === '') setImmediate(flush);
    waiting += line;
  };
}
