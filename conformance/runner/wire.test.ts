import { Agent } from 'node:http';
import { expect, test } from '@jest/globals';
import { sendOnce } from './wire.ts';

test('a request of a run that has stopped is a request without a response, and no error', async () => {
  const controller = new AbortController();
  controller.abort();
  const { reply, loss, error } = await sendOnce(
    {
      method: 'GET',
      path: '/',
      headers: {},
      credential: { value: undefined, shown: undefined },
      body: undefined,
    },
    {
      // Nothing is sent there.
      baseUrl: 'http://127.0.0.1:9',
      agent: new Agent(),
      headers: {},
      forward: undefined,
      timeoutMs: 1000,
      signal: controller.signal,
    },
  );
  expect({ reply, loss, error }).toEqual({
    reply: undefined,
    loss: 'timeout',
    error: 'the run ended before a response came',
  });
});
