import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { MockReply } from '../mock-request.ts';
import { closeAfter } from './read-request.ts';

/** How long the rest of a request that was refused is read for, in milliseconds. */
const patience = 1000;

/** What of a reply goes over the wire. */
export interface WireMessage extends Pick<MockReply, 'status' | 'headers'> {
  body: string | Uint8Array | undefined;
}

export function writeReply(response: ServerResponse, { status, headers, body }: WireMessage): void {
  // The mock's own clock makes the date.
  response.sendDate = false;
  response.writeHead(status, headers);
  const { socket } = response;
  if (body === undefined || socket === null) {
    response.end(body);
    return;
  }
  // Corked, head and body leave in one write. `end(body)` adds an empty write behind them, and the two go through
  // `writev`, which costs an eighth of the processor time of a small response.
  socket.cork();
  response.write(body);
  socket.uncork();
  response.end();
}

/**
 * Answers at once, and closes the connection once the client has sent what it is sending, or patience is at an end.
 * A connection that is closed on unread bytes is reset, and the client would lose the answer (RFC 9112, section 9.6).
 */
export function writeReplyAndClose(
  message: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: WireMessage,
): void {
  closeAfter(message);
  response.sendDate = false;
  response.writeHead(status, [...headers, 'Connection', 'close']);
  response.flushHeaders();
  if (body !== undefined) response.write(body);
  const end = (): void => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, patience);
  message.once('end', end);
  message.once('close', end);
  message.resume();
}

/** A whole answer as it stands on the wire, for a socket whose request could not be read. */
export function toHttp({ status, headers, body = '' }: MockReply): string {
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`];
  for (let at = 0; at + 1 < headers.length; at += 2)
    lines.push(`${headers[at]}: ${headers[at + 1]}`);
  return [...lines, 'Connection: close', '', body].join('\r\n');
}

/**
 * Sends a reply later, breaks it off, resets the connection or says nothing, as the reply asks for.
 * @param write sends the whole reply
 * @param hanging the responses that will never come, for the server to end when it closes
 */
export function disturbReply(
  response: ServerResponse,
  reply: MockReply,
  hanging: Set<ServerResponse>,
  write: () => void,
): void {
  const { delayMs = 0 } = reply;
  if (delayMs <= 0) {
    send();
    return;
  }
  const timer = setTimeout(send, delayMs);
  response.once('close', () => clearTimeout(timer));

  function send(): void {
    switch (reply.injected?.disruption) {
      case 'reset':
        response.socket?.resetAndDestroy();
        return;
      case 'truncate':
        truncate(response, reply, write);
        return;
      case 'hang':
        hanging.add(response);
        response.once('close', () => hanging.delete(response));
        return;
      default:
        write();
    }
  }
}

/** Sends the head and half of the body, and closes the connection. */
function truncate(
  response: ServerResponse,
  { status, headers, body }: MockReply,
  write: () => void,
): void {
  const bytes = Buffer.from(body ?? '');
  if (bytes.length === 0) {
    write();
    return;
  }
  response.sendDate = false;
  response.writeHead(status, headers);
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
}
