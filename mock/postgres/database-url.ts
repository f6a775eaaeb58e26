import { readFileSync } from 'node:fs';
import { DocumentError, readErrorCode } from '../../contract/errors.ts';

/** How to connect to a database. The password is stored nowhere else. */
export interface DatabaseAddress {
  /** A host name, an IP address, or the folder of a socket. */
  host: string;
  port: number;
  user: string;
  password: string | undefined;
  database: string;
  ssl: TlsSettings | false;
  /** Maximum number of connections. */
  poolSize: number;
  /** How long a statement may take, in milliseconds. */
  statementTimeout: number;
  /** The timeout for opening a connection, in milliseconds. */
  connectTimeout: number;
  /** The address without the user and the password, for messages. */
  shown: string;
}

export interface TlsSettings {
  rejectUnauthorized: boolean;
  ca?: string;
  cert?: string;
  key?: string;
  checkServerIdentity?: () => undefined;
}

/** An unusable database URL or store option. The message never contains the URL. */
export class StoreOptionError extends DocumentError {
  /** Always `StoreOptionError`. */
  override name = 'StoreOptionError';
}

const form = 'postgres://user:password@host:5432/database';
const known = [
  'connect_timeout',
  'pool_size',
  'sslcert',
  'sslkey',
  'sslmode',
  'sslrootcert',
  'statement_timeout',
];

/**
 * Parses a URL with the parameters of libpq for TLS.
 * @throws StoreOptionError saying what is wrong, without the password
 */
export function parseDatabaseUrl(url: string): DatabaseAddress {
  const match =
    /^postgres(?:ql)?:\/\/(?:([^@/?#]*)@)?([^/?#@]*)(?:\/([^/?#@]*))?(?:\?([^#@]*))?$/i.exec(url);
  if (match === null)
    throw new StoreOptionError(
      `the store is not a PostgreSQL URL; write it like ${form}, with special characters in the password percent-encoded`,
    );
  const [, credentials = '', place = '', path = '', query = ''] = match;
  const [user = '', ...rest] = credentials.split(':');
  const parameters = readParameters(query);
  const { host, port } = readHost(place);
  const ssl = readTls(parameters, host);
  const name = decode(user, 'the user name') || 'postgres';
  const database = decode(path, 'the database name') || name;
  return {
    host,
    port,
    user: name,
    password: rest.length === 0 ? undefined : decode(rest.join(':'), 'the password'),
    database,
    ssl,
    poolSize: readWhole(parameters, 'pool_size', 10, [2, 1000]),
    statementTimeout: readWhole(parameters, 'statement_timeout', 5000, [10, 600_000]),
    connectTimeout: 1000 * readWhole(parameters, 'connect_timeout', 3, [1, 600]),
    shown: `postgres://${host.includes(':') ? `[${host}]` : host}:${port}/${database}`,
  };
}

function readParameters(query: string): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    if (!known.includes(name))
      throw new StoreOptionError(
        `the store URL has the unknown parameter "${name.slice(0, 60)}"; use ${known.join(', ')}`,
      );
    parameters.set(name, value);
  }
  return parameters;
}

function readHost(text: string): { host: string; port: number } {
  const [, bracketed, plain = '', port = '5432'] =
    /^(?:\[([0-9a-fA-F:.]+)\]|([^[\]:,]*))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const number = Number(port);
  if ((bracketed ?? plain) === '' && text !== '')
    // If the host is missing, this is the user, and the password after the colon.
    throw new StoreOptionError(
      `the store URL has no host name with an optional port; write it like ${form}`,
    );
  if (number < 1 || number > 65_535)
    throw new StoreOptionError('the port in the store URL must be from 1 to 65535');
  return { host: bracketed ?? (decode(plain, 'the host name') || 'localhost'), port: number };
}

function decode(text: string, what: string): string {
  let decoded: string | undefined;
  try {
    decoded = decodeURIComponent(text);
  } catch {
    // Reported below.
  }
  if (decoded === undefined || /\p{Cc}/u.test(decoded))
    throw new StoreOptionError(`${what} of the store URL is not percent-encoded correctly`);
  return decoded;
}

function readWhole(
  parameters: ReadonlyMap<string, string>,
  name: string,
  fallback: number,
  [minimum, maximum]: readonly [number, number],
): number {
  const given = parameters.get(name);
  if (given === undefined) return fallback;
  const value = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
  if (value >= minimum && value <= maximum) return value;
  throw new StoreOptionError(
    `${name} in the store URL must be an integer from ${minimum} to ${maximum}`,
  );
}

/** Sockets and addresses that never leave this machine. */
function isLoopback(host: string): boolean {
  return host.startsWith('/') || /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/i.test(host);
}

const modes = ['disable', 'require', 'verify-ca', 'verify-full'];

/** A server on another machine may ask for the password in clear text, so it has to be reached by TLS. */
function readTls(parameters: ReadonlyMap<string, string>, host: string): TlsSettings | false {
  const mode = parameters.get('sslmode') ?? 'disable';
  if (!modes.includes(mode))
    throw new StoreOptionError(`sslmode in the store URL must be one of ${modes.join(', ')}`);
  if (mode === 'disable') {
    if (isLoopback(host)) return false;
    throw new StoreOptionError(
      `the store URL would send the password and all data to ${host.slice(0, 60)} without TLS; add sslmode=verify-full, or sslmode=require if the certificate of the server cannot be verified`,
    );
  }
  const ca = readPem(parameters, 'sslrootcert', 'CERTIFICATE');
  const cert = readPem(parameters, 'sslcert', 'CERTIFICATE');
  const key = readPem(parameters, 'sslkey', 'PRIVATE KEY');
  if ((cert === undefined) !== (key === undefined))
    throw new StoreOptionError('sslcert and sslkey in the store URL must be given together');
  if (mode === 'verify-ca' && ca === undefined)
    throw new StoreOptionError('sslmode=verify-ca in the store URL requires sslrootcert');
  return {
    // With a root certificate, libpq verifies the chain in the mode `require` as well.
    rejectUnauthorized: mode !== 'require' || ca !== undefined,
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(mode === 'verify-full' ? {} : { checkServerIdentity: () => undefined }),
  };
}

function readPem(
  parameters: ReadonlyMap<string, string>,
  name: string,
  kind: string,
): string | undefined {
  const file = parameters.get(name);
  if (file === undefined) return undefined;
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new StoreOptionError(
      `${name} of the store URL cannot be read (${readErrorCode(error)}): ${file}`,
    );
  }
  if (text.includes(`${kind}-----`)) return text;
  throw new StoreOptionError(
    `${name} of the store URL has no ${kind.toLowerCase()} in PEM format: ${file}`,
  );
}
