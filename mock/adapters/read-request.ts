import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RequestHead } from '../mock-request.ts';
import { Refusal } from '../refusal.ts';
import { smallestHeld, unfinishedRequests } from './limit-memory.ts';

/** The parts of a request that its head is read from. */
export type Message = Pick<
  IncomingMessage,
  'method' | 'url' | 'headers' | 'httpVersion' | 'rawHeaders'
>;

/** The head of a request to a server. */
export class NodeRequest implements RequestHead {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly hasBody: boolean;
  readonly localAddress: string | undefined;
  readonly rawHeaders: readonly string[];
  readonly #headers: IncomingMessage['headers'];

  constructor(
    { method = '', url = '', headers, rawHeaders }: Message,
    localAddress?: string | undefined,
    hasBody = announcesBody({ headers }),
  ) {
    const target = toOriginForm(url);
    const mark = target.indexOf('?');
    this.method = method;
    this.path = mark === -1 ? target : target.slice(0, mark);
    this.query = mark === -1 ? '' : target.slice(mark + 1);
    this.hasBody = hasBody;
    this.localAddress = localAddress;
    this.rawHeaders = rawHeaders;
    this.#headers = headers;
  }

  listHeaders(): readonly string[] {
    return this.rawHeaders;
  }

  header(name: string): string | undefined {
    const value = this.#headers[name];
    return typeof value === 'string' || value === undefined ? value : value.join(', ');
  }
}

export const unmetExpectation = new Refusal(
  'expectation-failed',
  'Only the expectation 100-continue is supported. Omit the Expect header.',
  { faults: [{ header: 'Expect', detail: 'must be 100-continue' }] },
);

/** RFC 9112, section 6.3: one of two headers announces a body. */
export function announcesBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const length = headers['content-length'];
  return (length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined;
}

/** Converts an absolute URL, as sent to a proxy, to its path (RFC 9112, section 3.2.2). */
export function toOriginForm(target: string): string {
  if (target.startsWith('/')) return target;
  const authority = /^https?:\/\/[^/?#]*/i.exec(target);
  if (authority === null) return target;
  const rest = target.slice(authority[0].length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** Maximum number of header lines in a request. */
export const mostHeaders = 1000;

/** `uri-host [":" port]`, where a name may be empty (RFC 9112, section 3.2; RFC 3986, section 3.2.2). */
const hostValue =
  /^(?:\[[0-9a-f:.]+\]|\[v[0-9a-f]+\.[\w.~!$&'()*+,;=:-]+\]|(?:[\w.~!$&'()*+,;=-]|%[0-9a-f]{2})*)(?::\d*)?$/i;

/** The last valid host: almost all requests to a server name the same one. */
let lastHost: string | undefined;

/**
 * Refuses a head that the parser of `node:http` accepts although the host or the end of the body is ambiguous (RFC
 * 9112, sections 3.2 and 6.1).
 */
export function checkHead({ headers, httpVersion, rawHeaders }: Message): Refusal | undefined {
  if (rawHeaders.length > 2 * mostHeaders) {
    return new Refusal(
      'headers-too-large',
      `The request has more than ${mostHeaders} header lines. Send fewer.`,
    );
  }
  const hosts = countHosts(rawHeaders);
  if (hosts > 1)
    return refuseHeader(
      'Host',
      'must be sent once',
      'Host header is sent more than once. Send it once',
    );
  const { host } = headers;
  if (host === undefined) {
    if (httpVersion === '1.1')
      return refuseHeader('Host', 'is required', 'Host header is missing. Send it once');
  } else if (host !== lastHost) {
    if (!hostValue.test(host))
      return refuseHeader(
        'Host',
        'must be a host name or address, with an optional port',
        'Host header is not a host. Send the host of the URL',
      );
    lastHost = host;
  }
  const coding = headers['transfer-encoding'];
  if (coding === undefined) return undefined;
  if (httpVersion === '1.1' && coding.trim().toLowerCase() === 'chunked') return undefined;
  return refuseHeader(
    'Transfer-Encoding',
    'must be chunked, in HTTP/1.1',
    'transfer coding is not supported. Send the body unencoded, with Content-Length or chunked',
  );
}

function refuseHeader(header: string, fault: string, reason: string): Refusal {
  const detail = `The ${reason} (RFC 9112).`;
  return new Refusal('malformed-request', detail, { faults: [{ header, detail: fault }] });
}

/** `message.headers` contains only the first one. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}

/** The largest body that is read for an operation that does not use it, in bytes. */
export const unusedLimit = 64 * 1024;

/** Called with the whole body, or with undefined as soon as it exceeds the limit. */
type Done = (body: Uint8Array | undefined) => void;

/**
 * Marks the stream of a message without a body as read. Otherwise `node:http` drains the empty stream after the
 * response, which takes three more ticks and a tenth of the processor time of a GET.
 */
export function skipBody(message: IncomingMessage): void {
  message.read(0);
}

/**
 * Reads the body of a request. If the client disconnects before its end, `done` is never called.
 *
 * A small body usually arrives together with its head, and is in the stream on the next tick, when the parser has
 * finished with both. Reading it then is faster than listening for `data` and `end`.
 */
export function readBody(message: IncomingMessage, limit: number, done: Done): void {
  process.nextTick(readArrived, message, limit, done);
}

function readArrived(message: IncomingMessage, limit: number, done: Done): void {
  const arrived: Buffer | null = message.read();
  if (arrived === null) {
    readRest(message, [], 0, limit, done);
    return;
  }
  const { length } = arrived;
  if (length > limit) done(undefined);
  else if (length === Number(message.headers['content-length'])) done(arrived);
  else readRest(message, [arrived], length, limit, done);
}

/** @param size number of bytes that have already arrived */
function readRest(
  message: IncomingMessage,
  chunks: Uint8Array[],
  size: number,
  limit: number,
  done: Done,
): void {
  let total = size;
  let counted = 0;
  const finish = (): void => done(Buffer.concat(chunks));
  const keep = (chunk: Uint8Array): void => {
    total += chunk.length;
    if (total <= limit) {
      chunks.push(chunk);
      if (total < smallestHeld) return;
      unfinishedRequests.hold(message, total - counted);
      counted = total;
      return;
    }
    message.removeListener('data', keep);
    message.removeListener('end', finish);
    done(undefined);
  };
  message.once('end', finish);
  message.on('data', keep);
}

/** The state of a connection. */
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
 * Whether a request may be processed. Requests after a response that closes the connection are ignored: the client
 * cannot know their outcome, and sends them again (RFC 9112, section 9.6).
 */
export function admitRequest(message: IncomingMessage, response: ServerResponse): boolean {
  const connection = findConnection(message.socket);
  if (connection.isClosing) {
    // Reading prevents a connection reset before the client has its response.
    message.resume();
    return false;
  }
  connection.last = response;
  connection.isClosing = announcesClose(message);
  // Node keeps an HTTP/1.0 connection open if the request has both `close` and `keep-alive`.
  if (connection.isClosing && message.httpVersion !== '1.1')
    response.setHeader('Connection', 'close');
  return true;
}

/** Whether a client has closed its side in the middle of a request that awaits its response. */
export function isBrokenOff(socket: Duplex): boolean {
  const { last } = findConnection(socket);
  return last !== undefined && socket.writable && !last.req.complete && !last.headersSent;
}

/** Closes the connection after the response to this request. */
export function closeAfter(message: IncomingMessage): void {
  findConnection(message.socket).isClosing = true;
}

/** RFC 9112, section 9.3: HTTP/1.1 keeps a connection by default, HTTP/1.0 closes it. */
function announcesClose({ headers, httpVersion }: IncomingMessage): boolean {
  const { connection } = headers;
  if (connection === undefined) return httpVersion !== '1.1';
  // The value that most clients send.
  if (connection === 'keep-alive') return false;
  const options = connection.toLowerCase().split(',');
  const includes = (name: string): boolean => options.some((option) => option.trim() === name);
  return includes('close') || (httpVersion !== '1.1' && !includes('keep-alive'));
}
