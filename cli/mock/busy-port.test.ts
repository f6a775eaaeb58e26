import { existsSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { createMock, type Listening } from '../../mock/index.ts';
import { describeHolder, explainListenError, listenElsewhere } from './listen.ts';

const host = '127.0.0.1';
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/**
 * Starts a server that calls `serve` for each connection.
 * @returns its port
 */
async function occupy(serve: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    serve(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function startMock(): Promise<Listening> {
  const mock = createMock();
  ends.push(() => mock.close());
  return mock.listen({ control: true });
}

// Without /proc, the process is unknown.
const program = existsSync('/proc/net/tcp') ? `\\S+, process ${process.pid}` : undefined;
const own = program === undefined ? /^$/ : new RegExp(`^ by ${program}$`);

describe('finding out what listens on a port', () => {
  test('recognises a mock', async () => {
    const { port } = await startMock();
    // The mock identifies itself even on a busy machine.
    const said = await describeHolder(host, port, 60_000);
    expect(said).toMatch(
      new RegExp(
        `^ by another site-contract mock${program === undefined ? '' : ` \\(${program}\\)`}$`,
      ),
    );
  });

  test.each([
    ['says nothing', () => {}],
    ['hangs up', (socket: Socket) => socket.destroy()],
    ['speaks no HTTP', (socket: Socket) => socket.write('220 mail.example.com\r\n')],
    [
      'answers something else',
      (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi'),
    ],
    [
      'never comes to an end',
      (socket: Socket) => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        const timer = setInterval(() => socket.write('{'), 50);
        socket.once('close', () => clearInterval(timer));
      },
    ],
  ])('recognises a server that %s', async (_, serve) => {
    expect(await describeHolder(host, await occupy(serve))).toMatch(own);
  });

  test('returns undefined if nothing listens', async () => {
    const { port, close } = await startMock();
    await close();
    expect(await describeHolder(host, port)).toBe('');
  });
});

describe('a busy port', () => {
  const busy = Object.assign(new Error('busy'), { code: 'EADDRINUSE' });
  const terminal = { isTTY: true, write: () => true };
  const pipe = { write: () => true };

  test.each([
    { environment: {}, want: 'site-contract mock --port' },
    { environment: { npm_command: 'exec' }, want: 'npx site-contract mock --port' },
    {
      environment: { npm_command: 'start', npm_lifecycle_event: 'start' },
      want: 'npm start -- --port',
    },
  ])('is explained with the command to run: $want', async ({ environment, want }) => {
    const { port } = await startMock();
    const { message } = await explainListenError(busy, host, port, environment);
    expect(message).toMatch(
      /^port \d+ of 127\.0\.0\.1 is in use by [^\n]+; (\d+) is free: [^\n]+ \1$/,
    );
    expect(message).toContain(`: ${want} `);
  });

  test('is replaced with the next free one on a terminal, with a note, if it is the default', async () => {
    const said: string[] = [];
    const { port } = await listenElsewhere(
      busy,
      { host, port: undefined, listen: (free) => listenOn(free) },
      { environment: {}, stdout: terminal, stderr: { write: (text) => said.push(text) } },
    );
    expect(port).toBeGreaterThan(4010);
    expect(said).toEqual([
      expect.stringMatching(
        new RegExp(`^site-contract: port 4010 is in use[^\n]*; listening on ${port}\n$`),
      ),
    ]);
  });

  test.each([
    { title: 'on a pipe', stdout: pipe, port: undefined },
    { title: 'that was named', stdout: terminal, port: 4010 },
  ])('is reported $title, and no other port is used', async ({ stdout, port }) => {
    const wish = { host, port, listen: () => Promise.reject(new Error('it was tried')) };
    const context = { environment: {}, stdout, stderr: pipe };
    await expect(listenElsewhere(busy, wish, context)).rejects.toThrow(
      /^port 4010 of 127\.0\.0\.1 is in use/,
    );
  });

  async function listenOn(port: number): Promise<Listening> {
    const mock = createMock();
    ends.push(() => mock.close());
    return mock.listen({ port });
  }
});
