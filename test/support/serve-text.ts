import { createServer } from 'node:http';

/** A server with one page, on a port of this machine. */
export interface TextServer {
  port: number;
  close(): Promise<void>;
}

export async function serveText(text: string): Promise<TextServer> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
