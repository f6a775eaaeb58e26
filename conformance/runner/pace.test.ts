import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createLatency, createPace, parseRetryAfter, wait } from './pace.ts';

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
      pace.take('reads', async () => {
        active += 1;
        most = Math.max(most, active);
        await new Promise(setImmediate);
        active -= 1;
      });
    await Promise.all(Array.from({ length: 20 }, one));
    return most;
  }

  test('allows only the permitted number of concurrent requests', async () => {
    expect(await measureMost(createPace(4))).toBe(4);
  });

  test('reports whether it was slowed down', () => {
    const pace = createPace(4);
    expect(pace.wasSlowed()).toBe(false);
    pace.slowDown('reads', { waitMs: 0, sentAt: Date.now() });
    expect(pace.wasSlowed()).toBe(true);
  });

  test('counts simultaneous refusals as one', async () => {
    const pace = createPace(4);
    const sentAt = Date.now() - 10;
    for (let count = 0; count < 10; count += 1) pace.slowDown('reads', { waitMs: 0, sentAt });
    expect(await measureMost(pace)).toBe(4);
  });

  test('frees the slot if sending fails', async () => {
    const pace = createPace(1);
    await expect(pace.take('reads', () => Promise.reject(new Error('lost')))).rejects.toThrow(
      'lost',
    );
    expect(await pace.take('reads', async () => 'sent')).toBe('sent');
  });
});

describe('createPace with a target that allows 50 requests per second, 10 of them concurrent', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** Measures the duration of `count` requests with fake timers, in milliseconds. */
  async function measure(count: number, toWait: (now: number) => number): Promise<number> {
    const pace = createPace(16);
    const startedAt = Date.now();
    let saved = { tokens: 10, at: startedAt };
    const isTaken = () => {
      const now = Date.now();
      saved = { tokens: Math.min(10, saved.tokens + (now - saved.at) / 20), at: now };
      if (saved.tokens < 1) return false;
      saved.tokens -= 1;
      return true;
    };
    const request = async (): Promise<void> => {
      let sentAt = 0;
      const taken = await pace.take('writes', async () => {
        sentAt = Date.now();
        await wait(2);
        return isTaken();
      });
      if (taken) return;
      pace.slowDown('writes', { waitMs: toWait(Date.now()), sentAt });
      await request();
    };
    const all = Promise.all(Array.from({ length: count }, request));
    let isDone = false;
    void all.then(() => {
      isDone = true;
    });
    while (!isDone) await jest.advanceTimersByTimeAsync(5);
    return Date.now() - startedAt;
  }

  test.each([
    ['whole seconds', () => 1000],
    ['a date, which is rounded up', (now: number) => 1000 - (now % 1000) + 1000],
  ])('gets close to that rate if told to wait for %s', async (_, toWait) => {
    expect(await measure(1000, toWait)).toBeLessThan(1.6 * 20_000);
  });
});

function measure(...milliseconds: readonly number[]) {
  const latency = createLatency(() => false);
  for (const one of milliseconds) latency.note(one);
  return latency;
}

describe('the round trip to a target', () => {
  test('is that of the fastest response if all take about the same time', () => {
    expect(measure(320, 302, 305, 309, 410, 301).roundTripMs()).toBe(301);
    expect(measure(2, 1, 1).roundTripMs()).toBe(1);
  });

  test('is unknown if responses of a busy machine vary', () => {
    expect(measure(1400, 260, 900, 210, 480, 700).roundTripMs()).toBe(0);
  });

  test('is unknown if all responses wait for the processor', () => {
    const latency = createLatency(() => true);
    for (const milliseconds of [460, 480, 471]) latency.note(milliseconds);
    expect(latency.roundTripMs()).toBe(0);
  });

  test('is unknown before the first response', () => {
    expect(measure().roundTripMs()).toBeUndefined();
    expect(measure().slowestMs()).toBe(0);
  });
});
