import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { WholeResponse } from './whole-response.ts';

/** Sends a body whole to a client that starts to read then. @returns whether the response had finished at once */
async function send(body: string): Promise<boolean> {
  const server = createServer({ ServerResponse: WholeResponse });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = connect(port, '127.0.0.1').pause();
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const [, response] = await once(server, 'request');
  let isFinished = false;
  const finished = once(response, 'finish');
  response.once('finish', () => {
    isFinished = true;
  });
  response.sendWhole(200, ['Content-Length', String(body.length)], body);
  const atOnce = isFinished;
  let received = 0;
  for await (const chunk of client) {
    received += chunk.length;
    if (received > body.length) break;
  }
  await finished;
  server.close();
  return atOnce;
}

test('a response that leaves at once has finished at once', async () => {
  expect(await send('small')).toBe(true);
});

test('a response that has to wait for its reader finishes when all of it is sent', async () => {
  expect(await send('x'.repeat(20_000_000))).toBe(false);
});
