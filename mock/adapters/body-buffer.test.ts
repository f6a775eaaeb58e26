import { expect, test } from '@jest/globals';
import { BodyBuffer } from './body-buffer.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test.each([[[]], [['a']], [['ab', 'c', '', 'defgh', 'i']], [Array(1000).fill('xy')]])(
  'joins the chunks of a body (%#)',
  (chunks: string[]) => {
    const body = new BodyBuffer();
    for (const chunk of chunks) body.add(bytes(chunk));
    expect(new TextDecoder().decode(body.read())).toBe(chunks.join(''));
    expect(body.length).toBe(chunks.join('').length);
    body.clear();
    expect([body.length, body.read().length]).toEqual([0, 0]);
  },
);

test('does not change a chunk that it was given', () => {
  const first = bytes('abc');
  const body = new BodyBuffer();
  body.add(first.subarray(0, 1));
  body.add(bytes('xyz'));
  expect(new TextDecoder().decode(first)).toBe('abc');
});

test('takes about as much memory as the body, whatever the size of its chunks', () => {
  const body = new BodyBuffer();
  for (let at = 0; at < 300_000; at += 1) body.add(bytes('x'));
  expect(body.read().buffer.byteLength).toBeLessThan(1_000_000);
});
