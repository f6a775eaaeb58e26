import type { Duplex } from 'node:stream';
import type { AskingHandler } from '../http/handle-request.ts';
import type { RequestHead, WholeReply } from '../mock-request.ts';
import { Refusal } from '../refusal.ts';
import { whenAnswered } from '../store/store.ts';
import { findConnection } from './read-request.ts';
import { toHttp, writeReplyAndClose } from './write-reply.ts';

/** How long further data from the client is discarded before the socket is closed, in milliseconds. */
const patience = 500;

/** The error of `node:http` for a request that it cannot parse. */
interface ClientError extends Error {
  code?: string;
  rawPacket?: Uint8Array;
}

/** The first byte of a TLS connection (RFC 8446, section 5.1). */
const tlsHandshake = 22;

/** The head of a request that could not be parsed at all. */
const unread: RequestHead = {
  method: '',
  path: '',
  query: '',
  header: () => undefined,
  hasBody: false,
};

/** Creates the listener that responds to requests that are not HTTP, too slow, or too large to be parsed. */
export function createClientErrorListener(
  handler: AskingHandler<string, WholeReply>,
): (error: ClientError, socket: Duplex) => void {
  const answered = new WeakSet<Duplex>();
  return (error, socket) => {
    const { last, isClosing } = findConnection(socket);
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    // Data after a request that closes the connection is ignored, unless that request was incomplete.
    if ((isClosing && last?.req.complete === true) || answered.has(socket)) return;
    answered.add(socket);
    const reply = handler.refuse(unread, undefined, toRefusal(error));
    const write = (): void => writeAndClose(socket, toHttp(reply));
    if (last === undefined || last.writableFinished) write();
    // Earlier requests get their responses first.
    else if (last.req.complete) last.once('close', write);
    // The last request was incomplete, so this is its response, sent after those to the requests before it.
    else if (last.headersSent) return;
    else if (last.socket !== null) write();
    else writeReplyAndClose(last.req, last, reply);
  };
}

/** Creates the listener that refuses CONNECT: this server is not a proxy. */
export function createConnectListener(
  handler: AskingHandler<string, WholeReply>,
): (message: { url?: string | undefined }, socket: Duplex) => void {
  return ({ url = '' }, socket) => {
    const { last, isClosing } = findConnection(socket);
    if (isClosing) return;
    void whenAnswered(handler.open({ ...unread, method: 'CONNECT', path: url }), (reply) => {
      if (!('status' in reply)) socket.destroy();
      // Earlier requests get their responses first.
      else if (last === undefined || last.closed) writeAndClose(socket, toHttp(reply));
      else last.once('close', () => writeAndClose(socket, toHttp(reply)));
    });
  };
}

function writeAndClose(socket: Duplex, text: string): void {
  socket.on('error', () => socket.destroy());
  socket.end(text);
  const timer = setTimeout(() => socket.destroy(), patience);
  socket.once('close', () => clearTimeout(timer));
  socket.once('end', () => socket.destroy());
  socket.resume();
}

function toRefusal({ code = '', message, rawPacket }: ClientError): Refusal {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Refusal('request-timeout', 'The request took too long to arrive. Send it again.');
    case 'HPE_HEADER_OVERFLOW':
      return isRequestLine(rawPacket)
        ? new Refusal('target-too-long', 'The request target is too long. Send a shorter one.')
        : new Refusal(
            'headers-too-large',
            'The headers are too large. Send fewer or shorter ones.',
          );
    default:
      if (rawPacket?.[0] === tlsHandshake)
        return new Refusal(
          'malformed-request',
          'The request was sent over TLS, but this mock serves plain HTTP. Use http://, or start the mock with --https.',
        );
      return new Refusal(
        'malformed-request',
        `The request is not valid HTTP: ${message}. Send a valid HTTP/1.1 request (RFC 9112).`,
      );
  }
}

/** Whether only an unfinished request line has arrived. */
function isRequestLine(packet: Uint8Array | undefined): boolean {
  const text = new TextDecoder('latin1').decode(packet);
  return /^[A-Z]+ \/[^\r\n]*$/.test(text);
}
