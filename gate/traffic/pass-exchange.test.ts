import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import net from 'node:net';
import { expect, test } from '@jest/globals';
import { openProxy, serve } from '../../test/support/open-proxy.ts';

const sites = '/v1/workspaces/7c9e6679-7425-40de-944b-e07fc1f90ae7/sites';
const headers = { authorization: 'Bearer key', 'content-type': 'application/json' };

/** Sends a request at the HTTP level, with parts that `fetch` hides. */
async function exchange(url: string, options: RequestOptions = {}, body?: string | Buffer) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = request(url, options, resolve);
    outgoing.on('error', reject);
    outgoing.end(body);
  });
  const chunks: Buffer[] = [];
  const error = await (async () => {
    for await (const chunk of response) chunks.push(chunk);
  })().catch((reason: unknown) => String(reason));
  return { response, body: Buffer.concat(chunks), error };
}

test('forwards HEAD and trailers', async () => {
  const upstream = await serve((message, response) => {
    if (message.method === 'HEAD') {
      response.writeHead(201, { 'Content-Length': 1234 });
      response.end();
      return;
    }
    response.writeHead(200, { Trailer: 'X-Checksum' });
    response.write('part');
    response.addTrailers({ 'X-Checksum': '42' });
    response.end();
  });
  const { url } = await openProxy(upstream);
  const head = await exchange(`${url}/a`, { method: 'HEAD' });
  expect([head.response.statusCode, head.response.headers['content-length']]).toEqual([
    201,
    '1234',
  ]);
  const { response, body } = await exchange(`${url}/a`);
  expect(body.toString()).toBe('part');
  expect(response.trailers).toEqual({ 'x-checksum': '42' });
});

test('sends the headers of a stream before its first event', async () => {
  const upstream = await serve((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.flushHeaders();
  });
  const { url } = await openProxy(upstream);
  const response = await fetch(`${url}/events`);
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  await response.body?.cancel();
});

test.each([false, true])(
  'forwards large bodies in both directions without validating them (fail: %s)',
  async (fail) => {
    const large = Buffer.alloc(5_000_000, 'é');
    const upstream = await serve((message, response) => {
      const chunks: Buffer[] = [];
      message.on('data', (chunk) => chunks.push(chunk));
      message.on('end', () => {
        response.writeHead(201, { 'Content-Type': 'application/json' });
        response.end(Buffer.concat(chunks));
      });
    });
    const { url, judged } = await openProxy(upstream, { fail });
    const { body } = await exchange(`${url}${sites}`, { method: 'POST', headers }, large);
    expect(body.equals(large)).toBe(true);
    expect(judged.map(({ violations }) => violations)).toEqual([[]]);
  },
);

test('an upstream that dies during a response is reported, and the response to the client ends', async () => {
  const errors: string[] = [];
  const upstream = await serve((_, response) => {
    response.writeHead(201, { 'Content-Type': 'application/json', 'Content-Length': 100 });
    response.write('{"data":');
    setImmediate(() => response.destroy());
  });
  const { url } = await openProxy(upstream, { onError: (line) => errors.push(line) });
  const { error } = await exchange(`${url}${sites}`, { headers });
  expect(error).toContain('aborted');
  expect(errors).toEqual([`GET ${sites}: the upstream aborted its response`]);
});

test('a client that disconnects ends the request to the upstream as well', async () => {
  const left = new Promise<void>((resolve, reject) => {
    serve((_, response) => {
      response.once('close', resolve);
      // This server never responds. The client disconnects when the request arrives.
      client?.destroy();
    })
      .then(openProxy)
      .then(({ port }) => {
        client = net.connect(port, '127.0.0.1');
        client.write('GET /a HTTP/1.1\r\nHost: x\r\n\r\n');
      }, reject);
  });
  let client: net.Socket | undefined;
  await left;
});

test('a response before the request is complete leaves the connection usable', async () => {
  const upstream = await serve((message, response) => {
    if (message.method === 'POST') {
      response.writeHead(413, { 'Content-Length': 0, Connection: 'close' });
      response.end();
    } else response.end('next');
  });
  const { port } = await openProxy(upstream);
  const socket = net.connect(port, '127.0.0.1');
  const length = 300_000;
  socket.write(`POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\nfirst`);
  let text = '';
  let isFirst = true;
  for await (const chunk of socket) {
    text += String(chunk);
    if (isFirst && text.includes('413')) {
      isFirst = false;
      socket.write('x'.repeat(length - 5));
      socket.write('GET /b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    }
  }
  expect(text).toContain('next');
});

test('a request meant for a forward proxy is refused with a hint, or treated as an ordinary one', async () => {
  const upstream = await serve((message, response) => response.end(message.url));
  const { port } = await openProxy(`${upstream}/base`);
  const send = async (text: string) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.write(text);
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    return answer;
  };
  const absolute =
    'GET http://sites.example/v1?x=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
  expect(await send(absolute)).toMatch(/\/base\/v1\?x=1$/);
  const connect = 'CONNECT sites.example:443 HTTP/1.1\r\nHost: sites.example:443\r\n\r\n';
  expect(await send(connect)).toMatch(/^HTTP\/1\.1 400 /);
});
