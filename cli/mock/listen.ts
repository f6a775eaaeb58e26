import { readdir, readFile, readlink } from 'node:fs/promises';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { createSecureContext } from 'node:tls';
import { readErrorCode } from '../../contract/errors.ts';
import { readTextFile } from '../../contract/files.ts';
import type { HttpsOptions, Listening } from '../../mock/index.ts';
import type { Context } from '../command.ts';
import { defaultPort } from '../commands/mock-options.ts';
import { UsageError } from '../usage-error.ts';

interface Wish {
  host: string;
  port: number | undefined;
  listen(port: number): Promise<Listening>;
}

/**
 * Handles a mock that could not listen. Without an explicit port, on a terminal, it uses the next free port and prints a
 * note. In all other cases, it throws an error, because programs rely on the documented port.
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

/** Explains in one line why a server cannot listen. Rethrows any other error. */
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
    return new UsageError(`${host} is not an address of this machine; use --host 127.0.0.1`);
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
      ? 'use --port 0 for any free port'
      : `${free} is free: ${toCommand(environment)} --port ${free}`;
  return new UsageError(`port ${port} of ${host} is in use${holder}; ${next}`);
}

/** The command that started the mock, as far as npm provides it. */
function toCommand(environment: NodeJS.ProcessEnv): string {
  if (environment['npm_lifecycle_event'] === 'start') return 'npm start --';
  return `${environment['npm_command'] === 'exec' ? 'npx ' : ''}site-contract mock`;
}

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

/**
 * Describes the listener on a port: ` by another site-contract mock (node, process 4711)`. Empty if it is unknown.
 * @param timeoutMs how long the listener may take to identify itself
 */
export async function describeHolder(host: string, port: number, timeoutMs = 500): Promise<string> {
  const [isMock, program] = await Promise.all([
    answersLikeMock(host, port, timeoutMs),
    findProgram(port),
  ]);
  if (isMock)
    return ` by another site-contract mock${program === undefined ? '' : ` (${program})`}`;
  return program === undefined ? '' : ` by ${program}`;
}

/** Whether the listener responds to health requests like a mock's control surface. */
function answersLikeMock(host: string, port: number, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(
      { host: toReachable(host), port, path: '/__mock/health', agent: false, timeout: timeoutMs },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk) => {
          text += chunk;
          if (text.length > 1000) request.destroy();
        });
        response.once('end', () => resolve(/^\{\s*"status"\s*:\s*"ok"\s*\}$/.test(text.trim())));
      },
    );
    request.once('close', () => resolve(false)).once('error', () => resolve(false));
    // The socket timeout restarts with each chunk; this one does not.
    setTimeout(() => request.destroy(), timeoutMs).unref();
    request.once('timeout', () => request.destroy());
  });
}

/** The address to call. A server on a wildcard address can be reached on this machine. */
function toReachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  return host === '::' ? '::1' : host;
}

/**
 * Name and id of the listening process, on systems with `/proc` (Linux) and with the permission to read it. Leaves out its
 * arguments, which may contain a key.
 */
async function findProgram(port: number): Promise<string | undefined> {
  try {
    const sockets = await listListening(port);
    if (sockets.size === 0) return undefined;
    for (const id of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
      if (!(await holdsOne(id, sockets))) continue;
      return `${(await readFile(`/proc/${id}/comm`, 'utf8')).trim()}, process ${id}`;
    }
  } catch {
    // Another operating system, or the process has just ended.
  }
  return undefined;
}

/** The listening sockets of a port, by their names in `/proc/<id>/fd` (proc_pid_net(5)). */
async function listListening(port: number): Promise<ReadonlySet<string>> {
  const tables = await Promise.all(
    ['/proc/net/tcp', '/proc/net/tcp6'].map((file) => readFile(file, 'utf8').catch(() => '')),
  );
  const rows = tables.flatMap((table) => table.split('\n').map((row) => row.trim().split(/\s+/)));
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const listening = rows.filter(
    ([, address, , state]) => state === '0A' && address?.endsWith(local),
  );
  return new Set(listening.map(([, , , , , , , , , inode]) => `socket:[${inode}]`));
}

async function holdsOne(id: string, sockets: ReadonlySet<string>): Promise<boolean> {
  const folder = `/proc/${id}/fd`;
  const names = await readdir(folder).catch(() => []);
  const targets = await Promise.all(
    names.map((name) => readlink(`${folder}/${name}`).catch(() => '')),
  );
  return targets.some((target) => sockets.has(target));
}

interface HttpsValues {
  https: boolean;
  cert: string | undefined;
  key: string | undefined;
}

/**
 * The HTTPS options of the mock. A certificate implies `--https`.
 * @throws UsageError if a file cannot be read, or certificate and key do not match
 */
export function openHttps({ https, cert, key }: HttpsValues): boolean | HttpsOptions {
  if (cert === undefined && key === undefined) return https;
  if (cert === undefined || key === undefined)
    throw new UsageError('--cert and --key go together; pass both, or only --https');
  const options = {
    cert: readPem('--cert', cert, 'CERTIFICATE'),
    key: readPem('--key', key, 'PRIVATE KEY'),
  };
  try {
    createSecureContext(options);
  } catch (error) {
    if (readErrorCode(error) === 'ERR_OSSL_X509_KEY_VALUES_MISMATCH')
      throw new UsageError(`--key: ${key} is not the private key of the certificate in ${cert}`);
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      `--cert and --key must be a certificate and its private key in PEM form, without a passphrase (${reason})`,
    );
  }
  return options;
}

function readPem(option: string, file: string, label: string): string {
  const text = readTextFile(file, `${option}: ${file}`);
  if (new RegExp(`-----BEGIN (?:[A-Z0-9]+ )*${label}-----`).test(text)) return text;
  throw new UsageError(`${option}: ${file} has no ${label.toLowerCase()} in PEM form`);
}
