import { describe, expect, test } from '@jest/globals';
import { bounds, toReply } from './reply.ts';

const read = (value: unknown) => toReply(200, {}, Buffer.from(JSON.stringify(value)));

describe('toReply', () => {
  test('keeps a body of ordinary size unchanged', () => {
    const page = { data: Array.from({ length: 100 }, (_, at) => ({ name: `site ${at}` })) };
    expect(read(page)).toMatchObject({ json: page, unreadable: undefined, weight: 0 });
  });

  test('keeps only as much of a large body as a report needs', () => {
    const { json, bytes, size, weight } = read({ name: 'kept', extra: 'x'.repeat(5_000_000) });
    expect(json).toEqual({ name: 'kept', extra: 'x'.repeat(bounds.text) });
    expect(size).toBeGreaterThan(5_000_000);
    // A view of the whole body would keep all of it in memory.
    expect(bytes.buffer.byteLength).toBe(bounds.shown);
    expect(weight).toBeLessThan(200_000);
  });

  test('keeps the beginning of a long list', () => {
    const { json } = read({ data: Array.from({ length: 20_000 }, () => ({})) });
    expect(json).toEqual({ data: Array.from({ length: bounds.items }, () => ({})) });
  });

  test('keeps every field of a long list of records', () => {
    const data = Array.from({ length: 100 }, (_, at) =>
      Object.fromEntries(Array.from({ length: 300 }, (_none, field) => [`field${field}`, at])),
    );
    expect(read({ data }).json).toEqual({ data });
  });

  test.each([
    [
      'deeper than anybody can walk',
      `${'['.repeat(200_000)}${']'.repeat(200_000)}`,
      /200000 levels/,
    ],
    [
      'of too many values',
      JSON.stringify(Array.from({ length: 900 }, () => Array(300).fill(0))),
      /more than 200000 values/,
    ],
    [
      'of more values than it is parsed with',
      `[${'{},'.repeat(200_000)}{}]`,
      /more than 400000 values/,
    ],
    [
      'of an object with too many members',
      JSON.stringify([{}, Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [at, 0]))]),
      /object of 10001 members/,
    ],
    ['with a byte order mark', '\uFEFF{}', /byte order mark/],
    ['not JSON', '{', /not JSON/],
    ['empty', '', /empty/],
  ])('explains why a body is unreadable that is %s', (_, text, wanted) => {
    const { json, unreadable } = toReply(200, {}, Buffer.from(text));
    expect(json).toBeUndefined();
    expect(unreadable).toMatch(wanted);
  });

  test('counts the memory of a small body with many names', () => {
    const fields = Array.from({ length: 2000 }, (_, at) => [`field${at}`, 0]);
    expect(read(Object.fromEntries(fields)).weight).toBeGreaterThan(200_000);
  });

  test('does not count brackets inside strings as levels', () => {
    expect(read({ text: `\\"${'['.repeat(2000)}` }).unreadable).toBeUndefined();
  });
});
