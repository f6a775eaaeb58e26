import { createServer } from 'node:http';

/** A server of files on this machine, and the requested paths. */
export interface FileServer {
  url: string;
  asked: string[];
  close(): Promise<void>;
}

/** Serves files from memory, on a port that the system assigns. */
export async function serveFiles(files: ReadonlyMap<string, Buffer>): Promise<FileServer> {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    const [name = ''] = url.split('?');
    const content = files.get(name);
    const type = name.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8';
    response.writeHead(content === undefined ? 404 : 200, { 'content-type': type }).end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
