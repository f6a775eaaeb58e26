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
  // The system does not assign this port to another program while the target is down.
  const target = new UnreliableMock(await findPort(), disturb);
  await target.listen();
  return target;
}

class UnreliableMock implements UnreliableTarget {
  readonly options: UnreliableTarget['options'];
  readonly requests: Incoming[] = [];
  readonly #mock = createMock({ seed: 1 });
  readonly #port: number;
  readonly #disturb: Disturb;
  /** The number of requests on each open connection. */
  readonly #sockets = new Map<Socket, number>();
  #server: Server | undefined;
  #isClosed = false;

  constructor(port: number, disturb: Disturb) {
    this.#port = port;
    this.#disturb = disturb;
    const apiKey = this.#mock.apiKeys[0] ?? '';
    this.options = { baseUrl: `http://127.0.0.1:${port}`, apiKey, workspace };
  }

  async listen(): Promise<void> {
    if (this.#isClosed) return;
    const server = createServer((request, response) => void this.#answer(request, response));
    server.on('connection', (socket) => {
      this.#sockets.set(socket, 0);
      socket.on('error', () => {});
      socket.once('close', () => this.#sockets.delete(socket));
    });
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    if (body === undefined) return;
    const incoming = this.#record(request, body);
    if ((await this.#disturb(incoming, response, this)) || response.destroyed) return;
    const reply = await this.pass(incoming);
    response.writeHead(reply.status, Object.fromEntries(reply.headers));
    response.end(Buffer.from(await reply.arrayBuffer()));
  }

  #record({ method = '', url = '', headers, socket }: IncomingMessage, body: string): Incoming {
    const countOnConnection = this.#sockets.get(socket) ?? 0;
    this.#sockets.set(socket, countOnConnection + 1);
    const count = this.requests.length;
    const incoming = { method, path: url, headers, body, socket, count, countOnConnection };
    this.requests.push(incoming);
    return incoming;
  }

  pass({ method, path, headers: received, body }: Incoming): Promise<Response> {
    const headers = Object.entries(received).filter(
      (header): header is [string, string] =>
        typeof header[1] === 'string' && !/^(?:connection|content-length|host)$/.test(header[0]),
    );
    const content = method === 'GET' || body.length === 0 ? {} : { body };
    return this.#mock.fetch(
      new Request(`http://127.0.0.1${path}`, { method, headers, ...content }),
    );
  }

  die(comeBackMs?: number): void {
    this.#server?.close();
    for (const socket of this.#sockets.keys()) socket.resetAndDestroy();
    if (comeBackMs !== undefined) void delay(comeBackMs).then(() => this.listen());
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#server?.close();
    this.#server?.closeAllConnections();
  }
}

/** Undefined if the connection ends before the body does. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk);
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks).toString();
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
