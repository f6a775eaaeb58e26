import type { IncomingHttpHeaders, OutgoingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import { constants } from 'node:http2';
import { refuseTooLarge } from '../http/check-head.ts';
import type { OpenRequest } from '../http/handle-request.ts';
import { isDisturbed, isWhole, toPairs, type WholeReply, type WireReply } from '../mock-request.ts';
import { Refusal } from '../refusal.ts';
import { isPromise, whenAnswered } from '../store/store.ts';
import { unfinishedRequests, unreadResponses } from './limit-memory.ts';
import type { Carried, ServerParts } from './node-http.ts';
import {
  checkHead,
  type Message,
  NodeRequest,
  unmetExpectation,
  unusedLimit,
} from './read-request.ts';
import { disturbReply, writeUnending } from './write-reply.ts';

/** Serves HTTP/2 requests. */
export interface StreamServer {
  onStream(
    stream: ServerHttp2Stream,
    headers: IncomingHttpHeaders,
    flags: number,
    rawHeaders: readonly string[],
  ): void;
  /** Ends the endless responses. */
  endUnending(): void;
}

/** How long a body may take to arrive, and how long a client may stop reading a response, in milliseconds. */
const patience = 30_000;

/** Connection-specific headers of HTTP/1.1, which HTTP/2 forbids (RFC 9113, section 8.2.2). */
const ofConnections = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
]);

/** An HTTP/2 request, and the stream of its response. */
interface Exchange {
  carried: Carried;
  stream: ServerHttp2Stream;
  head: NodeRequest;
  unending: Set<ServerHttp2Stream>;
}

/**
 * Serves HTTP/2 requests like HTTP/1.1 requests, except that a fault that resets the connection or cuts off a body ends
 * only the stream of its request: other requests share the connection.
 */
export function createStreamServer({
  service,
  other,
  enter,
}: Omit<ServerParts, 'options' | 'listener'>): StreamServer {
  const unending = new Set<ServerHttp2Stream>();
  return {
    endUnending: () => {
      for (const stream of unending) stream.close();
    },
    onStream: (stream, headers, _flags, rawHeaders) => {
      // A stream that ends early ends only its own response.
      stream.on('error', () => {});
      const sent = headers[':path'] ?? '';
      const entered = enter?.(sent, headers.accept) ?? sent;
      const target = typeof entered === 'string' ? entered : sent;
      const message = toMessage(headers, rawHeaders, target);
      const hasBody = !stream.endAfterHeaders && headers['content-length'] !== '0';
      const head = new NodeRequest(message, stream.session?.socket.localAddress, hasBody);
      const exchange: Exchange = { carried: service, stream, head, unending };
      const refused =
        checkHead(message) ??
        refuseExpectation(headers) ??
        (typeof entered === 'string' ? undefined : entered);
      if (refused !== undefined) send(exchange, service.handler.refuse(head, undefined, refused));
      else if (other?.accepts(target) !== true) serve(exchange);
      else {
        other.load().then(
          (carried) => serve({ ...exchange, carried }),
          () => stream.close(constants.NGHTTP2_INTERNAL_ERROR),
        );
      }
    },
  };
}

/** The head of a request in the form of `node:http`. */
function toMessage(headers: IncomingHttpHeaders, listed: readonly string[], url: string): Message {
  const { ':method': method, ':authority': authority, host = authority } = headers;
  const rawHeaders = listed.flatMap((name, at) =>
    at % 2 === 1 || name.startsWith(':') ? [] : [name, listed[at + 1] ?? ''],
  );
  // The host is optional in HTTP/2 (RFC 9113, section 8.3.1).
  if (headers.host === undefined && host !== undefined) rawHeaders.unshift('host', host);
  return {
    method,
    url,
    headers: host === undefined ? headers : { ...headers, host },
    httpVersion: '2.0',
    rawHeaders,
  };
}

function refuseExpectation({ expect }: IncomingHttpHeaders): Refusal | undefined {
  return expect === undefined || expect.toLowerCase() === '100-continue'
    ? undefined
    : unmetExpectation;
}

function serve(exchange: Exchange): void {
  void whenAnswered(exchange.carried.handler.open(exchange.head), (opened) =>
    goOn(exchange, opened),
  );
}

function goOn(exchange: Exchange, opened: OpenRequest<string> | WireReply): void {
  const { carried, stream, head } = exchange;
  const { handler, bodyLimit } = carried;
  // The client cancelled while the control surface was loading, or the store was busy.
  if (stream.destroyed || stream.closed) return;
  if ('status' in opened) {
    send(exchange, opened);
    return;
  }
  const { id, takesBody } = opened.operation;
  const answer = (body: Uint8Array | undefined): void => {
    const reply = handler.answer(opened, body);
    if (isPromise(reply)) reply.then((settled) => send(exchange, settled));
    else send(exchange, reply);
  };
  if (!head.hasBody) {
    stream.resume();
    answer(undefined);
    return;
  }
  if (head.header('expect') !== undefined) stream.additionalHeaders({ ':status': 100 });
  const refuse = (refusal: Refusal): void => send(exchange, handler.refuse(head, id, refusal));
  const limit = takesBody ? bodyLimit : unusedLimit;
  const chunks: Uint8Array[] = [];
  let total = 0;
  // The timeout of a stream restarts with each byte.
  const timer = setTimeout(() => {
    if (!stream.headersSent)
      refuse(new Refusal('request-timeout', 'The request took too long to arrive. Send it again.'));
  }, patience);
  stream.once('close', () => clearTimeout(timer));
  stream.on('data', (chunk: Uint8Array) => {
    total += chunk.length;
    if (total <= limit) {
      chunks.push(chunk);
      unfinishedRequests.hold(stream, chunk.length);
    } else if (!stream.headersSent) refuse(refuseTooLarge(limit));
  });
  stream.once('end', () => {
    clearTimeout(timer);
    if (total <= limit && !stream.headersSent && !stream.aborted)
      answer(takesBody ? Buffer.concat(chunks) : undefined);
  });
}

function send({ stream, unending }: Exchange, reply: WireReply): void {
  if (stream.headersSent || stream.destroyed) return;
  const writeHead = (): void => respond(stream, reply, false);
  if (!isWhole(reply)) {
    writeHead();
    writeUnending(stream, reply, unending);
  } else if (isDisturbed(reply))
    disturbReply(stream, reply, {
      unending,
      writeHead,
      writeWhole: () => writeWhole(stream, reply),
      reset: () => stream.close(constants.NGHTTP2_INTERNAL_ERROR),
      // Closing instead of destroying would end the stream as if the body were complete.
      breakOff: () => stream.destroy(new Error('aborted by a fault')),
    });
  else writeWhole(stream, reply);
}

function writeWhole(stream: ServerHttp2Stream, reply: WholeReply): void {
  const { body } = reply;
  respond(stream, reply, body === undefined);
  // The rest of a refused body is not read (RFC 9113, section 8.1).
  if (!stream.readableEnded && !stream.endAfterHeaders)
    stream.once('finish', () => stream.close(constants.NGHTTP2_NO_ERROR));
  if (body === undefined || stream.destroyed) return;
  stream.setTimeout(patience, () => stream.close(constants.NGHTTP2_CANCEL));
  unreadResponses.hold(stream, body.length);
  stream.end(body);
}

/** A status below 200 is not final: the client would wait for another one, and then fail. */
function respond(
  stream: ServerHttp2Stream,
  { status, headers }: Pick<WireReply, 'status' | 'headers'>,
  endStream: boolean,
): void {
  if (status < 200) {
    stream.close(constants.NGHTTP2_PROTOCOL_ERROR);
    return;
  }
  const fields: OutgoingHttpHeaders = { ':status': status };
  for (const [written, value] of toPairs(headers)) {
    const name = written.toLowerCase();
    const given = fields[name];
    if (ofConnections.has(name)) continue;
    if (given === undefined) fields[name] = value;
    else if (name === 'set-cookie') fields[name] = [given, value].flat().map(String);
    else fields[name] = `${String(given)}, ${value}`;
  }
  stream.respond(fields, { endStream });
}
