import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { call, sitesOf } from '../../../test/support/test-client.ts';
import { createMemoryApi } from '../../create-api.ts';
import { createMemoryCore } from '../../create-core.ts';
import { EventFeed } from './stream-events.ts';

class TestSink {
  text = '';
  buffered = 0;
  isEnded = false;
  isAborted = false;
  /** Whether the client reads nothing at the moment. */
  isStalled = false;
  #resume = (): void => {};
  readonly #leaving = new AbortController();
  readonly signal = this.#leaving.signal;
  write(text: string): void {
    this.text += text;
  }
  drained(): Promise<void> {
    return new Promise((resolve) => {
      if (this.isStalled) this.#resume = resolve;
      else resolve();
    });
  }
  /** The client reads what was written. */
  read(): void {
    this.#resume();
  }
  end(): void {
    this.isEnded = true;
  }
  abort(): void {
    this.isAborted = true;
    this.leave();
  }
  leave(): void {
    this.#leaving.abort();
  }
}

/** Creates a mock and its event feed. */
function start() {
  const { core, memory } = createMemoryCore({ seed: 1 });
  const feed = new EventFeed(core.store.journal, core.events);
  return { mock: createMemoryApi(core, memory), events: core.events, feed };
}

/** Lets promises go on. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
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
    const { mock, events, feed } = start();
    await call(mock, list);
    await call(mock, list);
    const [all, some] = [new TestSink(), new TestSink()];
    feed.add(all, {}, 1);
    feed.add(some, { operation: 'createSite', status: '4xx', session: 'default' });
    expect(all.text).toBe(': following\n\n');
    await settle();
    await call(mock, `POST ${sitesOf()}`, { json: { name: 'One' } });
    events.emit({ type: 'changed', data: { session: 'other' } });
    await call(mock, `POST ${sitesOf()}`, { json: {} });
    const events2to4 = all.text.match(/^(?:id|event): (?!request).+/gm);
    expect(events2to4).toEqual(['id: 2', 'id: 3', 'event: changed', 'id: 4']);
    expect(all.text).toContain('event: changed\ndata: {"session":"other"}\n\n');
    expect(some.text.match(/^(?:id|event): .+/gm)).toEqual(['id: 4', 'event: request']);
  });

  test('disconnects a reader that does not read, and sends a comment to the others when idle', async () => {
    const { mock, feed } = start();
    const [stalled, other] = [new TestSink(), new TestSink()];
    feed.add(stalled, {});
    feed.add(other, {});
    stalled.buffered = 300 * 1024;
    stalled.text = '';
    await call(mock, list);
    expect([stalled.text, stalled.isAborted, other.isAborted, feed.size]).toEqual([
      '',
      true,
      false,
      1,
    ]);
    expect(other.text).toContain('id: 1\n');
    other.text = '';
    jest.advanceTimersByTime(30_000);
    expect(other.text).toBe(': keep-alive\n\n'.repeat(2));
  });

  test('stops following once its readers have left', async () => {
    const { mock, feed } = start();
    const [first, second] = [new TestSink(), new TestSink()];
    second.leave();
    feed.add(first, {});
    feed.add(second, {});
    first.leave();
    first.leave();
    const { text } = first;
    await call(mock, list);
    expect([feed.size, jest.getTimerCount(), first.isEnded, first.text]).toEqual([
      0,
      0,
      true,
      text,
    ]);
  });

  test('reads earlier requests only as fast as the client does, and misses none', async () => {
    const { mock, feed } = start();
    for (let count = 0; count < 30; count += 1) await call(mock, list);
    const reader = new TestSink();
    reader.isStalled = true;
    feed.add(reader, {}, 2);
    await settle();
    const readIds = () => reader.text.match(/(?<=^id: )\d+/gm)?.map(Number);
    expect(readIds()).toEqual([3]);
    await call(mock, list);
    expect(readIds()).toEqual([3]);
    reader.isStalled = false;
    reader.read();
    await settle();
    await call(mock, list);
    expect(readIds()).toEqual(Array.from({ length: 30 }, (_, at) => at + 3));
  });

  test('disconnects a reader that has read nothing since the last heartbeat', () => {
    const { feed } = start();
    const [stalled, slow] = [new TestSink(), new TestSink()];
    feed.add(stalled, {});
    feed.add(slow, {});
    for (const buffered of [300, 200, 100]) {
      stalled.buffered = 300;
      slow.buffered = buffered;
      jest.advanceTimersByTime(15_000);
    }
    expect([stalled.isAborted, slow.isAborted, feed.size]).toEqual([true, false, 1]);
  });
});
