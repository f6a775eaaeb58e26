import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { isControlTarget } from '../features/control/open-control.ts';
import type { ControlServer } from '../features/control/serve-control.ts';
import type { OpenRequest, RequestHandler } from '../handle-request.ts';
import { refuseTooLarge } from '../http/body-size.ts';
import { isDisturbed } from '../http/is-disturbed.ts';
import type { MockReply } from '../mock-request.ts';
import { Refusal } from '../refusal.ts';
import { isPromise } from '../store/answer.ts';
import { createClientErrorListener, createConnectListener } from './client-error.ts';
import { disturbReply } from './disturb-reply.ts';
import { NodeRequest, readBody, skipBody } from './read-request.ts';
import { writeReply, writeReplyAndClose } from './write-reply.ts';

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
    if (control === undefined) return serve;
    return (message, response) => {
      if (isControlTarget(message.url ?? '')) control.serve(message, response, isExpecting);
      else serve(message, response);
    };
  };
  const server = createServer(serverOptions, listen(false));
  endWithServer(server, hanging);
  // A client that has sent its request may close its side and still gets its response. This public property is not
  // documented; where it has no effect, such a client has to keep its side open while a response takes time.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on('checkContinue', listen(true));
  server.on('checkExpectation', (message: IncomingMessage, response: ServerResponse) => {
    const head = new NodeRequest(message);
    const detail =
      'This server meets no expectation but 100-continue. Leave the Expect header out.';
    const refusal = new Refusal('expectation-failed', detail, {
      faults: [{ header: 'Expect', detail: 'must be 100-continue' }],
    });
    writeReplyAndClose(message, response, handler.refuse(head, undefined, refusal));
  });
  server.on('clientError', createClientErrorListener(handler));
  server.on('connect', createConnectListener(handler));
  return server;
}

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
    const opened = openRequest(handler, message, head);
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

function openRequest(
  handler: RequestHandler,
  message: IncomingMessage,
  head: NodeRequest,
): OpenRequest | MockReply {
  const hosts = countHosts(message);
  if (hosts > 1 || (hosts === 0 && message.httpVersion === '1.1')) {
    const detail = `The Host header is ${hosts === 0 ? 'missing' : 'sent more than once'}. Send it once (RFC 9112, section 3.2).`;
    const faults = [{ header: 'Host', detail: hosts === 0 ? 'is required' : 'must be sent once' }];
    return handler.refuse(head, undefined, new Refusal('malformed-request', detail, { faults }));
  }
  return handler.open(head);
}

/** Of several, `message.headers` has the first. */
function countHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
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
