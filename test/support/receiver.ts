import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { listen } from './listen.ts';

/** A request to a receiver. */
export interface Received {
  method: string | undefined;
  path: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A receiver of webhooks, on a port of this machine. */
export interface Receiver {
  port: number;
  url: string;
  received: Received[];
  /** Waits until this many requests have arrived. */
  until(count: number): Promise<void>;
  close(): Promise<void>;
}

/** @param answer responds to a request, given its index from 0 */
export async function startReceiver(
  answer: (response: ServerResponse, number: number) => void,
): Promise<Receiver> {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  const server = createServer((message, response) => {
    let body = '';
    message.setEncoding('utf8');
    message.on('data', (chunk: string) => {
      body += chunk;
    });
    message.once('end', () => {
      const { method, url: path, headers } = message;
      const number = received.push({ method, path, headers, body }) - 1;
      answer(response, number);
      for (const look of waiting) look();
    });
  });
  const { port, close } = await listen(server);
  return {
    port,
    url: `http://127.0.0.1:${port}/hook`,
    received,
    until: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (received.length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    close,
  };
}
