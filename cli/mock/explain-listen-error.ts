import { createServer } from 'node:net';
import { readErrorCode } from '../../contract/error-code.ts';
import { UsageError } from '../usage-error.ts';

/** Makes one line of what kept a server from listening; anything else is thrown as it is. */
export async function explainListenError(
  error: unknown,
  host: string,
  port: number,
): Promise<UsageError> {
  const code = readErrorCode(error);
  if (code === 'EADDRINUSE') {
    const free = await findFreePort(host, port + 1);
    const next = free === undefined ? '' : `--port ${free}, which is free, or `;
    return new UsageError(
      `port ${port} of ${host} is in use; try ${next}--port 0 for any free one`,
    );
  }
  if (code === 'EACCES')
    return new UsageError(`port ${port} of ${host} needs more rights; try one from 1024 on`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new UsageError(`${host} is no address of this machine; try --host 127.0.0.1`);
  throw error;
}

/** The first free port of a few. */
async function findFreePort(host: string, from: number): Promise<number | undefined> {
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
