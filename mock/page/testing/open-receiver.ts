import { createServer } from 'node:http';

/** A receiver of webhooks, and what it got. */
export interface Receiver {
  url: string;
  bodies: string[];
  /** The headers of each, in the same order. */
  heads: Record<string, string>[];
  close(): Promise<void>;
}

/** @param answer the status of the answer to the request of this number, from 0. Default: 204 to each. */
export async function openReceiver(answer = (_: number): number => 204): Promise<Receiver> {
  const bodies: string[] = [];
  const heads: Record<string, string>[] = [];
  const server = createServer((message, response) => {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('end', () => {
      const values = Object.entries(message.headers);
      heads.push(Object.fromEntries(values.map(([name, value]) => [name, String(value)])));
      const number = bodies.push(Buffer.concat(chunks).toString()) - 1;
      response.writeHead(answer(number)).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    bodies,
    heads,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
