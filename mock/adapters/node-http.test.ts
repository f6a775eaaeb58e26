import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import {
  type Behaviours,
  createMock,
  defaultApiKey,
  type Listening,
  type Mock,
} from '../../service/entries/mock.ts';
import { findPort } from '../../test/support/find-port.ts';
import { call, sitesOf } from '../../test/support/test-client.ts';
import { withoutTimers } from '../../test/support/without-timers.ts';

const head = (line: string, ...fields: string[]): string =>
  [`${line} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${defaultApiKey}`, ...fields, '', ''].join(
    '\r\n',
  );

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function start(mock: Mock = createMock()): Promise<Listening> {
  const listening = await mock.listen();
  closers.push(() => mock.close());
  return listening;
}

function open({ port }: Listening): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  return socket;
}

/** Reads until the text is sufficient, or the connection ends. */
function readUntil(socket: Socket, isEnough: (text: string) => boolean): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const onData = (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (isEnough(text)) finish();
    };
    const finish = () => {
      socket.off('data', onData);
      resolve(text);
    };
    socket.on('data', onData);
    socket.once('close', finish);
  });
}

/** A behaviour that responds when it is released, and a promise that resolves when it is called. */
function holdBack(): {
  listSites: Behaviours['listSites'];
  asked: Promise<void>;
  letGo: () => void;
} {
  let letGo = (): void => {};
  let tell = (): void => {};
  const asked = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const gone = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const listSites: Behaviours['listSites'] = async () => {
    tell();
    await gone;
    return { body: { data: [], hasMore: false } };
  };
  return { listSites, asked, letGo };
}

describe('closing', () => {
  test('finishes a response in flight, closes idle connections, and accepts no new ones', async () => {
    const { listSites, asked, letGo } = holdBack();
    const listening = await start(createMock({ behaviours: { listSites } }));
    const idle = open(listening);
    idle.write(head('GET /nothing'));
    await readUntil(idle, (text) => text.includes('urn:problem-type'));
    const busy = open(listening);
    busy.write(head(`GET ${sitesOf()}`));
    await asked;
    const idleEnds = new Promise((resolve) => idle.once('close', resolve));
    const closed = listening.close();
    await idleEnds;
    await expect(fetch(`${listening.url}/nothing`)).rejects.toThrow();
    const answer = readUntil(busy, (text) => text.includes('"hasMore"'));
    letGo();
    expect(await answer).toMatch(/^HTTP\/1\.1 201 .+"hasMore":false}$/s);
    await closed;
  });

  test('works twice, and the port can be reused', async () => {
    const mock = createMock();
    const port = await findPort();
    const { close } = await mock.listen({ port });
    await Promise.all([close(), close()]);
    const again = await mock.listen({ port });
    closers.push(() => mock.close());
    expect(again.port).toBe(port);
  });

  test('does not wait for a connection without requests', async () => {
    const listening = await start();
    const sockets = [open(listening), open(listening)];
    await Promise.all(
      sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve))),
    );
    // The server has read this request, because a later one has its response.
    const asked = open(listening);
    asked.write(head(`GET ${sitesOf()}`));
    await readUntil(asked, (text) => text.includes('hasMore'));
    const closed = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    await withoutTimers(() => listening.close());
    await Promise.all(closed);
  });

  test('disposes of a mock with all its ports', async () => {
    const mock = createMock();
    const ports = [await mock.listen(), await mock.listen()];
    await mock[Symbol.asyncDispose]();
    for (const { url } of ports) await expect(fetch(url)).rejects.toThrow();
  });
});

describe('listening', () => {
  test('on a busy port fails with its code', async () => {
    const { port } = await start();
    await expect(createMock().listen({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  test('on every address gives a usable URL', async () => {
    const mock = createMock();
    const { url } = await mock.listen({ host: '0.0.0.0' });
    closers.push(() => mock.close());
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await fetch(url)).status).toBe(404);
  });
});

describe('a client', () => {
  test('that reads nothing before it has sent all its requests gets every response in order', async () => {
    const mock = createMock();
    for (let at = 0; at < 100; at += 1) {
      await call(mock, `POST ${sitesOf()}`, { json: { name: 'x'.repeat(200) } });
    }
    const socket = open(await start(mock));
    // More than the buffers of both sides can hold: every second response has 35 kB.
    const lines = Array.from({ length: 400 }, (_, at) =>
      at % 2 === 0 ? `GET ${sitesOf()}?limit=100` : 'GET /nothing',
    );
    const requests = lines.map((line, at) =>
      at === lines.length - 1 ? head(line, 'Connection: close') : head(line),
    );
    await new Promise<void>((resolve) => {
      socket.write(requests.join(''), () => resolve());
    });
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    await new Promise((resolve) => socket.once('close', resolve));
    const text = Buffer.concat(chunks).toString('latin1');
    const statuses = text.match(/(?<=HTTP\/1\.1 )\d+/g) ?? [];
    expect(statuses).toEqual(lines.map((_, at) => (at % 2 === 0 ? '201' : '404')));
    expect(text.split('"apiKey"')).toHaveLength(200 * 100 + 1);
  });

  test('that disconnects during a response affects no other client', async () => {
    const { listSites, asked, letGo } = holdBack();
    const listening = await start(createMock({ behaviours: { listSites } }));
    const socket = open(listening);
    socket.write(head(`GET ${sitesOf()}`));
    await asked;
    socket.destroy();
    letGo();
    expect((await fetch(listening.url)).status).toBe(404);
  });
});

test.each([
  { title: 'garbage', sent: 'nonsense\r\n\r\n', status: 400 },
  { title: 'TLS', sent: Buffer.from('160301006001', 'hex'), status: 400 },
  { title: 'no Host', sent: 'GET / HTTP/1.1\r\n\r\n', status: 400 },
  { title: 'long headers', sent: `GET / HTTP/1.1\r\nX: ${'x'.repeat(100_000)}`, status: 431 },
  { title: 'a long target', sent: `GET /${'x'.repeat(100_000)}`, status: 431 },
  { title: 'CONNECT', sent: 'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n', status: 400 },
  { title: 'an expectation', sent: head('GET /', 'Expect: tea'), status: 417 },
])('$title gets $status without a body', async ({ sent, status }) => {
  const socket = open(await start());
  socket.write(sent);
  const text = await readUntil(socket, (all) => all.includes('\r\n\r\n'));
  expect(text.startsWith(`HTTP/1.1 ${status} `)).toBe(true);
  expect(text.endsWith('\r\n\r\n')).toBe(true);
  socket.destroy();
});

describe('a body that is too large', () => {
  test('gets its response while it is still being sent, and the client can read it', async () => {
    const listening = await start(createMock({ bodyLimit: 1000 }));
    const socket = open(listening);
    const type = 'Content-Type: application/json';
    socket.write(head(`POST ${sitesOf()}`, type, 'Content-Length: 50000000'));
    const piece = Buffer.alloc(65_536, 'x');
    const send = setInterval(() => socket.write(piece), 5);
    const text = await readUntil(socket, (all) => all.endsWith('}'));
    clearInterval(send);
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
  });
});
