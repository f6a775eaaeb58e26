import { createServer, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A passing reply, which can be altered. */
export interface PassingReply {
  method: string;
  path: string;
  status: number;
  body: string;
}

export type Alter = (reply: PassingReply) => { status?: number; body?: string };

export interface Relay {
  url: string;
  /** Changes replies; undefined forwards them unchanged. */
  alter: Alter | undefined;
  close(): Promise<void>;
}

/** Starts a server that forwards everything to another one, and can alter the replies. */
export async function startRelay(upstream: string): Promise<Relay> {
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming;
    const passed = sendRequest(new URL(url, upstream), { method, headers }, (reply) => {
      const { alter } = relay;
      const { statusCode: status = 0 } = reply;
      if (alter === undefined) {
        outgoing.writeHead(status, reply.headers);
        reply.pipe(outgoing);
        return;
      }
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        const altered = alter({ method, path: url, status, body });
        const { 'content-length': _, ...kept } = reply.headers;
        outgoing.writeHead(altered.status ?? status, kept).end(altered.body ?? body);
      });
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const relay: Relay = {
    url: `http://127.0.0.1:${port}`,
    alter: undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return relay;
}
