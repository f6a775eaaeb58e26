import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { sitesOf } from '../../test/support/test-client.ts';
import { createMock, defaultApiKey, type Listening, type Mock } from '../index.ts';

let mock: Mock;
let listening: Listening;
beforeEach(async () => {
  mock = createMock({ seed: 1 });
  listening = await mock.listen({ control: true });
});
afterEach(() => mock.close());

/** Sends bytes, half-closes where asked to, and returns everything that arrives until the server closes or is silent. */
function send(parts: readonly string[], { end = true } = {}): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(listening.port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
    });
    socket.on('error', () => {});
    socket.once('close', () => resolve(text));
    const [first = '', ...others] = parts;
    socket.write(first, 'latin1', () => {
      for (const part of others) socket.write(part, 'latin1');
      if (end) socket.end();
    });
  });
}

const get = 'GET /x HTTP/1.1\r\nHost: x\r\n\r\n';
const chunked = 'POST /x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n';
const post = 'POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}';
const key = `Authorization: Bearer ${defaultApiKey}\r\n`;
const create = (name: string): string => {
  const body = JSON.stringify({ name });
  return `POST ${sitesOf()} HTTP/1.1\r\nHost: x\r\n${key}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
};
const list = `GET ${sitesOf()} HTTP/1.1\r\nHost: x\r\n${key}\r\n`;
const controlPost = post.replace('/x', '/__mock/reset');

describe('the mock answers on after', () => {
  test.each([
    ['bodies in every framing, then a GET, in one packet', [chunked + post + get]],
    ['the same in pieces', [chunked, post, get]],
    ['the same with bodies that are read', [chunked.replace('/x', sitesOf()) + create('a') + list]],
    [
      'the same to the control surface',
      [chunked.replace('/x', '/__mock/reset') + controlPost + get],
    ],
    ['requests to both, in turn', [controlPost + create('a') + controlPost + list + get]],
    [
      'a GET with a body that nobody reads',
      [get.replace('\r\n\r\n', '\r\nContent-Length: 3\r\n\r\nabc') + get],
    ],
    ['a body that ends too early', [create('a').slice(0, -3)]],
    ['a chunk that is none', [`${chunked.slice(0, -5)}zz\r\n`, get]],
    [
      'an upgrade',
      [get.replace('Host: x', 'Host: x\r\nConnection: Upgrade\r\nUpgrade: websocket'), get],
    ],
    [
      'an expectation in the middle',
      [post + post.replace('Host: x', 'Host: x\r\nExpect: 100-continue') + get],
    ],
    ['nothing', ['']],
  ])('%s', async (_title, parts) => {
    for (let round = 0; round < 2; round += 1) {
      await send(parts);
      await send([parts.join('').repeat(20)]);
    }
    expect((await fetch(listening.url)).status).toBe(404);
  });
});
