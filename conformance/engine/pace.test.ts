import { describe, expect, test } from '@jest/globals';
import { createPace, parseRetryAfter } from './pace.ts';

describe('parseRetryAfter', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  test.each([
    ['seconds', '3', 3000],
    ['a date', 'Thu, 01 Jan 2026 00:00:02 GMT', 2000],
    ['a date that has passed', 'Wed, 31 Dec 2025 23:59:00 GMT', 0],
    ['nonsense', 'soon', 1000],
    ['nothing', undefined, 1000],
  ])('reads %s', (_, value, wanted) => {
    expect(parseRetryAfter(value, now)).toBe(wanted);
  });
});

describe('createPace', () => {
  async function measureMost(pace: ReturnType<typeof createPace>): Promise<number> {
    let active = 0;
    let most = 0;
    const one = () =>
      pace.take(async () => {
        active += 1;
        most = Math.max(most, active);
        await new Promise(setImmediate);
        active -= 1;
      });
    await Promise.all(Array.from({ length: 20 }, one));
    return most;
  }

  test('lets no more through at once than it may', async () => {
    expect(await measureMost(createPace(4))).toBe(4);
  });

  test('lets fewer through once the target asked for it, and says so', async () => {
    const pace = createPace(4);
    expect(pace.wasSlowed()).toBe(false);
    pace.slowDown(1);
    expect(await measureMost(pace)).toBe(2);
    expect(pace.wasSlowed()).toBe(true);
  });

  test('gives the place back when sending fails', async () => {
    const pace = createPace(1);
    await expect(pace.take(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
    expect(await pace.take(async () => 'sent')).toBe('sent');
  });
});
