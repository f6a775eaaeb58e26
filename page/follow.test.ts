import { describe, expect, test } from '@jest/globals';
import { readEvents } from './follow.ts';

async function read(...chunks: (string | Uint8Array)[]) {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const chunk of chunks)
        controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : chunk);
      controller.close();
    },
  });
  const events = [];
  for await (const event of readEvents(body)) events.push(event);
  return events;
}

describe('readEvents', () => {
  test('reads type, id and data, and passes over comments', async () => {
    expect(await read(': following\n\nid: 7\nevent: request\ndata: {"a":\ndata: 1}\n\n')).toEqual([
      { type: 'request', id: '7', data: '{"a":\n1}' },
    ]);
  });

  test('joins what arrives in pieces, in the middle of a character and of an end of line', async () => {
    const bytes = new TextEncoder().encode('data: é\r\n\r\ndata: 2\n\ndata: not whole');
    const pieces = [...bytes].map((byte) => Uint8Array.of(byte));
    expect((await read(...pieces)).map(({ data }) => data)).toEqual(['é', '2']);
  });
});
