import type { Client } from 'pg';
import { DocumentError } from '../../contract/errors.ts';
import { isLoopback, parseUrl } from '../../contract/parse-url.ts';

/** An unusable database URL or store option. The message never contains the URL. */
export class StoreOptionError extends DocumentError {
  /** Always `StoreOptionError`. */
  override name = 'StoreOptionError';
}

/**
 * Parses a URL with the parameters of libpq for TLS, and those of the environment, such as `PGPASSWORD`.
 * @param PgClient the class of the package `pg`, which parses the URL
 * @throws StoreOptionError saying what is wrong, without the password
 */
export function parseDatabaseUrl(text: string, PgClient: typeof Client) {
  const isUrl =
    /^postgres(?:ql)?:\/\//i.test(text) &&
    parseUrl(text.replace('@/', '@localhost/')) !== undefined;
  if (!isUrl)
    throw new StoreOptionError(
      'the store is not a PostgreSQL URL; write it like postgres://user:password@host:5432/database, with special characters in the password percent-encoded',
    );
  const [address, query] = text.split('?');
  const parameters = new URLSearchParams(query);
  if (!parameters.has('uselibpqcompat')) parameters.set('uselibpqcompat', 'true');
  const { host, port, user, password, database, ssl } = createClient(
    `${address}?${parameters}`,
    PgClient,
  );
  // Such a server may ask for the password in clear text.
  if (!ssl && !host.startsWith('/') && !isLoopback(host))
    throw new StoreOptionError(
      `the store URL would send the password and all data to ${host.slice(0, 60)} without TLS; add sslmode=verify-full, or sslmode=require if the certificate of the server cannot be verified`,
    );
  return {
    /** The options of a pool. The password is stored nowhere else. */
    pool: {
      host,
      port,
      user,
      password,
      database,
      ssl,
      max: readWhole(parameters, 'pool_size', 10),
      connectionTimeoutMillis: 1000 * readWhole(parameters, 'connect_timeout', 3),
    },
    /** How long a statement may take, in milliseconds. */
    statementTimeout: readWhole(parameters, 'statement_timeout', 5000),
    /** The address without the user and the password, for messages. */
    shown: `postgres://${host.includes(':') ? `[${host}]` : host}:${port}/${database}`,
  };
}

/** The client is only read, and never connects. */
function createClient(connectionString: string, PgClient: typeof Client): Client {
  try {
    return new PgClient({ connectionString });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreOptionError(`the store URL cannot be used: ${reason}`);
  }
}

function readWhole(parameters: URLSearchParams, name: string, fallback: number): number {
  const text = parameters.get(name);
  if (text === null) return fallback;
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new StoreOptionError(`${name} in the store URL must be an integer from 1 to 999999`);
}
