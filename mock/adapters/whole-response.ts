import { type IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';

/** Characters that would end a header before its end, that HTTP allows in none (RFC 9110, section 5.5), or that UTF-8 would double. */
const unfit = /[^\t\x20-\x7e]/;

/**
 * A response that can be sent in one piece. The general way, which prepares for a response that is written bit by bit,
 * costs a fifth of all the time of a small answer (measured: 80,000 against 57,000 instructions for a constant one).
 */
export class WholeResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  // What the general way leaves behind, so that `headersSent`, `end()` and the server find the reply sent.
  declare _header: string;
  declare _headerSent: boolean;
  declare finished: boolean;

  /**
   * Sends a reply with a body, if nothing is in its way: the connection is to be kept, and it is this reply's turn. Else
   * nothing happens, and the general way is left to go.
   * @returns whether the reply is sent
   */
  sendWhole(status: number, headers: readonly string[], body: string): boolean {
    const { req, shouldKeepAlive, socket } = this;
    if (socket === null || !shouldKeepAlive || req.httpVersion !== '1.1') return false;
    const head = writeHead(status, headers);
    if (head === undefined) return false;
    this.statusCode = status;
    this._header = head;
    this._headerSent = true;
    this.finished = true;
    socket.write(head + body);
    // The server listens for `finish` to turn to the next request of the connection. Where nothing is left to be sent,
    // it need not wait for a tick: ticks are slow once V8 has collected what it knew about making them, as after a rest.
    if (socket.writableLength === 0) {
      this.emit('finish');
    } else {
      socket.write('', (error) => error || this.emit('finish'));
    }
    return true;
  }
}

/** What stood in each place last, and fits: most headers are the same from reply to reply. */
const lastValues: string[] = [];
const statusLines = new Map<number, string>();

/** Everything in front of a body, or nothing if some value does not fit into a header. */
function writeHead(status: number, headers: readonly string[]): string | undefined {
  let head = statusLines.get(status);
  if (head === undefined) {
    head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Unknown'}\r\nConnection: keep-alive\r\n`;
    statusLines.set(status, head);
  }
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const value = headers[at + 1] ?? '';
    if (value !== lastValues[at]) {
      if (unfit.test(value)) return undefined;
      lastValues[at] = value;
    }
    head += `${headers[at]}: ${value}\r\n`;
  }
  return `${head}\r\n`;
}
