import net from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { openProxy, sendText, serve, serveBytes } from '../../test/support/open-proxy.ts';

const workspace = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const sites = `/v1/workspaces/${workspace}/sites`;
const page = '{"data":[],"hasMore":false}';
const final = `HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: ${page.length}\r\n\r\n${page}`;
const hints = 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\nX-Odd: 1\r\n\r\n';

/** Writes a request that closes its connection. */
const write = (headers = '', version = '1.1'): string =>
  `GET ${sites} HTTP/${version}\r\nHost: x\r\nAuthorization: Bearer k\r\nConnection: close\r\n${headers}\r\n`;

const readStatuses = (text: string): string[] => text.match(/(?<=HTTP\/1\.1 )\d+/g) ?? [];

describe('interim responses', () => {
  test.each([false, true])('are forwarded as they are (fail: %s)', async (fail) => {
    const processing = 'HTTP/1.1 102 Processing\r\nConnection: x-own\r\nX-Own: no\r\n\r\n';
    const { port } = await openProxy(await serveBytes(processing, hints, hints, final), { fail });
    const text = await sendText(port, write());
    expect(text.startsWith(`HTTP/1.1 102 Processing\r\n\r\n${hints}${hints}HTTP/1.1 201 `)).toBe(
      true,
    );
    expect(text.endsWith(page)).toBe(true);
  });

  test('arrive before the upstream has the final one', async () => {
    const { port } = await openProxy(await serveBytes(hints));
    expect(await sendText(port, write(), '\r\n\r\n')).toBe(hints);
  });

  test.each([
    ['HTTP/1.0', write('', '1.0'), hints],
    [
      'an expectation, which the proxy has answered',
      write('Expect: 100-continue\r\n'),
      'HTTP/1.1 100 Continue\r\n\r\n',
    ],
  ])('are not repeated for a client of %s', async (_title, request, interim) => {
    const { port } = await openProxy(await serveBytes(interim, final));
    const expected = request.includes('Expect') ? ['100', '201'] : ['201'];
    expect(readStatuses(await sendText(port, request))).toEqual(expected);
  });
});

describe.each([false, true])('with fail: %s', (fail) => {
  const errors: string[] = [];
  const open = async (...parts: readonly string[]) => {
    errors.length = 0;
    return openProxy(await serveBytes(...parts), { fail, onError: (line) => errors.push(line) });
  };

  test('a 304 may have a length, but no body', async () => {
    const { port, judged } = await open('HTTP/1.1 304 Not Modified\r\nContent-Length: 55\r\n\r\n');
    const text = await sendText(port, write('If-None-Match: "x"\r\n'));
    expect(text).toMatch(/^HTTP\/1\.1 304 Not Modified\r\nContent-Length: 55\r\n/);
    expect(text.endsWith('\r\n\r\n')).toBe(true);
    expect(errors).toEqual([]);
    expect(judged).toHaveLength(1);
  });

  test('a malformed body gets one response, and the proxy keeps running', async () => {
    const { port, url } = await open(final);
    const broken = write('Transfer-Encoding: chunked\r\n').replace('GET', 'POST');
    for (const rest of ['zz\r\n', '2\r\n{}\r\nzz\r\n', '2\r\n{}zz'])
      expect(readStatuses(await sendText(port, `${broken}${rest}`)).length).toBeLessThan(2);
    expect((await fetch(url + sites)).status).toBe(fail ? 502 : 201);
    expect(errors).toEqual([]);
  });

  test('an upstream that breaks off is reported', async () => {
    const upstream = await serve((_, response) => {
      response.writeHead(201, { 'Content-Type': 'application/json', 'Content-Length': 100 });
      response.write('{"data":', () => setImmediate(() => response.destroy()));
    });
    errors.length = 0;
    const onError = (line: string): void => void errors.push(line);
    const { port } = await openProxy(upstream, { fail, onError });
    const text = await sendText(port, write());
    expect(readStatuses(text)).toEqual([fail ? '502' : '201']);
    expect(text.includes('aborted its response')).toBe(fail);
    expect(errors).toEqual([`GET ${sites}: the upstream aborted its response`]);
  });
});

test('headers keep their case, their order and their repetitions', async () => {
  const headers = 'X-One: 1\r\nset-cookie: a=1\r\nSet-Cookie: b=2\r\nX-one: é\r\n';
  const reply = `HTTP/1.1 201 Created\r\n${headers}Content-Length: 0\r\n\r\n`;
  const { port } = await openProxy(
    await serveBytes(Buffer.from(reply, 'latin1').toString('latin1')),
  );
  expect(await sendText(port, write())).toContain(
    'X-One: 1\r\nset-cookie: a=1\r\nSet-Cookie: b=2\r\nX-one: ',
  );
});

test('requests behind one that closes the connection are not forwarded', async () => {
  const targets: (string | undefined)[] = [];
  const upstream = await serve((message, response) => {
    targets.push(message.url);
    response.end('{}');
  });
  const { port } = await openProxy(upstream);
  for (const option of ['Connection: close', 'Connection:\tclose']) {
    const first = `GET /first HTTP/1.1\r\nHost: x\r\n${option}\r\n\r\n`;
    await sendText(port, `${first}GET /second HTTP/1.1\r\nHost: x\r\n\r\n`);
  }
  expect(targets).toEqual(['/first', '/first']);
});

test('requests of a connection are forwarded one after the other', async () => {
  const targets: (string | undefined)[] = [];
  let isBusy = false;
  const upstream = await serve((message, response) => {
    expect(isBusy).toBe(false);
    isBusy = true;
    targets.push(message.url);
    setImmediate(() => {
      isBusy = false;
      response.end(message.url);
    });
  });
  const { port } = await openProxy(upstream);
  const requests = ['/a', '/b', '/c'].map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await sendText(port, requests.join(''), '/c');
  expect(targets).toEqual(['/a', '/b', '/c']);
});

test('a client that resets its connection while the upstream responds ends nothing', async () => {
  const upstream = await serve((_, response) => response.end('x'.repeat(1_000_000)));
  const { port, url } = await openProxy(upstream);
  for (let round = 0; round < 20; round += 1) {
    const socket = net.connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write('GET /a HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3), () => {
      setTimeout(() => socket.resetAndDestroy(), round % 5);
    });
    await new Promise((resolve) => socket.once('close', resolve));
  }
  expect((await fetch(url)).status).toBe(200);
});
