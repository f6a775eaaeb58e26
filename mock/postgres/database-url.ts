import { readFileSync } from 'node:fs';
import { DocumentError } from '../../contract/errors.ts';

/** The address of a database, and how to connect to it. The password is stored nowhere else. */
export interface DatabaseAddress {
  /** In the order in which they are tried. */
  hosts: readonly { host: string; port: number }[];
  user: string;
  password: string | undefined;
  database: string;
  tls: TlsSettings | false;
  /** Whether read-only servers are skipped. */
  needsWriting: boolean;
  poolSize: number;
  /** How long a statement may take, in milliseconds. */
  statementTimeout: number;
  /** The timeout for opening a connection, in milliseconds. */
  connectTimeout: number;
  /** Whether a pooler may use another connection for each transaction, so that no state may be kept in one. */
  isPooled: boolean;
  /** The address without the password, for messages. */
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

const tlsModes = ['disable', 'require', 'verify-ca', 'verify-full'] as const;
const sessionKinds = ['any', 'read-write', 'primary'] as const;
const poolers = ['none', 'transaction'] as const;
const known = [
  'connect_timeout',
  'pool_size',
  'pooler',
  'sslcert',
  'sslkey',
  'sslmode',
  'sslrootcert',
  'statement_timeout',
  'target_session_attrs',
];
const form = 'postgres://user:password@host:5432/database';

/**
 * Parses a URL like libpq, with several hosts, `target_session_attrs` and TLS options.
 * @throws StoreOptionError saying what is wrong, without the password
 */
export function parseDatabaseUrl(url: string): DatabaseAddress {
  const match =
    /^(postgres(?:ql)?):\/\/(?:([^@/?#]*)@)?([^/?#@]*)(?:\/([^/?#@]*))?(?:\?([^#@]*))?$/i.exec(url);
  if (match === null)
    throw new StoreOptionError(
      `the store is not a PostgreSQL URL; write it like ${form}, with special characters in the password percent-encoded`,
    );
  const [, , credentials = '', places = '', path = '', query = ''] = match;
  const colon = credentials.indexOf(':');
  const user = decode(colon < 0 ? credentials : credentials.slice(0, colon), 'the user name');
  const password = colon < 0 ? undefined : decode(credentials.slice(colon + 1), 'the password');
  const parameters = new URLSearchParams(query);
  const names = [...parameters.keys()];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new StoreOptionError(
      `the store URL has the unknown parameter "${shorten(unknown)}"; use ${known.join(', ')}`,
    );
  const repeated = names.find((name, at) => names.indexOf(name) !== at);
  if (repeated !== undefined)
    throw new StoreOptionError(`the store URL has the parameter ${repeated} twice; write it once`);
  const hosts = places.split(',').map(readHost);
  const database = decode(path, 'the database name') || user || 'postgres';
  const sessionKind = choose(parameters, 'target_session_attrs', sessionKinds, 'read-write');
  const list = hosts.map(({ host, port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`);
  return {
    hosts,
    user: user || 'postgres',
    password,
    database,
    tls: readTls(parameters),
    needsWriting: sessionKind !== 'any',
    isPooled: choose(parameters, 'pooler', poolers, 'none') === 'transaction',
    poolSize: readWhole(parameters, 'pool_size', { fallback: 10, minimum: 2, maximum: 1000 }),
    statementTimeout: readWhole(parameters, 'statement_timeout', {
      fallback: 5000,
      minimum: 10,
      maximum: 600_000,
    }),
    connectTimeout:
      1000 * readWhole(parameters, 'connect_timeout', { fallback: 3, minimum: 1, maximum: 600 }),
    shown: `postgres://${list.join(',')}/${database}`,
  };
}

function readHost(text: string): { host: string; port: number } {
  const [, bracketed, plain, port = '5432'] =
    /^(?:\[([0-9a-fA-F:.]+)\]|([^[\]:]*))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const host = bracketed ?? (plain === undefined ? undefined : decode(plain, 'a host name'));
  const number = Number(port);
  if (host === undefined || number < 1 || number > 65_535 || /[\s\0]/.test(host)) {
    // If the host is missing, this is the user, and the password after the colon.
    const shown = /^(?:\[[^\]]*\]|[^:]*)(?::\d*)?$/.test(text) ? text : text.replace(/:.*/s, ':…');
    throw new StoreOptionError(
      `the store URL has the host "${shorten(shown)}", which is not a host name with an optional port from 1 to 65535`,
    );
  }
  return { host: host || 'localhost', port: number };
}

function decode(text: string, what: string): string {
  let decoded: string | undefined;
  try {
    decoded = decodeURIComponent(text);
  } catch {
    // Reported below.
  }
  if (decoded === undefined || /[\p{Cc}]/u.test(decoded))
    throw new StoreOptionError(`${what} of the store URL is not percent-encoded correctly`);
  return decoded;
}

function choose<Value extends string>(
  parameters: URLSearchParams,
  name: string,
  values: readonly Value[],
  fallback: Value,
): Value {
  const given = parameters.get(name);
  if (given === null) return fallback;
  const found = values.find((value) => value === given);
  if (found === undefined)
    throw new StoreOptionError(`${name} in the store URL must be one of ${values.join(', ')}`);
  return found;
}

function readWhole(
  parameters: URLSearchParams,
  name: string,
  { fallback, minimum, maximum }: { fallback: number; minimum: number; maximum: number },
): number {
  const given = parameters.get(name);
  if (given === null) return fallback;
  const value = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
  if (!(value >= minimum && value <= maximum))
    throw new StoreOptionError(
      `${name} in the store URL must be an integer from ${minimum} to ${maximum}`,
    );
  return value;
}

function readTls(parameters: URLSearchParams): TlsSettings | false {
  const mode = choose(parameters, 'sslmode', tlsModes, 'disable');
  if (mode === 'disable') return false;
  const read = (name: string, kind: string): string | undefined => {
    const file = parameters.get(name);
    if (file === null) return undefined;
    let text: string;
    try {
      text = readFileSync(file, 'utf8');
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
      throw new StoreOptionError(`${name} of the store URL cannot be read (${code}): ${file}`);
    }
    if (!text.includes(`${kind}-----`))
      throw new StoreOptionError(
        `${name} of the store URL has no ${kind.toLowerCase()} in PEM format: ${file}`,
      );
    return text;
  };
  const ca = read('sslrootcert', 'CERTIFICATE');
  const cert = read('sslcert', 'CERTIFICATE');
  const key = read('sslkey', 'PRIVATE KEY');
  if ((cert === undefined) !== (key === undefined))
    throw new StoreOptionError('sslcert and sslkey in the store URL must be given together');
  if (mode === 'verify-ca' && ca === undefined)
    throw new StoreOptionError('sslmode=verify-ca in the store URL requires sslrootcert');
  return {
    // With a root certificate, libpq verifies the chain in this mode as well.
    rejectUnauthorized: mode !== 'require' || ca !== undefined,
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(mode === 'verify-full' ? {} : { checkServerIdentity: () => undefined }),
  };
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
