import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { call, sitesOf } from '../../../test/support/test-client.ts';
import { createCore } from '../../create-core.ts';
import { createEventFeed } from './stream-events.ts';

class TestSink {
  text = '';
  buffered = 0;
  isEnded = false;
  readonly #leaving = new AbortController();
  readonly signal = this.#leaving.signal;
  write(text: string): void {
    this.text += text;
  }
  end(): void {
    this.isEnded = true;
  }
  leave(): void {
    this.#leaving.abort();
  }
}

/** Creates a mock and its event feed. */
function start() {
  const { core, store, events } = createCore({ seed: 1 });
  return { core, events, feed: createEventFeed(store.journal, events) };
}

const list = `GET ${sitesOf()}`;

describe('an event stream', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('sends each reader the requested events from its last id on', async () => {
    const { core, events, feed } = start();
    await call(core, list);
    await call(core, list);
    const [all, some] = [new TestSink(), new TestSink()];
    feed.add(all, {}, 1);
    feed.add(some, { operation: 'createSite', status: '4xx', session: 'default' });
    expect(all.text).toBe(': following\n\n');
    await Promise.resolve();
    await call(core, `POST ${sitesOf()}`, { json: { name: 'One' } });
    events.emit({ type: 'changed', data: { session: 'other' } });
    await call(core, `POST ${sitesOf()}`, { json: {} });
    const events2to4 = all.text.match(/^(?:id|event): (?!request).+/gm);
    expect(events2to4).toEqual(['id: 2', 'id: 3', 'event: changed', 'id: 4']);
    expect(all.text).toContain('event: changed\ndata: {"session":"other"}\n\n');
    expect(some.text.match(/^(?:id|event): .+/gm)).toEqual(['id: 4', 'event: request']);
  });

  test('disconnects a reader that does not read, and sends a comment to the others when idle', async () => {
    const { core, feed } = start();
    const [stalled, other] = [new TestSink(), new TestSink()];
    feed.add(stalled, {});
    feed.add(other, {});
    stalled.buffered = 300 * 1024;
    stalled.text = '';
    await call(core, list);
    expect([stalled.text, stalled.isEnded, other.isEnded, feed.size]).toEqual(['', true, false, 1]);
    expect(other.text).toContain('id: 1\n');
    other.text = '';
    jest.advanceTimersByTime(30_000);
    expect(other.text).toBe(': keep-alive\n\n'.repeat(2));
  });

  test('stops following once its readers have left', async () => {
    const { core, feed } = start();
    const [first, second] = [new TestSink(), new TestSink()];
    second.leave();
    feed.add(first, {});
    feed.add(second, {});
    first.leave();
    first.leave();
    const { text } = first;
    await call(core, list);
    expect([feed.size, jest.getTimerCount(), first.isEnded, first.text]).toEqual([
      0,
      0,
      true,
      text,
    ]);
  });
});
