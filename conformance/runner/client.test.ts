import { createServer } from 'node:http';
import { expect, test } from '@jest/globals';
import { listen } from '../../test/support/listen.ts';
import { createHttpClient } from './client.ts';

/** These are names of properties that every ordinary object has. */
test.each(['__proto__', 'constructor', 'toString', 'x-unknown'])(
  'a response with Content-Encoding %s is read as it is',
  async (encoding) => {
    const server = createServer((_, response) => {
      response.writeHead(200, { 'Content-Encoding': encoding }).end('body');
    });
    const { port, close } = await listen(server);
    const client = createHttpClient({
      baseUrl: `http://127.0.0.1:${port}`,
      headers: {},
      signal: new AbortController().signal,
    });
    const request = { method: 'GET', path: '/', headers: {}, credential: { value: undefined } };
    const { reply, error } = await client.send({ ...request, body: undefined }, 5000, 'new');
    expect([error, reply?.status]).toEqual([undefined, 200]);
    client.close();
    await close();
  },
);
