import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { call, sitesOf } from '../../../test/support/test-client.ts';
import { createCore } from '../../create-core.ts';
import { EventFeed } from './stream-events.ts';

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
  const { core, store, events } = createCore({ seed: 1 }, () => 0);
  return { core, events, feed: new EventFeed(store.journal, events) };
}

const list = `GET ${sitesOf()}`;

describe('an event stream', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('batches events into one write, and sends a comment when idle', async () => {
    const { core, events, feed } = start();
    const sink = new TestSink();
    feed.add(sink, {});
    expect(sink.text).toBe(': following\n\n');
    sink.text = '';
    const write = jest.spyOn(sink, 'write');
    await call(core, list);
    events.emit({ type: 'changed', data: { session: 'a' } });
    await call(core, list);
    expect(sink.text).toBe('');
    jest.advanceTimersByTime(50);
    expect(write).toHaveBeenCalledTimes(1);
    expect(sink.text.match(/^(?:id|event): .+/gm)).toEqual([
      'id: 1',
      'event: request',
      'event: changed',
      'id: 2',
      'event: request',
    ]);
    expect(sink.text).toContain('event: changed\ndata: {"session":"a"}\n\n');
    sink.text = '';
    jest.advanceTimersByTime(30_000);
    expect(sink.text).toBe(': keep-alive\n\n'.repeat(2));
  });

  test('sends each reader the requested events from its last id on', async () => {
    const { core, events, feed } = start();
    await call(core, list);
    await call(core, list);
    const [all, some] = [new TestSink(), new TestSink()];
    feed.add(all, {}, 1);
    feed.add(some, { operation: 'createSite', status: '4xx', session: 'default' });
    await Promise.resolve();
    expect(all.text.match(/^id: \d+/gm)).toEqual(['id: 2']);
    await call(core, `POST ${sitesOf()}`, { json: { name: 'One' } });
    await call(core, `POST ${sitesOf()}`, { json: {} });
    await call(core, list);
    events.emit({ type: 'changed', data: { session: 'other' } });
    jest.advanceTimersByTime(50);
    expect(all.text.match(/^id: \d+/gm)).toEqual(['id: 2', 'id: 3', 'id: 4', 'id: 5']);
    expect(some.text.match(/^(?:id|event): .+/gm)).toEqual(['id: 4', 'event: request']);
  });

  test('disconnects a reader that does not read, and frees its buffer', async () => {
    const { core, feed } = start();
    const [stalled, other] = [new TestSink(), new TestSink()];
    feed.add(stalled, {});
    feed.add(other, {});
    stalled.buffered = 300 * 1024;
    stalled.text = '';
    await call(core, list);
    jest.advanceTimersByTime(50);
    expect([stalled.text, stalled.isEnded, other.isEnded, feed.size]).toEqual(['', true, false, 1]);
    expect(other.text).toContain('id: 1\n');
  });

  test('stops following once its readers have left', async () => {
    const { core, feed } = start();
    const [first, second] = [new TestSink(), new TestSink()];
    second.leave();
    feed.add(first, {});
    feed.add(second, {});
    await call(core, list);
    first.leave();
    first.leave();
    expect([feed.size, jest.getTimerCount(), first.isEnded]).toEqual([0, 0, true]);
    await call(core, list);
    expect(jest.getTimerCount()).toBe(0);
  });
});
