import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createMock } from '../../mock/index.ts';
import { type RunOptions, type RunResult, runSuite } from '../../service/entries/conformance.ts';
import { findPort } from './find-port.ts';

/** A request that an unreliable target has received, before it decides what to do. */
interface Incoming {
  method: string;
  /** The path with its query. */
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
  socket: Socket;
  /** Number of requests that arrived before, on any connection and on this one. */
  count: number;
  countOnConnection: number;
}

export interface UnreliableTarget {
  options: { baseUrl: string; apiKey: string; workspace: string };
  /** All requests that arrived, with or without a response. */
  requests: readonly Incoming[];
  /** Lets the mock carry out a request. */
  pass(incoming: Incoming): Promise<Response>;
  /** Ends all connections and refuses new ones, as if the process had ended. Restarts after this many milliseconds. */
  die(comeBackMs?: number): void;
  close(): Promise<void>;
}

/** @returns whether the request was handled; otherwise the mock responds to it */
export type Disturb = (
  incoming: Incoming,
  response: ServerResponse,
  target: UnreliableTarget,
) => boolean | Promise<boolean>;

export const workspace = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

/** Starts a mock behind real but unreliable sockets. It keeps its records when it dies. */
export async function startUnreliable(disturb: Disturb): Promise<UnreliableTarget> {
  const mock = createMock({ seed: 1 });
  const requests: Incoming[] = [];
  const sockets = new Map<Socket, number>();
  let server: Server;
  // The system does not assign this port to another program while the target is down.
  const port = await findPort();
  let isClosed = false;

  const listen = async () => {
    if (isClosed) return;
    server = createServer((request, response) => void answer(request, response));
    server.on('connection', (socket) => {
      sockets.set(socket, 0);
      socket.on('error', () => {});
      socket.once('close', () => sockets.delete(socket));
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      return;
    }
    const { socket } = request;
    const countOnConnection = sockets.get(socket) ?? 0;
    sockets.set(socket, countOnConnection + 1);
    const body = Buffer.concat(chunks).toString();
    const incoming: Incoming = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body,
      socket,
      count: requests.length,
      countOnConnection,
    };
    requests.push(incoming);
    if ((await disturb(incoming, response, target)) || response.destroyed) return;
    const reply = await target.pass(incoming);
    response.writeHead(reply.status, Object.fromEntries(reply.headers));
    response.end(Buffer.from(await reply.arrayBuffer()));
  };
  const cut = () => {
    server.close();
    for (const socket of sockets.keys()) socket.resetAndDestroy();
  };
  const target: UnreliableTarget = {
    options: { baseUrl: '', apiKey: mock.apiKeys[0] ?? '', workspace },
    requests,
    pass({ method, path, headers: received, body }) {
      const headers = Object.entries(received).filter(
        (header): header is [string, string] =>
          typeof header[1] === 'string' && !/^(?:connection|content-length|host)$/.test(header[0]),
      );
      return mock.fetch(
        new Request(`http://127.0.0.1${path}`, {
          method,
          headers,
          ...(method === 'GET' || body.length === 0 ? {} : { body }),
        }),
      );
    },
    die(comeBackMs) {
      cut();
      if (comeBackMs !== undefined) void delay(comeBackMs).then(listen);
    },
    async close() {
      isClosed = true;
      server.close();
      server.closeAllConnections();
    },
  };
  await listen();
  target.options.baseUrl = `http://127.0.0.1:${port}`;
  return target;
}

/** Runs the suite against an unreliable target. */
export async function checkUnreliable(
  disturb: Disturb,
  options: Partial<RunOptions> = {},
): Promise<RunResult> {
  const target = await startUnreliable(disturb);
  try {
    return await runSuite({ ...target.options, seed: 5, ...options });
  } finally {
    await target.close();
  }
}

/** Number of checks with this status. */
export function countOf({ checks }: RunResult, status: string): number {
  return checks.filter(({ outcome }) => outcome.status === status).length;
}
