import type { IncomingMessage } from 'node:http';

/** Reads a body, and says `undefined` as soon as it passes the limit. A client that leaves early is not answered. */
export function readBody(
  message: IncomingMessage,
  limit: number,
  done: (body: Uint8Array | undefined) => void,
): void {
  const chunks: Buffer[] = [];
  let size = 0;
  message.on('data', (chunk: Buffer) => {
    const wasWithin = size <= limit;
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
    else if (wasWithin) done(undefined);
  });
  message.on('end', () => {
    const [first] = chunks;
    if (size <= limit)
      done(first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks));
  });
}
