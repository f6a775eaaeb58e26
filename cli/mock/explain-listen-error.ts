import { readErrorCode } from '../../contract/errors.ts';
import { UsageError } from '../usage-error.ts';
import { describeHolder } from './describe-holder.ts';
import { findFreePort } from './find-free-port.ts';

/** Makes one line of what kept a server from listening; anything else is thrown as it is. */
export async function explainListenError(
  error: unknown,
  host: string,
  port: number,
  environment: NodeJS.ProcessEnv,
): Promise<UsageError> {
  const code = readErrorCode(error);
  if (code === 'EADDRINUSE') return explainBusyPort(host, port, environment);
  if (code === 'EACCES')
    return new UsageError(
      `port ${port} of ${host} requires more privileges; use a port from 1024 upwards`,
    );
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new UsageError(`${host} is not an address of this machine; try --host 127.0.0.1`);
  throw error;
}

async function explainBusyPort(
  host: string,
  port: number,
  environment: NodeJS.ProcessEnv,
): Promise<UsageError> {
  const [holder, free] = await Promise.all([
    describeHolder(host, port),
    findFreePort(host, port + 1),
  ]);
  const next =
    free === undefined
      ? 'try --port 0 for any free one'
      : `${free} is free: ${toCommand(environment)} --port ${free}`;
  return new UsageError(`port ${port} of ${host} is in use${holder}; ${next}`);
}

/** What was typed to start the mock, as far as npm tells. */
function toCommand(environment: NodeJS.ProcessEnv): string {
  if (environment['npm_lifecycle_event'] === 'start') return 'npm start --';
  return `${environment['npm_command'] === 'exec' ? 'npx ' : ''}site-contract mock`;
}
