import { createServer } from 'node:net';

/** The first free port of a few. */
export async function findFreePort(host: string, from: number): Promise<number | undefined> {
  for (let port = from; port < Math.min(from + 20, 65_536); port += 1) {
    if (await isFree(host, port)) return port;
  }
  return undefined;
}

function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}
