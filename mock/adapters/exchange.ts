import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';

/** `close` among the options of a Connection header. Node overlooks it beside a tab, and in HTTP/1.0 beside `keep-alive`. */
const closeOption = /(?:^|,)[ \t]*close[ \t]*(?:,|$)/i;

/** How many bytes of interim responses may wait for a slow client. */
const mostInterimBytes = 64 * 1024;

/** Errors of a connection that is gone: its `close` event says all there is to know. */
export const ignoreError = (): void => {};

/**
 * A request of a connection, and its response, which has one owner: whoever takes it first. Until then, the listener that
 * handles the request, and the connection that refuses malformed bytes, could both answer.
 */
export class Exchange {
  readonly message: IncomingMessage;
  /** Aborted when the server closes. Responses that would never end then have to end. */
  readonly closing: AbortSignal;
  /** Whether no later request of the connection may be executed (RFC 9112, section 9.6). */
  readonly isLast: boolean;
  readonly #response: ServerResponse;
  #isTaken = false;
  #ended: AbortSignal | undefined;

  constructor(message: IncomingMessage, response: ServerResponse, closing: AbortSignal) {
    this.message = message;
    this.closing = closing;
    this.#response = response;
    this.isLast = !response.shouldKeepAlive || closeOption.test(message.headers.connection ?? '');
    if (this.isLast) this.closeAfterwards();
    response.on('error', ignoreError);
  }

  /** Whether the response has an owner. */
  get isTaken(): boolean {
    return this.#isTaken;
  }

  /** Whether the response was sent to its end, or the connection is gone. */
  get isEnded(): boolean {
    return this.#response.writableFinished || this.#response.destroyed;
  }

  /** Aborted when the response was sent to its end, or the connection is gone. */
  get ended(): AbortSignal {
    if (this.#ended === undefined) {
      const controller = new AbortController();
      this.#ended = controller.signal;
      if (this.isEnded) controller.abort();
      else this.onEnd(() => controller.abort());
    }
    return this.#ended;
  }

  /** Calls a listener when the response was sent to its end, or the connection is gone. */
  onEnd(listener: () => void): void {
    this.#response.on('close', listener);
  }

  /** Returns the response to its owner; undefined if it already has one, or nobody can receive it. */
  takeResponse(): ServerResponse | undefined {
    if (this.#isTaken || this.isEnded) return undefined;
    this.#isTaken = true;
    if (this.closing.aborted) this.closeAfterwards();
    return this.#response;
  }

  /** Makes the response the last one of the connection. */
  closeAfterwards(): void {
    this.#response.shouldKeepAlive = false;
  }

  /** Tells a client that waits before it sends the body (RFC 9110, section 10.1.1). HTTP/1.0 has no interim responses. */
  sendContinue(): void {
    const { headers, httpVersion } = this.message;
    if (headers.expect === undefined || httpVersion === '1.0') return;
    if (!this.#isTaken && !this.isEnded) this.#response.writeContinue();
  }

  /**
   * Sends an interim response, unless the client reads too slowly.
   * @param headers alternating names and values
   */
  sendInterim(status: number, headers: readonly string[]): void {
    const { socket, httpVersion } = this.message;
    if (this.#isTaken || this.isEnded || httpVersion === '1.0') return;
    if (!socket.writable || socket.writableLength > mostInterimBytes) return;
    const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`];
    for (let at = 0; at + 1 < headers.length; at += 2)
      lines.push(`${headers[at]}: ${headers[at + 1]}`);
    socket.write(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  }

  /**
   * Responds with a status alone, and closes the connection.
   * @returns whether the response was still to be sent
   */
  refuse(status: number): boolean {
    const response = this.takeResponse();
    if (response === undefined) return false;
    response.sendDate = false;
    response.writeHead(status, ['Connection', 'close', 'Content-Length', '0']).end();
    return true;
  }

  /** Lets a writer that waits for a slow client go on. */
  emitDrain(): void {
    this.#response.emit('drain');
  }

  /** Ends the connection without a response, or within it. */
  abort(): void {
    this.#response.destroy();
    this.message.socket.destroy();
  }

  /** Resets the connection, where it is a plain TCP connection that is still open. */
  reset(): void {
    try {
      this.message.socket.resetAndDestroy();
    } catch {
      // Node cannot reset TLS.
      this.abort();
    }
  }
}
