import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { type Api, Refused } from './api.ts';
import { followMock, readEvents } from './follow.ts';
import type { Loader, Part } from './load.ts';
import type { Model } from './model.ts';

async function read(...chunks: (string | Uint8Array)[]) {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const chunk of chunks)
        controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : chunk);
      controller.close();
    },
  });
  const events = [];
  for await (const event of readEvents(body)) events.push(event);
  return events;
}

describe('readEvents', () => {
  test('reads type, id and data, and skips comments', async () => {
    expect(await read(': following\n\nid: 7\nevent: request\ndata: {"a":\ndata: 1}\n\n')).toEqual([
      { type: 'request', id: '7', data: '{"a":\n1}' },
    ]);
  });

  test('joins chunks that split a character or an end of line', async () => {
    const bytes = new TextEncoder().encode('data: é\r\n\r\ndata: 2\n\ndata: not whole');
    const pieces = [...bytes].map((byte) => Uint8Array.of(byte));
    expect((await read(...pieces)).map(({ data }) => data)).toEqual(['é', '2']);
  });
});

describe('followMock', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** Returns the parts that are reloaded after requests with these methods and statuses. */
  async function listScheduled(...requests: [method: string, status: number][]) {
    const scheduled: Part[] = [];
    const events = requests.map(([method, status], at) => {
      const entry = { id: at + 1, method, status, session: 'default' };
      return `event: request\ndata: ${JSON.stringify(entry)}\n\n`;
    });
    const responses = [new Response(events.join(''))];
    const api: Api = {
      call: () => Promise.reject(new Error('nothing is called')),
      open: async () => {
        const response = responses.shift();
        if (response === undefined) throw new Refused(401, {});
        return response;
      },
    };
    const loader: Loader = {
      load: async () => {},
      schedule: (...parts) => {
        scheduled.push(...parts);
      },
    };
    const model: Pick<Model, 'requests' | 'session' | 'sessions'> = {
      requests: [],
      session: 'default',
      sessions: [],
    };
    // The comparison reads only the requests of the model.
    const store = { model: model as Model, set: () => {} };
    const followed = followMock(api, store, loader);
    await jest.advanceTimersByTimeAsync(10_000);
    await followed;
    return scheduled;
  }

  test('reads the state again only after a successful change', async () => {
    expect(await listScheduled(['POST', 201])).toContain('state');
    for (const [method, status] of [
      ['GET', 200],
      ['PATCH', 404],
      ['PATCH', 304],
      ['POST', 199],
    ] as const)
      expect(await listScheduled([method, status])).not.toContain('state');
  });
});
