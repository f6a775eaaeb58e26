import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Changes what a service does: answers a request by itself, or with what it makes of the original response. */
export type Change = (
  request: Request,
  forward: (request: Request) => Promise<Response>,
) => Promise<Response>;

/** Serves a handler of the Fetch API on a port of the system, with a change. */
export async function serveChanged(
  handle: (request: Request) => Promise<Response>,
  change: Change,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const headers = new Headers();
    for (const [name, value] of Object.entries(incoming.headers))
      if (typeof value === 'string') headers.set(name, value);
    const request = new Request(`http://127.0.0.1${incoming.url}`, {
      method: incoming.method ?? 'GET',
      headers,
      ...(body.length > 0 && { body }),
    });
    const response = await change(request, handle);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}`, close };
}
