import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Finds an unused port, for a program that does not report its port. It is below those that systems assign, so that no
 * other test gets it before the program does.
 */
export async function findPort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
