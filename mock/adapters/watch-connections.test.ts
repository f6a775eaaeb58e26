import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, jest, test } from '@jest/globals';
import { createMock } from '../index.ts';
import { keepAlive, lookAt, type WatchedSocket } from './watch-connections.ts';

const answered = { writableFinished: true };

class FakeSocket implements WatchedSocket {
  bytesRead = 100;
  writableLength = 0;
  timeout: number | undefined;
  isDestroyed = false;

  setTimeout(milliseconds: number): void {
    this.timeout = milliseconds;
  }

  destroy(): void {
    this.isDestroyed = true;
  }
}

/** Checks a socket until it is destroyed, at most 100 times. @returns the number of checks */
function countLooks(socket: FakeSocket, last = answered, between = () => {}): number {
  const look = { received: 0, idle: 0 };
  let looks = 0;
  while (!socket.isDestroyed && looks < 100) {
    lookAt(socket, last, look);
    looks += 1;
    between();
  }
  return looks;
}

describe('checking a connection', () => {
  test('closes it if it is idle for longer than announced', () => {
    // The first check only records how much has arrived. Each further one is ten seconds later.
    const seconds = (countLooks(new FakeSocket()) - 1) * 10;
    const told = Number(/^timeout=(\d+)$/.exec(keepAlive)?.[1]);
    expect(seconds).toBeGreaterThan(told);
    expect(seconds).toBeLessThan(told + 20);
  });

  test('keeps it if requests arrive', () => {
    const socket = new FakeSocket();
    expect(countLooks(socket, answered, () => socket.bytesRead++)).toBe(100);
  });

  test('keeps it while a response is unfinished, or before its first request', () => {
    expect(countLooks(new FakeSocket(), { writableFinished: false })).toBe(100);
    const look = { received: 0, idle: 0 };
    const socket = new FakeSocket();
    for (let at = 0; at < 100; at += 1) lookAt(socket, undefined, look);
    expect(socket.isDestroyed).toBe(false);
  });

  test('sets a timeout if the client does not read, and clears it afterwards', () => {
    const socket = new FakeSocket();
    const look = { received: 0, idle: 0 };
    socket.writableLength = 5;
    lookAt(socket, { writableFinished: false }, look);
    expect(socket.timeout).toBe(30_000);
    socket.writableLength = 0;
    lookAt(socket, answered, look);
    expect(socket.timeout).toBe(0);
  });
});

test('a server closes a connection that stays idle', async () => {
  const started = jest.spyOn(globalThis, 'setInterval');
  const mock = createMock();
  const { port } = await mock.listen();
  const looks = started.mock.calls.flatMap(([look, delay]) => (delay === 10_000 ? [look] : []));
  started.mockRestore();
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /v1/nothing HTTP/1.1\r\nHost: mock\r\n\r\n');
  await once(socket, 'data');
  let isClosed = false;
  socket.once('close', () => {
    isClosed = true;
  });
  while (!isClosed) {
    for (const look of looks) look();
    await setImmediate();
  }
  expect(looks).toHaveLength(1);
  await mock.close();
});

test('a response announces the idle timeout of its connection, unless it closes it', async () => {
  const mock = createMock();
  const { url } = await mock.listen();
  const agent = new Agent({ keepAlive: true });
  const readHint = async (agent: Agent | false): Promise<string | undefined> => {
    const asked = get(`${url}/v1/nothing`, { agent });
    const [response]: IncomingMessage[] = await once(asked, 'response');
    response?.resume();
    return response?.headers['keep-alive']?.toString();
  };
  expect(await readHint(agent)).toBe('timeout=65');
  expect(await readHint(false)).toBeUndefined();
  agent.destroy();
  await mock.close();
});
