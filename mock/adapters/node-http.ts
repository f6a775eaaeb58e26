import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { isControlTarget } from '../features/control/open-control.ts';
import type { ControlServer } from '../features/control/serve-control.ts';
import { refuseTooLarge } from '../http/check-head.ts';
import type { OpenRequest, RequestHandler } from '../http/handle-request.ts';
import { isDisturbed } from '../http/respond.ts';
import type { MockReply } from '../mock-request.ts';
import { Refusal } from '../refusal.ts';
import { isPromise } from '../store/answer.ts';
import { createClientErrorListener, createConnectListener } from './client-error.ts';
import {
  admitRequest,
  checkHead,
  isBrokenOff,
  NodeRequest,
  readBody,
  skipBody,
} from './read-request.ts';
import { disturbReply, writeReply, writeReplyAndClose } from './write-reply.ts';

const serverOptions = {
  /** A whole request has to arrive within 30 seconds, its head within 10. */
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 2000,
  /** Longer than most clients keep a connection, so that they close it first and none meets a closed one. */
  keepAliveTimeout: 65_000,
  /** A missing Host is answered with a problem like any other mistake. */
  requireHostHeader: false,
};

/** Makes an HTTP server that carries a handler. It does not listen yet. */
export function createHttpServer(
  handler: RequestHandler,
  bodyLimit: number,
  control?: ControlServer,
): Server {
  // Answers that a fault keeps back for ever.
  const hanging = new Set<ServerResponse>();
  const listen = (isExpecting: boolean): RequestListener => {
    const serve = createRequestListener(handler, bodyLimit, hanging, { isExpecting });
    return (message, response) => {
      if (!admitRequest(message, response)) return;
      const refusal = checkHead(message);
      if (refusal !== undefined) refuse(message, response, refusal);
      else if (control !== undefined && isControlTarget(message.url ?? ''))
        control.serve(message, response, isExpecting);
      else serve(message, response);
    };
  };
  const server = createServer(serverOptions, listen(false));
  // All of them are read, since one of them may announce a body. The size of a head is limited anyway.
  server.maxHeadersCount = 0;
  endWithServer(server, hanging);
  // A client that has sent its request may close its side and still gets its response. This public property is not
  // documented; where it has no effect, such a client has to keep its side open while a response takes time.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on('checkContinue', listen(true));
  server.on('checkExpectation', (message: IncomingMessage, response: ServerResponse) => {
    if (admitRequest(message, response)) refuse(message, response, refuseExpectation);
  });
  const listenForErrors = createClientErrorListener(handler);
  server.on('clientError', listenForErrors);
  server.on('connection', (socket) => {
    // Behind a request with `Upgrade`, the parser of Node reports neither an error nor an early end.
    const brokeOff = (): void => {
      if (isBrokenOff(socket)) listenForErrors(new Error('the request broke off'), socket);
    };
    socket.once('end', () => setImmediate(brokeOff));
  });
  server.on('connect', createConnectListener(handler));
  return server;

  function refuse(message: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
    const head = new NodeRequest(message);
    writeReplyAndClose(message, response, handler.refuse(head, undefined, refusal));
  }
}

const refuseExpectation = new Refusal(
  'expectation-failed',
  'This server meets no expectation but 100-continue. Leave the Expect header out.',
  { faults: [{ header: 'Expect', detail: 'must be 100-continue' }] },
);

/** @param isExpecting whether the client waits for `100 Continue` before it sends the body */
function createRequestListener(
  handler: RequestHandler,
  bodyLimit: number,
  hanging: Set<ServerResponse>,
  { isExpecting = false } = {},
): RequestListener {
  return (message, response) => {
    const head = new NodeRequest(message);
    if (!head.hasBody) skipBody(message);
    const opened = handler.open(head);
    if ('status' in opened) {
      // Whether the body will still be sent is open, or it would be long to read.
      const isLeft = head.hasBody && (isExpecting || !isWithin(message, bodyLimit));
      const write = (): void => {
        if (isLeft) writeReplyAndClose(message, response, opened);
        else writeReply(response, opened);
      };
      if (isDisturbed(opened)) disturbReply(response, opened, hanging, write);
      else write();
      return;
    }
    const { id, takesBody } = opened.operation;
    if (!takesBody || !head.hasBody) {
      answer(handler, opened, undefined, response, hanging);
      return;
    }
    if (isExpecting) response.writeContinue();
    readBody(message, bodyLimit, (body) => {
      if (body !== undefined) answer(handler, opened, body, response, hanging);
      else {
        const reply = handler.refuse(head, id, refuseTooLarge(bodyLimit));
        writeReplyAndClose(message, response, reply);
      }
    });
  };
}

function answer(
  handler: RequestHandler,
  request: OpenRequest,
  body: Uint8Array | undefined,
  response: ServerResponse,
  hanging: Set<ServerResponse>,
): void {
  const reply = handler.answer(request, body);
  if (isPromise(reply)) reply.then((settled) => send(response, settled, hanging));
  else send(response, reply, hanging);
}

function send(response: ServerResponse, reply: MockReply, hanging: Set<ServerResponse>): void {
  if (isDisturbed(reply)) disturbReply(response, reply, hanging, () => writeReply(response, reply));
  else writeReply(response, reply);
}

/** Nobody has to wait for an answer that will never come: its connection ends when the server stops to listen. */
function endWithServer(server: Server, hanging: Set<ServerResponse>): void {
  const close = server.close.bind(server);
  server.close = (callback) => {
    for (const response of hanging) response.destroy();
    return close(callback);
  };
}

function isWithin({ headers }: IncomingMessage, limit: number): boolean {
  return Number(headers['content-length']) <= limit;
}
