import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A port that nobody listens on at this moment, for a program that does not say which one it took. It is below those that
 * systems hand out by themselves: otherwise another test might get it before the program does.
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
