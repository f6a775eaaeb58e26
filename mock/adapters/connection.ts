import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Exchange } from './exchange.ts';

/** Responds to a request. If it rejects, the connection ends. */
export type NodeListener = (exchange: Exchange) => Promise<void>;

/** What all connections of a server share. */
interface ConnectionOptions {
  listener: NodeListener;
  /** Aborted when the server closes. */
  closing: AbortSignal;
  /** Called with one line when the listener rejects. */
  onError: (line: string) => void;
}

/** How many requests may wait for an earlier response before a connection is no longer read. */
const mostWaiting = 100;

/** How long a refused connection is read after the response, in milliseconds. */
const lingerTime = 500;

/** How long a client may neither send nor read anything, in milliseconds. */
export const idleTimeout = 120_000;

/**
 * A connection of a client. Requests are executed one after the other: none before all earlier ones have their responses,
 * and none after one that closes the connection.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #options: ConnectionOptions;
  /** The exchange whose response is awaited or being sent. */
  #current: Exchange | undefined;
  /** The exchanges behind it. */
  readonly #waiting: Exchange[] = [];
  /** The exchange whose request arrived last. */
  #last: Exchange | undefined;
  /** Whether further requests are ignored. */
  #isOver = false;
  /** Whether bytes arrived that are not a valid request. */
  #isBroken = false;
  /** The status for these bytes, once the requests before them have their responses. */
  #finalStatus: number | undefined;

  constructor(socket: Socket, options: ConnectionOptions) {
    this.#socket = socket;
    this.#options = options;
    // Node resumes the socket with each body that is read, and with each response.
    socket.on('resume', () => {
      if (this.#isFull) socket.pause();
    });
  }

  /** Whether nothing more may be read. */
  get #isFull(): boolean {
    return this.#waiting.length >= mostWaiting;
  }

  accept(message: IncomingMessage, response: ServerResponse): void {
    if (this.#isOver) {
      this.#stopReading();
      return;
    }
    const exchange = new Exchange(message, response, this.#options.closing);
    this.#isOver = exchange.isLast;
    this.#last = exchange;
    if (this.#current === undefined) {
      this.#start(exchange);
      return;
    }
    this.#waiting.push(exchange);
    if (this.#isFull) this.#stopReading();
  }

  /** Closes the connection, unless it awaits a response, which closes it. */
  drain(): void {
    if (this.#current === undefined) this.#socket.destroy();
  }

  /** Responds to bytes that are not a valid request, without a body, and closes the connection. */
  refuse(status: number): void {
    // Node reports each further chunk.
    if (this.#isBroken) return;
    this.#isBroken = true;
    const isOver = this.#isOver;
    this.#isOver = true;
    const last = this.#last;
    if (last !== undefined && !last.message.complete) this.#refuseBody(last, status);
    // The last response closes the connection.
    else if (isOver) return;
    else if (this.#current !== undefined) this.#finalStatus = status;
    else writeAndClose(this.#socket, status);
  }

  /** Refuses CONNECT, which requests a tunnel. Node has removed all of its own listeners from the socket. */
  refuseTunnel(): void {
    const socket = this.#socket;
    socket.on('timeout', () => socket.destroy());
    socket.on('drain', () => this.#current?.emitDrain());
    // Only a socket that is read notices that the client disconnects.
    socket.resume();
    this.refuse(400);
  }

  /** Refuses a request because of its body. Its response may have been sent before the body arrived. */
  #refuseBody(exchange: Exchange, status: number): void {
    if (exchange.refuse(status)) return;
    if (exchange.isEnded) closeGently(this.#socket);
    else this.#socket.destroy();
  }

  #start(exchange: Exchange): void {
    const { listener, onError } = this.#options;
    this.#current = exchange;
    exchange.onEnd(this.#goOn);
    const status = findHeadFault(exchange.message);
    if (status !== undefined) {
      this.#isOver = true;
      exchange.refuse(status);
      return;
    }
    listener(exchange).catch((error: unknown) => {
      const { method, url = '' } = exchange.message;
      onError(`${method} ${url.slice(0, 200)}: a bug ended the connection: ${String(error)}`);
      exchange.abort();
    });
  }

  /** Goes on after a response. A function for each of them would take longer. */
  readonly #goOn = (): void => {
    const socket = this.#socket;
    const { closing } = this.#options;
    this.#current = undefined;
    if (!socket.writable || closing.aborted) {
      // What follows a response that closes the connection is not executed (RFC 9112, section 9.6).
      this.#isOver = true;
      this.#waiting.length = 0;
      if (socket.writable) socket.destroy();
      return;
    }
    const next = this.#waiting.shift();
    if (next !== undefined) this.#start(next);
    else if (this.#finalStatus !== undefined) writeAndClose(socket, this.#finalStatus);
    if (this.#waiting.length === mostWaiting - 1) socket.resume();
  };

  /** A socket that is not read does not notice that the client disconnects, so its timeout has to end it. */
  #stopReading(): void {
    this.#socket.pause();
    this.#socket.setTimeout(idleTimeout);
  }
}

/** Checks what Node otherwise refuses itself, and goes on with the next request. Returns the status of the refusal. */
function findHeadFault({ headers, httpVersion }: IncomingMessage): number | undefined {
  if (httpVersion !== '1.1') return undefined;
  if (headers.host === undefined) return 400;
  const { expect } = headers;
  return expect === undefined || /^100-continue$/i.test(expect) ? undefined : 417;
}

function writeAndClose(socket: Socket, status: number): void {
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}`;
  if (socket.writable) socket.write(`${head}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  closeGently(socket);
}

/** Closing with unread data would reset the connection, and the client would lose the response. */
function closeGently(socket: Socket): void {
  socket.end();
  socket.once('end', () => socket.destroy());
  socket.resume();
  setTimeout(() => socket.destroy(), lingerTime).unref();
}
