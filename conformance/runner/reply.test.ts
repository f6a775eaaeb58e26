import { describe, expect, test } from '@jest/globals';
import { bounds, toReply } from './reply.ts';

const read = (value: unknown) => toReply(200, {}, Buffer.from(JSON.stringify(value)));

describe('toReply', () => {
  test('keeps only as much of a large body as a report needs', () => {
    const { json, bytes, size } = read({ name: 'kept', extra: 'x'.repeat(5_000_000) });
    expect(json).toMatchObject({ name: 'kept' });
    expect(size).toBeGreaterThan(5_000_000);
    // A view of the whole body would keep all of it in memory.
    expect(bytes.buffer.byteLength).toBe(bounds.shown);
  });

  test.each([
    [
      'deeper than anybody can walk',
      `${'['.repeat(200_000)}${']'.repeat(200_000)}`,
      /200000 levels/,
    ],
    ['of too many values', `[${'{},'.repeat(200_000)}{}]`, /more than 200000 values/],
    ['with a byte order mark', '\uFEFF{}', /byte order mark/],
    ['not JSON', '{', /not JSON/],
    ['empty', '', /empty/],
  ])('explains why a body is unreadable that is %s', (_, text, wanted) => {
    const { json, unreadable } = toReply(200, {}, Buffer.from(text));
    expect(json).toBeUndefined();
    expect(unreadable).toMatch(wanted);
  });

  test('does not count brackets inside strings as levels', () => {
    expect(read({ text: `\\"${'['.repeat(2000)}` }).unreadable).toBeUndefined();
  });
});
