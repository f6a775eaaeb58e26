import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { streamEvents } from './stream-events.ts';

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

describe('a stream of events', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('writes events with their ids, and a comment when nothing happens', () => {
    const sink = new TestSink();
    const stream = streamEvents(sink);
    stream.send('request', { path: 'a\nb' }, 7);
    stream.send('changed', {});
    expect(sink.text).toBe(
      ': following\n\nid: 7\nevent: request\ndata: {"path":"a\\nb"}\n\nevent: changed\ndata: {}\n\n',
    );
    sink.text = '';
    jest.advanceTimersByTime(30_000);
    expect(sink.text).toBe(': still here\n\n'.repeat(2));
  });

  test('ends for a client that does not read, and holds nothing more for it', () => {
    const sink = new TestSink();
    const stream = streamEvents(sink);
    const task = jest.fn();
    stream.until(task);
    sink.buffered = 5 * 1024 * 1024;
    sink.text = '';
    stream.send('request', {}, 1);
    stream.send('request', {}, 2);
    expect([sink.text, sink.isEnded, jest.getTimerCount()]).toEqual(['', true, 0]);
    expect(task).toHaveBeenCalledTimes(1);
  });

  test('runs its tasks once when the client leaves, or has left already', () => {
    const sink = new TestSink();
    const stream = streamEvents(sink);
    const tasks = [jest.fn(), jest.fn()];
    stream.until(...tasks.slice(0, 1));
    sink.leave();
    stream.until(...tasks.slice(1));
    for (const task of tasks) expect(task).toHaveBeenCalledTimes(1);
    expect(jest.getTimerCount()).toBe(0);
  });
});
