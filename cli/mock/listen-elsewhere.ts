import { readErrorCode } from '../../contract/errors.ts';
import type { Listening } from '../../mock/index.ts';
import type { Context } from '../command.ts';
import { defaultPort } from '../commands/mock-options.ts';
import { describeHolder } from './describe-holder.ts';
import { explainListenError } from './explain-listen-error.ts';
import { findFreePort } from './find-free-port.ts';

interface Wish {
  host: string;
  /** Undefined when no port was named. */
  port: number | undefined;
  listen(port: number): Promise<Listening>;
}

/**
 * What becomes of a mock that could not listen. Who named no port and looks at a terminal wants a mock, and gets it on the
 * next free port, with a note. A program relies on the port that is documented, and whoever named one on that: they are
 * told.
 * @throws UsageError
 */
export async function listenElsewhere(
  error: unknown,
  { host, port, listen }: Wish,
  { stdout, stderr, environment }: Context,
): Promise<Listening> {
  if (port === undefined && stdout.isTTY === true && readErrorCode(error) === 'EADDRINUSE') {
    const free = await findFreePort(host, defaultPort + 1);
    const server = free === undefined ? undefined : await listen(free).catch(() => undefined);
    if (server !== undefined) {
      const holder = await describeHolder(host, defaultPort);
      stderr.write(
        `site-contract: port ${defaultPort} is in use${holder}; listening on ${server.port}\n`,
      );
      return server;
    }
  }
  throw await explainListenError(error, host, port ?? defaultPort, environment);
}
