import { afterEach, describe, expect, test } from '@jest/globals';
import { createBench, respond } from '../../../test/support/webhooks/bench.ts';
import { toRetryDelay } from './webhooks.ts';

const { open, receive, end } = createBench();
afterEach(end);

const minute = 60_000;
const hour = 60 * minute;

describe('the schedule', () => {
  test("is the one in the contract's assumptions", () => {
    const delays = Array.from({ length: 10 }, (_, at) => toRetryDelay(at + 1, { timeScale: 1 }));
    const hours = [2, 5, 10, 14, 20, 24].map((count) => count * hour);
    expect(delays).toEqual([5000, 5 * minute, 30 * minute, ...hours, undefined]);
  });

  test.each([
    ['is compressed', 1000, undefined, 5],
    ['has a minimum delay', 1e9, 0, 1],
    ['is overridden by a longer Retry-After', 1000, 3000, 3000],
    ['overrides a shorter Retry-After', 1, 3000, 5000],
    ['is limited to a day', 1, 1e12, 24 * hour],
  ])('%s', (_, timeScale, retryAfter, want) => {
    expect(toRetryDelay(1, { timeScale, retryAfter })).toBe(want);
  });
});

describe('the clock of the session', () => {
  test('triggers due retries when it is advanced, and not earlier', async () => {
    const receiver = await receive(respond(500, 500, 200));
    const { core, triggerOne, settled, waits } = await open([receiver.url], { timeScale: 1 });
    await core.clock.freeze(Date.UTC(2030, 0, 1));
    const delivery = await triggerOne();
    await waits(delivery);
    expect(delivery.nextAttemptAt).toBe('2030-01-01T00:00:05.000Z');
    await core.clock.advance(4999);
    expect(delivery.state).toBe('pending');
    await core.clock.advance(1);
    await waits(delivery, 2);
    expect(delivery.nextAttemptAt).toBe('2030-01-01T00:05:05.000Z');
    await core.clock.advance(5 * minute);
    await settled(delivery);
    expect(delivery.state).toBe('delivered');
    expect(delivery).not.toHaveProperty('nextAttemptAt');
    expect(delivery.attempts.map(({ at }) => at)).toEqual([
      '2030-01-01T00:00:00.000Z',
      '2030-01-01T00:00:05.000Z',
      '2030-01-01T00:05:05.000Z',
    ]);
  });

  test('holds retries while frozen, and continues when resumed', async () => {
    const receiver = await receive(respond(500, 200));
    const { core, triggerOne, settled, waits } = await open([receiver.url], { timeScale: 100 });
    await core.clock.freeze();
    const delivery = await triggerOne();
    await waits(delivery);
    // Another mock whose clock starts later and advances by the same time: its delivery would be sent first.
    const other = await open([(await receive(respond(500, 200))).url], { timeScale: 100 });
    await other.settled(await other.triggerOne());
    expect(delivery.state).toBe('pending');
    await core.clock.resume();
    await settled(delivery);
    expect(delivery.state).toBe('delivered');
  });

  test('waits as long as Retry-After requires', async () => {
    const receiver = await receive((response, number) => {
      response.writeHead(number === 0 ? 503 : 200, { 'retry-after': '3600' }).end();
    });
    const { core, triggerOne, settled, waits } = await open([receiver.url]);
    await core.clock.freeze(Date.UTC(2030, 0, 1));
    const delivery = await triggerOne();
    await waits(delivery);
    expect(delivery.nextAttemptAt).toBe('2030-01-01T01:00:00.000Z');
    await core.clock.advance(hour);
    await settled(delivery);
    expect(delivery.state).toBe('delivered');
  });
});

describe('a delivery', () => {
  test('is forgotten after 200 other completed ones', async () => {
    const receiver = await receive(respond(204));
    const { webhooks, session, triggerOne, settled } = await open([receiver.url]);
    const first = await triggerOne();
    await settled(first);
    for (let count = 0; count < 200; count += 1) await settled(await triggerOne());
    expect(await webhooks.listDeliveries(session)).toHaveLength(200);
    await expect(webhooks.replay(session, first.id)).rejects.toMatchObject({
      problem: 'not-found',
    });
  });
});
