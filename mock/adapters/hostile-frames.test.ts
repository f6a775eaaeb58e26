import { mkdtempSync, rmSync } from 'node:fs';
import { connect as connectHttp2 } from 'node:http2';
import { connect as connectTcp } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { frameAttacks, openConnection } from '../../test/hostile/http2-frames.ts';
import { sitesOf } from '../../test/support/test-client.ts';
import { withoutTimers } from '../../test/support/without-timers.ts';
import { createMock } from '../create-mock.ts';
import type { Listening } from './listen.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'site-contract-frames-'));
const { XDG_CACHE_HOME } = process.env;
process.env['XDG_CACHE_HOME'] = folder;

const errors: string[] = [];
const mock = createMock({ seed: 1, onError: (line) => errors.push(line) });
let listening: Listening;

beforeAll(async () => {
  listening = await mock.listen({ https: true, control: true });
});
afterEach(() => {
  expect(errors.splice(0)).toEqual([]);
});
afterAll(async () => {
  await mock.close();
  rmSync(folder, { recursive: true });
  if (XDG_CACHE_HOME === undefined) delete process.env['XDG_CACHE_HOME'];
  else process.env['XDG_CACHE_HOME'] = XDG_CACHE_HOME;
});

const readCertificate = (): string => listening.certificate?.cert ?? '';

/** Returns the status of a request on a new connection. By then, the server has read everything sent before. */
function ask(): Promise<number> {
  return new Promise((resolve, reject) => {
    const session = connectHttp2(listening.url, { ca: readCertificate() });
    session.on('error', reject);
    const stream = session.request({
      ':path': sitesOf(),
      authorization: `Bearer ${mock.apiKeys[0]}`,
    });
    stream.on('response', (headers) => {
      session.destroy();
      resolve(Number(headers[':status']));
    });
    stream.on('error', reject);
    stream.end();
  });
}

/** Sends bytes over TLS, and disconnects at once or after the first bytes from the server. */
function attack(bytes: Uint8Array, protocol: string, leaves: 'at once' | 'later'): Promise<void> {
  return new Promise((resolve) => {
    const { port } = listening;
    const options = { port, host: '127.0.0.1', ca: readCertificate(), ALPNProtocols: [protocol] };
    const socket = connectTls({ ...options, checkServerIdentity: () => undefined });
    socket.on('error', () => {});
    socket.once('close', () => resolve());
    socket.once('secureConnect', () => {
      socket.write(bytes, () => {
        if (leaves === 'at once') socket.destroy();
      });
    });
    // The server may still be sending: read until the mock has served another client.
    socket.once('data', () => void ask().finally(() => socket.destroy()));
  });
}

describe('over HTTP/2, nothing breaks by', () => {
  test.each(Object.entries(frameAttacks))('%s', async (_title, frames) => {
    for (const leaves of ['later', 'at once'] as const)
      await attack(openConnection(frames), 'h2', leaves);
    expect(await ask()).toBe(201);
  });
});

describe('over TLS, nothing breaks by', () => {
  const hello = Buffer.from('16030100050100000100', 'hex');
  test.each([
    ['a request without TLS', Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n')],
    ['HTTP/2 without TLS', openConnection(Buffer.alloc(0))],
    ['half a handshake', hello],
    ['a handshake of zeros', Buffer.alloc(20_000)],
    ['an alert', Buffer.from('15030300020228', 'hex')],
    [
      'a record of the largest length',
      Buffer.concat([Buffer.from('170303ffff', 'hex'), Buffer.alloc(70_000, 7)]),
    ],
  ])('%s', async (_title, bytes) => {
    const socket = connectTcp(listening.port, '127.0.0.1');
    socket.on('error', () => {});
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.end(bytes);
    socket.resume();
    expect(await ask()).toBe(201);
    socket.destroy();
    await closed;
  });

  test('HTTP/2 frames from a client that chose HTTP/1.1', async () => {
    await attack(openConnection(frameAttacks['a CONNECT'] ?? Buffer.alloc(0)), 'http/1.1', 'later');
    expect(await ask()).toBe(201);
  });
});

test('the mock closes although clients left in the middle of invalid frames', async () => {
  const own = createMock({ seed: 1 });
  const { port } = await own.listen({ https: true });
  const options = { port, host: '127.0.0.1', ca: readCertificate(), ALPNProtocols: ['h2'] };
  await Promise.all(
    ['a short ping', 'data behind the end', 'more requests than may be under way'].map((title) => {
      const socket = connectTls({ ...options, checkServerIdentity: () => undefined });
      socket.once('secureConnect', () =>
        socket.write(openConnection(frameAttacks[title] ?? Buffer.alloc(0))),
      );
      socket.on('error', () => {});
      return new Promise((resolve) => {
        socket.once('close', resolve);
        socket.once('data', () => socket.destroy());
      });
    }),
  );
  await own.close();
});

test.each(['data behind the end', 'a body beyond the limit'])(
  'the mock does not wait five seconds for a client that has left after %s',
  async (title) => {
    const own = createMock({ seed: 1 });
    const { port } = await own.listen({ https: true });
    const options = { port, host: '127.0.0.1', ca: readCertificate(), ALPNProtocols: ['h2'] };
    const socket = connectTls({ ...options, checkServerIdentity: () => undefined });
    socket.on('error', () => {});
    await new Promise((resolve) => socket.once('secureConnect', resolve));
    await new Promise<void>((resolve) => {
      socket.write(openConnection(frameAttacks[title] ?? Buffer.alloc(0)), () => resolve());
    });
    socket.destroy();
    expect(await ask()).toBe(201);
    // The timeout for open responses never expires, however slow the machine is.
    await withoutTimers(() => own.close());
  },
);

test('the mock closes at once although a client is in the middle of a TLS handshake', async () => {
  const own = createMock({ seed: 1 });
  const { port } = await own.listen({ https: true });
  const socket = connectTcp(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.resume();
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await new Promise<void>((resolve) => {
    socket.write(Buffer.from('16030100050100000100', 'hex'), () => resolve());
  });
  // Once the server has responded to another client, it has read those bytes.
  const other = connectTls({ port, host: '127.0.0.1', ca: readCertificate() });
  await new Promise((resolve) => other.once('secureConnect', resolve));
  other.destroy();
  // Waits neither for the handshake timeout nor for the timeout for open responses.
  await withoutTimers(() => own.close());
  await closed;
});
