import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { siteKind } from '../../service/mock/site-records.ts';
import { until } from '../../test/installed/until.ts';
import { open } from '../../test/support/open-proxy.ts';
import { sitesOf } from '../../test/support/test-client.ts';
import { createMock, defaultApiKey, type Listening, type Mock } from '../index.ts';
import { makeCertificate } from './certificate.ts';
import { Connection } from './connection.ts';

let mock: Mock;
let listening: Listening;
const bugs: string[] = [];
beforeEach(async () => {
  bugs.length = 0;
  mock = createMock({ seed: 1, onError: (line) => bugs.push(line) });
  listening = await mock.listen();
});
afterEach(async () => {
  await mock.close();
  expect(bugs).toEqual([]);
});

/** Writes the head of a request to the list of sites, and its body. */
function write(method: string, headers: readonly string[], body = ''): string {
  const own = ['Host: x', `Authorization: Bearer ${defaultApiKey}`];
  const length =
    body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${body.length}`];
  const head = [`${method} ${sitesOf()} HTTP/1.1`, ...own, ...headers, ...length];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

const list = write('GET', []);
const create = (name: string, ...headers: string[]): string =>
  write('POST', headers, JSON.stringify({ name }));
const tunnel = 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n';

/** Waits for the end of a connection, also after an error. */
const waitForClose = (socket: Socket): Promise<unknown> =>
  new Promise((resolve) => socket.once('close', resolve));

/** Sends bytes, and returns what arrives until the connection ends, or a number of responses has begun. */
async function send(text: string, responses = Infinity): Promise<string> {
  const socket = connect(listening.port, '127.0.0.1');
  socket.on('error', () => {});
  let received = '';
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1');
    if (received.split('HTTP/1.1 ').length > responses) socket.destroy();
  });
  socket.write(text, 'latin1');
  await waitForClose(socket);
  return received;
}

const readStatuses = (text: string): string[] => text.match(/(?<=HTTP\/1\.1 )\d+/g) ?? [];

async function listNames(): Promise<string[]> {
  const { contents } = await mock.snapshot();
  return siteKind.select(contents).map(({ value }) => value.name);
}

/** What follows each of these must not be executed (RFC 9112, section 9.6). */
const closing = [
  { title: 'Connection: close', first: create('first', 'Connection: close') },
  { title: 'a tab before close', first: create('first', 'Connection:\tclose') },
  { title: 'a tab after close', first: create('first', 'Connection: foo,close\t,bar') },
  { title: 'two Connection headers', first: create('first', 'Connection: a', 'Connection: close') },
  {
    title: 'HTTP/1.0 without keep-alive',
    first: create('first').replace('HTTP/1.1', 'HTTP/1.0'),
  },
  {
    title: 'HTTP/1.0 with close and keep-alive',
    first: create('first', 'Connection: close, keep-alive').replace('HTTP/1.1', 'HTTP/1.0'),
  },
];

test.each(closing)('$title: what follows is not executed', async ({ first }) => {
  expect(readStatuses(await send(first + create('second') + create('third')))).toEqual(['201']);
  expect(await listNames()).toEqual(['first']);
});

const refused = [
  {
    title: 'a body that was not asked for',
    first: create('a', 'Expect: 100-continue').replace('Bearer', 'Basic'),
    status: '401',
  },
  { title: 'an unknown expectation', first: create('a', 'Expect: tea'), status: '417' },
  { title: 'a request without Host', first: create('a').replace('Host: x\r\n', ''), status: '400' },
];

test.each(refused)(
  'after the refusal of $title, what follows is not executed',
  async ({ first, status }) => {
    expect(readStatuses(await send(first + create('second') + create('third')))).toEqual([status]);
    expect(await listNames()).toEqual([]);
  },
);

describe('requests behind each other', () => {
  test('are executed one after the other, although the first is delayed', async () => {
    const delayed = create('slow', 'Prefer: delay=50');
    const text = await send(delayed + list + create('fast', 'Connection: close'));
    expect(readStatuses(text)).toEqual(['201', '201', '201']);
    expect(await listNames()).toEqual(['slow', 'fast']);
    // The list, which came second, has the first site only.
    expect(text.match(/"name":"\w+"/g)).toEqual([
      '"name":"slow"',
      '"name":"slow"',
      '"name":"fast"',
    ]);
  });

  test.each(['reset', 'hang', 'truncate'] as const)('are not executed after %s', async (kind) => {
    mock.faults.add({ next: 1, effect: { kind } });
    const answered = new Promise<void>((resolve) => {
      mock.journal.subscribe(() => resolve());
    });
    const sent = send(
      list + create('second') + create('third'),
      kind === 'truncate' ? 1 : Infinity,
    );
    await answered;
    if (kind === 'hang') await mock.close();
    await sent;
    expect(await listNames()).toEqual([]);
  });

  test.each([100, 101, 102, 103, 199])('are not executed after a forced %d', async (status) => {
    mock.faults.add({ next: 1, effect: { kind: 'status', status } });
    expect(readStatuses(await send(list + create('second')))).toEqual([String(status)]);
    expect(await listNames()).toEqual([]);
  });

  test('are not executed once the client has disconnected', async () => {
    const socket = connect(listening.port, '127.0.0.1');
    socket.on('error', () => {});
    const first = new Promise<void>((resolve) => {
      mock.journal.subscribe(() => resolve());
    });
    socket.write(write('GET', ['Prefer: delay=60000']) + create('second'));
    await first;
    socket.destroy();
    await send(create('other', 'Connection: close'));
    expect(await listNames()).toEqual(['other']);
  });

  test('are only read as long as few of them wait', async () => {
    const server = createServer();
    let accepted = 0;
    let socket: Socket | undefined;
    server.on('connection', (accepting: Socket) => {
      socket = accepting;
      const options = { closing: new AbortController().signal, onError: () => {} };
      const connection = new Connection(accepting, {
        listener: () => new Promise(() => {}),
        ...options,
      });
      server.on('request', (message, response) => {
        accepted += 1;
        connection.accept(message, response);
        message.resume();
      });
    });
    const [host = '', port = ''] = (await open(server)).split(':');
    const client = connect(Number(port), host);
    client.on('error', () => {});
    const flood = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(100_000);
    client.write(flood);
    await until(() => socket?.isPaused() === true);
    // Node reads 64 KiB at once, and resumes the socket when the body of a request is read.
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(accepted).toBeLessThan(5000);
    client.destroy();
    socket?.destroy();
  });
});

describe('CONNECT', () => {
  test.each([
    [
      'behind an expectation',
      create('a', 'Expect: 100-continue').replace('Bearer', 'Basic'),
      ['401'],
    ],
    ['behind a request', create('a'), ['201', '400']],
    ['behind a delayed request', create('a', 'Prefer: delay=20'), ['201', '400']],
    ['behind a request that closes the connection', create('a', 'Connection:\tclose'), ['201']],
    ['behind CONNECT', tunnel, ['400']],
    ['behind nothing', '', ['400']],
  ])('%s does not end the process', async (_title, first, statuses) => {
    expect(readStatuses(await send(first + tunnel + tunnel))).toEqual(statuses);
    expect((await fetch(listening.url)).status).toBe(404);
  });

  test.each([
    ['alone', tunnel],
    ['behind a delayed request', write('GET', ['Prefer: delay=3']) + tunnel],
  ])('%s, and a reset do not end the process', async (_title, text) => {
    for (let round = 0; round < 8; round += 1) {
      const sockets = Array.from({ length: 10 }, () => connect(listening.port, '127.0.0.1'));
      const closed = sockets.map(async (socket, at) => {
        socket.on('error', () => {});
        socket.write(text, () => setTimeout(() => socket.resetAndDestroy(), at % 4));
        await waitForClose(socket);
      });
      await Promise.all(closed);
    }
    expect((await fetch(listening.url)).status).toBe(404);
  });

  test('over TLS does not end the process either', async () => {
    const https = await makeCertificate(['127.0.0.1']);
    const { port } = await mock.listen({ https });
    for (let round = 0; round < 8; round += 1) {
      const raw = connect(port, '127.0.0.1');
      const socket = connectTls({ socket: raw, ca: https.cert, host: '127.0.0.1' });
      socket.on('error', () => {});
      await once(socket, 'secureConnect');
      socket.write(tunnel, () => raw.resetAndDestroy());
      await waitForClose(socket);
    }
    expect((await fetch(listening.url)).status).toBe(404);
  });
});

test('a broken body gets one response, although more of it follows', async () => {
  const broken = create('a').replace(/Content-Length: \d+/, 'Transfer-Encoding: chunked');
  const socket = connect(listening.port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  socket.on('error', () => {});
  socket.write(broken);
  socket.write('more of it', () => socket.write('and more'));
  await waitForClose(socket);
  expect(readStatuses(text)).toEqual(['400']);
  expect(await listNames()).toEqual([]);
});

test('a bug in a listener ends its connection, and is reported', async () => {
  const lines: string[] = [];
  const server = createServer();
  server.on('connection', (socket: Socket) => {
    const closing = new AbortController().signal;
    const listener = () => Promise.reject(new Error('oops'));
    const connection = new Connection(socket, {
      listener,
      closing,
      onError: (line) => lines.push(line),
    });
    server.on('request', (message, response) => connection.accept(message, response));
  });
  await expect(fetch(`http://${await open(server)}/a`)).rejects.toThrow('fetch failed');
  expect(lines).toEqual(['GET /a: a bug ended the connection: Error: oops']);
});
