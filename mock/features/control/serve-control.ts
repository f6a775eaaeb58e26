import type { IncomingMessage, ServerResponse } from 'node:http';
import { NodeRequest, readBody as readBodyOf } from '../../adapters/read-request.ts';
import { writeReplyAndClose } from '../../adapters/write-reply.ts';
import type { AccessOptions } from './check-access.ts';
import type { ControlContext } from './control-context.ts';
import type { ControlReply } from './control-reply.ts';
import { createControl } from './create-control.ts';
import type { Sink } from './results.ts';

/** The control surface of a mock, as a server carries it. */
export interface ControlServer {
  /**
   * Answers a request whose body nobody has read yet.
   * @param isExpecting whether the client waits for `100 Continue` before it sends the body
   */
  serve(message: IncomingMessage, response: ServerResponse, isExpecting: boolean): void;
  /** Ends every answer that would go on for ever, and what is on its way to webhooks. */
  close(): void;
}

/** What is left of a body up to this many bytes is read over, so that the connection can be kept. */
const skipped = 65_536;

export function createControlServer(context: ControlContext, access: AccessOptions): ControlServer {
  const closing = new AbortController();
  const control = createControl({ ...context, closing: closing.signal }, access);
  const streaming = new Set<ServerResponse>();
  return {
    serve: (message, response, isExpecting) => {
      const head = new NodeRequest(message);
      let isLeft = head.hasBody && (isExpecting || !isSmall(message));
      const readBody = async (limit: number): Promise<Uint8Array | undefined> => {
        if (isExpecting) response.writeContinue();
        const body = await new Promise<Uint8Array | undefined>((resolve) => {
          if (Number(message.headers['content-length']) > limit) resolve(undefined);
          else readBodyOf(message, limit, resolve);
        });
        isLeft = body === undefined;
        return body;
      };
      control({ head, localAddress: message.socket.localAddress, readBody })
        .then(({ body, ...reply }) => {
          if (typeof body === 'function') stream(message, response, reply, body);
          else if (isLeft) writeReplyAndClose(message, response, { ...reply, body });
          else writeReply(response, { ...reply, body });
        })
        // A client that leaves while it sends is owed nothing.
        .catch(() => response.destroy());
    },
    close: () => {
      closing.abort();
      for (const response of streaming) response.end();
    },
  };

  function stream(
    message: IncomingMessage,
    response: ServerResponse,
    { status, headers }: Omit<ControlReply, 'body'>,
    start: (sink: Sink) => void,
  ): void {
    streaming.add(response);
    response.once('close', () => streaming.delete(response));
    // Whoever closes one side of the connection has heard enough.
    message.socket.once('end', () => response.end());
    response.sendDate = false;
    response.writeHead(status, headers);
    response.flushHeaders();
    start(createSink(response));
  }
}

function isSmall({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length']) <= skipped;
}

function writeReply(
  response: ServerResponse,
  {
    status,
    headers,
    body,
  }: { status: number; headers: string[]; body: string | Uint8Array | undefined },
): void {
  response.sendDate = false;
  response.writeHead(status, headers);
  response.end(body);
}

function createSink(response: ServerResponse): Sink {
  const leaving = new AbortController();
  response.once('close', () => leaving.abort());
  return {
    write: (text) => {
      if (!response.writableEnded && !response.destroyed) response.write(text);
    },
    get buffered() {
      return response.writableLength;
    },
    end: () => response.end(),
    signal: leaving.signal,
  };
}
