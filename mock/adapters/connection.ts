import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** What the server keeps of a connection. */
interface Connection {
  /** The response to the last request, which is sent after all others. */
  last: ServerResponse | undefined;
  /** Whether the last response closes the connection. */
  isClosing: boolean;
}

const connections = new WeakMap<Duplex, Connection>();

export function findConnection(socket: Duplex): Connection {
  const known = connections.get(socket);
  if (known !== undefined) return known;
  const made: Connection = { last: undefined, isClosing: false };
  connections.set(socket, made);
  return made;
}

/**
 * Whether a request may be processed. Behind a response that closes the connection, none is: the client cannot know what
 * became of it, and sends it again (RFC 9112, section 9.6).
 */
export function admitRequest(message: IncomingMessage, response: ServerResponse): boolean {
  const connection = findConnection(message.socket);
  if (connection.isClosing) {
    // Read, so that the connection is not reset before the client has its response.
    message.resume();
    return false;
  }
  connection.last = response;
  connection.isClosing = announcesClose(message);
  return true;
}

/** Has the response to this request be the last one of its connection. */
export function closeAfter(message: IncomingMessage): void {
  findConnection(message.socket).isClosing = true;
}

/** RFC 9112, section 9.3: HTTP/1.1 keeps a connection unless told otherwise, HTTP/1.0 closes it. */
function announcesClose({ headers, httpVersion }: IncomingMessage): boolean {
  const { connection } = headers;
  if (connection === undefined) return httpVersion !== '1.1';
  const options = connection.toLowerCase().split(',');
  const includes = (name: string): boolean => options.some((option) => option.trim() === name);
  return includes('close') || (httpVersion !== '1.1' && !includes('keep-alive'));
}
