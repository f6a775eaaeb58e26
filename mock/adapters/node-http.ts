import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { acceptsHtml, refuseTooLarge } from '../http/check-head.ts';
import type { AskingHandler, OpenRequest } from '../http/handle-request.ts';
import type { WholeReply, WireReply } from '../mock-request.ts';
import { Refusal } from '../refusal.ts';
import { isPromise } from '../store/store.ts';
import { createClientErrorListener, createConnectListener } from './client-error.ts';
import {
  admitRequest,
  announcesBody,
  checkHead,
  closeAfter,
  isBrokenOff,
  NodeRequest,
  readBody,
  skipBody,
  toOriginForm,
  unmetExpectation,
  unusedLimit,
} from './read-request.ts';
import { watchConnections } from './watch-connections.ts';
import { sendReply, type UnendingResponses } from './write-reply.ts';

/** The handler that a server serves. */
export interface Carried<Reply extends WireReply = WireReply> {
  handler: AskingHandler<string, Reply>;
  /** The largest body that is read, in bytes. */
  bodyLimit: number;
}

/** A second handler of a server, which is loaded with its first request. */
export interface CarriedLater {
  /** Whether it handles requests for a target. */
  accepts(target: string): boolean;
  load(): Promise<Carried>;
}

/**
 * Removes the base path from a target, or refuses a target without it. A browser at the root is accepted, and
 * redirected to the page.
 */
export type EnterBasePath = (target: string, accept: string | undefined) => string | Refusal;

/** The parts that HTTP and HTTPS servers share. */
export interface ServerParts {
  options: ServerOptions;
  listener: RequestListener;
  service: Carried<WholeReply>;
  other: CarriedLater | undefined;
  /** Removes the base path from a target, if there is one. */
  enter: EnterBasePath | undefined;
}

/** The certificate of a server and its private key, as PEM strings. */
export interface HttpsOptions {
  /** The certificate, followed by any intermediate certificates. */
  cert: string;
  /** The private key, without a passphrase. */
  key: string;
}

/** The certificate of a mock. */
export interface Certificate extends HttpsOptions {
  /** The file with the certificate, if the mock created it. */
  file: string | undefined;
  /** Whether it was just created, so that no client trusts it yet. */
  isNew: boolean;
}

const serverOptions = {
  /** A whole request has to arrive within 30 seconds, its head within 10. */
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 2000,
  /** `watchConnections` closes idle connections. */
  keepAliveTimeout: 0,
  /** A missing Host gets a problem response, like any other mistake. */
  requireHostHeader: false,
};

/** Maximum number of bytes of a refused body that are discarded to keep the connection open. */
const skipped = 1024 * 1024;

export interface HttpServerOptions {
  /** A prefix for all paths. Default: none. */
  basePath?: string;
  /** Creates the server. Default: an HTTP server. */
  create?(parts: ServerParts): Server;
}

/** Creates an HTTP server that does not listen yet. */
export function createHttpServer(
  service: Carried<WholeReply>,
  other?: CarriedLater,
  { basePath = '', create }: HttpServerOptions = {},
): Server {
  const { handler } = service;
  const unending: UnendingResponses = new Set();
  const enter = basePath === '' ? undefined : createBasePathReader(basePath);
  const listen = (isExpecting: boolean): RequestListener => {
    return (message, response) => {
      if (!admitRequest(message, response)) return;
      // Without `100 Continue`, Node closes the connection after the response.
      if (isExpecting && !announcesBody(message)) closeAfter(message);
      const refusal = (enter && enterBasePath(message, enter)) ?? checkHead(message);
      if (refusal !== undefined) refuse(message, response, refusal);
      else if (other?.accepts(message.url ?? '') === true) {
        other.load().then(
          (loaded) => {
            const { localAddress } = message.socket;
            const head = new NodeRequest(message, localAddress);
            serve({ carried: loaded, message, response, head, isExpecting, unending });
          },
          () => response.destroy(),
        );
      } else {
        const head = new NodeRequest(message);
        serve({ carried: service, message, response, head, isExpecting, unending });
      }
    };
  };
  const parts = { options: serverOptions, listener: listen(false), service, other, enter };
  const server = create?.(parts) ?? createServer(serverOptions, parts.listener);
  // Read all headers, since any of them may announce a body. The size of a head is limited anyway.
  server.maxHeadersCount = 0;
  endWithServer(server, unending);
  watchConnections(server, create === undefined ? 'connection' : 'secureConnection');
  // A client may close its side after its request and still gets the response. This public property is not documented;
  // where it has no effect, such a client has to keep its side open until the response arrives.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on('checkContinue', listen(true));
  server.on('checkExpectation', (message: IncomingMessage, response: ServerResponse) => {
    if (admitRequest(message, response)) refuse(message, response, unmetExpectation);
  });
  const listenForErrors = createClientErrorListener(handler);
  server.on('clientError', listenForErrors);
  server.on(create === undefined ? 'connection' : 'secureConnection', (socket: Duplex) => {
    // After a request with `Upgrade`, the parser of Node reports neither an error nor an early end.
    const brokeOff = (): void => {
      if (isBrokenOff(socket))
        listenForErrors(new Error('the client closed the connection'), socket);
    };
    socket.once('end', () => setImmediate(brokeOff));
  });
  server.on('connect', createConnectListener(handler));
  return server;

  function refuse(message: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
    const reply = handler.refuse(new NodeRequest(message), undefined, refusal);
    sendReply(message, response, reply, { unending, closes: true });
  }
}

function createBasePathReader(basePath: string): EnterBasePath {
  return (url, accept) => {
    const target = toOriginForm(url);
    if (/^\/(?:\?|$)/.test(target) && acceptsHtml(accept)) return target;
    const rest = target.slice(basePath.length);
    if (target.startsWith(basePath) && /^(?:[/?]|$)/.test(rest))
      return rest.startsWith('/') ? rest : `/${rest}`;
    const path = target.replace(/[?#].*/s, '').slice(0, 200);
    const detail = `The path ${path} is outside the base path ${basePath}. Use ${basePath}${path}.`;
    return new Refusal('unknown-path', detail);
  };
}

/** Removes the base path from the URL of a message. */
function enterBasePath(message: IncomingMessage, enter: EnterBasePath): Refusal | undefined {
  const target = enter(message.url ?? '', message.headers.accept);
  if (typeof target !== 'string') return target;
  message.url = target;
  return undefined;
}

/** A request and its response. */
interface Exchange {
  carried: Carried;
  message: IncomingMessage;
  response: ServerResponse;
  head: NodeRequest;
  /** Whether the client waits for `100 Continue` before it sends the body. */
  isExpecting: boolean;
  unending: UnendingResponses;
}

function serve(exchange: Exchange): void {
  const { carried, message, head } = exchange;
  if (!head.hasBody) skipBody(message);
  const opened = carried.handler.open(head);
  if (isPromise(opened)) {
    opened.then(
      (settled) => goOn(exchange, settled),
      () => message.destroy(),
    );
  } else goOn(exchange, opened);
}

function goOn(exchange: Exchange, opened: OpenRequest<string> | WireReply): void {
  const { carried, message, response, head, isExpecting } = exchange;
  const { handler, bodyLimit } = carried;
  if ('status' in opened) {
    // The client may never send the body, or it would take too long to read.
    send(exchange, opened, head.hasBody && (isExpecting || !isShort(message)));
    return;
  }
  const { id, takesBody } = opened.operation;
  const answer = (body: Uint8Array | undefined): void => {
    const reply = handler.answer(opened, body);
    if (isPromise(reply)) reply.then((settled) => send(exchange, settled, false));
    else send(exchange, reply, false);
  };
  // Even an unused body is read before data changes: a request with a malformed body must have no effect.
  if (!head.hasBody || (!takesBody && isSafe(head))) {
    if (isExpecting) closeAfter(message);
    answer(undefined);
    return;
  }
  if (isExpecting) response.writeContinue();
  const limit = takesBody ? bodyLimit : unusedLimit;
  readBody(message, limit, (body) => {
    if (body !== undefined) answer(takesBody ? body : undefined);
    else send(exchange, handler.refuse(head, id, refuseTooLarge(limit)), true);
  });
}

function isSafe({ method }: NodeRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

function send({ message, response, unending }: Exchange, reply: WireReply, closes: boolean): void {
  sendReply(message, response, reply, { unending, closes });
}

/** Endless responses do not delay a stop: their connections end when the server stops listening. */
function endWithServer(server: Server, unending: UnendingResponses): void {
  const close = server.close.bind(server);
  server.close = (callback) => {
    for (const response of unending) {
      if (response.headersSent) response.end();
      else response.destroy();
    }
    return close(callback);
  };
}

function isShort({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length']) <= skipped;
}
