import { createReadStream } from 'node:fs';

/** A line of a file without its line break. */
export interface Line {
  /** From 1. */
  number: number;
  bytes: Buffer;
  /** Whether a line break follows. */
  isComplete: boolean;
}

const lineBreak = 0x0a;

/**
 * Reads the lines of a file of any size. Only LF separates lines: JSON may contain other line separators.
 * @throws the system error
 */
export async function* readLines(file: string): AsyncGenerator<Line> {
  let number = 1;
  let parts: Buffer[] = [];
  const stream = createReadStream(file, { highWaterMark: 2 ** 20 });
  const chunks: AsyncIterable<Buffer> = stream;
  for await (const chunk of chunks) {
    let start = 0;
    let end = chunk.indexOf(lineBreak);
    while (end >= 0) {
      const bytes = Buffer.concat([...parts, chunk.subarray(start, end)]);
      yield { number, bytes, isComplete: true };
      number += 1;
      parts = [];
      start = end + 1;
      end = chunk.indexOf(lineBreak, start);
    }
    if (start < chunk.length) parts.push(chunk.subarray(start));
  }
  if (parts.length > 0) yield { number, bytes: Buffer.concat(parts), isComplete: false };
}
