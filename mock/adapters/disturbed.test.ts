import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { sitesOf } from '../../test/support/test-client.ts';
import { withoutTimers } from '../../test/support/without-timers.ts';
import { createMock } from '../create-mock.ts';
import type { Listening } from '../server-types.ts';

const mock = createMock({ seed: 1 });
const headers = { authorization: `Bearer ${mock.apiKeys[0]}`, 'content-type': 'application/json' };
const body = JSON.stringify({ name: 'One' });
let listening: Listening;
beforeAll(async () => {
  listening = await mock.listen();
});
afterEach(() => mock.faults.clear());
afterAll(() => mock.close());

/** Sends a request over a socket, and returns whether the response was complete, or how it failed. */
function send(method: string, url = listening.url): Promise<string> {
  return new Promise((resolve) => {
    const options = { method, headers, agent: false };
    const sent = request(`${url}${sitesOf()}`, options, (response) => {
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
      });
      response.on('end', () => resolve(`${response.statusCode} whole`));
      response.on('error', ({ message }) => {
        const whole = Number(response.headers['content-length']);
        const fault = response.headers['x-mock-fault'];
        resolve(
          `${response.statusCode} ${message} at ${size / whole > 0.4 && size < whole} ${fault}`,
        );
      });
    });
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    sent.end(method === 'POST' ? body : undefined);
  });
}

const count = async (): Promise<number> => (await mock.snapshot()).contents.length;

describe('a fault on a socket', () => {
  test.each(['GET', 'POST'])('resets the connection of %s', async (method) => {
    const before = await count();
    mock.faults.add({ next: 1, effect: { kind: 'reset' } });
    expect(await send(method)).toBe('ECONNRESET');
    expect(await count()).toBe(before);
    expect(await send(method)).toBe('201 whole');
  });

  test.each(['GET', 'POST'])('truncates the response to %s', async (method) => {
    const before = await count();
    const { id } = mock.faults.add({ next: 1, effect: { kind: 'truncate' } });
    expect(await send(method)).toBe(`201 aborted at true ${id}; truncate`);
    expect(await count()).toBe(before);
  });

  test('never responds, until the client disconnects', async () => {
    mock.faults.add({ effect: { kind: 'hang' } });
    const leaving = new AbortController();
    const answer = fetch(`${listening.url}${sitesOf()}`, { headers, signal: leaving.signal });
    const arrived = new Promise<void>((resolve) => {
      mock.journal.subscribe(({ status }) => status === 0 && resolve());
    });
    await arrived;
    leaving.abort(new Error('enough'));
    await expect(answer).rejects.toThrow('enough');
  });

  test('does not keep the server from closing if it hangs', async () => {
    const other = createMock({ seed: 1 });
    const { url } = await other.listen();
    other.faults.add({ effect: { kind: 'hang' } });
    const arrived = new Promise<void>((resolve) => {
      other.journal.subscribe(() => resolve());
    });
    const answer = send('GET', url);
    await arrived;
    await withoutTimers(() => other.close());
    expect(await answer).toBe('ECONNRESET');
  });
});

describe('a fault with fetch', () => {
  const ask = (signal?: AbortSignal): Promise<Response> =>
    mock.fetch(new Request(`http://localhost${sitesOf()}`, { headers, ...(signal && { signal }) }));

  test('rejects like a network error if the connection is reset', async () => {
    mock.faults.add({ effect: { kind: 'reset' } });
    await expect(ask()).rejects.toThrow(TypeError);
    await expect(ask()).rejects.toThrow('fetch failed');
  });

  test('truncates the response', async () => {
    mock.faults.add({ effect: { kind: 'truncate' } });
    const response = await ask();
    expect(response.status).toBe(201);
    await expect(response.text()).rejects.toThrow('terminated');
  });

  test.each(['hang', 'latency'] as const)('ends when the request is aborted: %s', async (kind) => {
    mock.faults.add({ effect: kind === 'hang' ? { kind } : { kind, milliseconds: 60_000 } });
    const leaving = new AbortController();
    const answer = ask(leaving.signal);
    leaving.abort(new Error('enough'));
    await expect(answer).rejects.toThrow('enough');
    await expect(ask(AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
  });
});
