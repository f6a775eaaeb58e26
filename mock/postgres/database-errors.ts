import { Refusal } from '../refusal.ts';

/** The database has rolled back one of two conflicting transactions, which has to run again. */
export class RetryNeeded extends Error {
  override readonly name = 'RetryNeeded';
}

const headers = ['Retry-After', '1'];

/** The connection broke while a statement ran. Whether the statement had an effect is unknown. */
export class LostConnection extends Refusal {
  readonly reason: string;

  constructor(reason: string) {
    super(
      'unavailable',
      `The connection to the database was lost: ${reason}. Whether the request had an effect is unknown. Try again in 1 s.`,
      { headers },
    );
    this.reason = reason;
  }
}

export function refuseUnavailable(reason: string): Refusal {
  return new Refusal(
    'unavailable',
    `The database cannot be used: ${reason}. Nothing was changed. Try again in 1 s.`,
    { headers },
  );
}

/** The consequence of a statement's error for the request. */
export type Failure =
  /** The database is available, and the statement had no effect. */
  | { kind: 'refused'; error: Error | Refusal }
  /** The database is available, but this connection is unusable. The statement had no effect. */
  | { kind: 'stale'; error: RetryNeeded }
  /** The connection is lost, or the server is unusable. */
  | { kind: 'away'; error: LostConnection };

export function judgeFailure(error: unknown, statementTimeout: number): Failure {
  const code = readCode(error);
  const message = readMessage(error);
  const refuse = (refusal: Error | Refusal): Failure => ({ kind: 'refused', error: refusal });
  switch (code) {
    case '40001':
    case '40P01':
    case '23505':
      return refuse(new RetryNeeded(`${message} (${code})`));
    // A prepared statement no longer exists, or its result type has changed with the tables.
    case '26000':
    case '0A000':
      return { kind: 'stale', error: new RetryNeeded(`${message} (${code})`) };
    case '53100':
    case '53200':
    case '54000':
      return refuse(
        new Refusal(
          'not-saved',
          `The database cannot store this: ${message} (${code}). Nothing was changed.`,
        ),
      );
    case '57014':
    case '55P03':
      return refuse(
        refuseUnavailable(
          `a statement was cancelled, or took longer than ${statementTimeout} ms (${code})`,
        ),
      );
    case '42P05':
      return refuse(
        refuseUnavailable(
          'a transaction pooler shares the connection; add pooler=transaction to the store URL',
        ),
      );
    case '42501':
      return refuse(refuseUnavailable(explainAway(error)));
    default:
      if (code === undefined || isAway(code))
        return { kind: 'away', error: new LostConnection(`${message} (${code ?? 'connection'})`) };
      return refuse(error instanceof Error ? error : new Error(message));
  }
}

function readMessage(error: unknown): string {
  // Not `instanceof`: errors of the system may come from another realm.
  return typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message)
    : String(error);
}

/** Returns the SQLSTATE; undefined if the error does not come from the server. */
export function readCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code)
    ? error.code
    : undefined;
}

/** Whether another server has to be found, because this one shuts down, is read-only, or has lost its tables. */
function isAway(code: string): boolean {
  return /^(?:08|25P|40003|57P|53300|25006|3F000|42P01|28|3D000|58|XX)/.test(code);
}

/** Whether an error of an unused connection means that the server is unavailable. */
export function isFatal(error: unknown): boolean {
  const code = readCode(error);
  // Servers and poolers may end idle connections.
  return code === undefined || (isAway(code) && code !== '57P05' && !code.startsWith('25P'));
}

const untrusted =
  'its certificate is not trusted; name the certificate of its authority in sslrootcert';

const explanations: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no server listens there',
  ENOENT: 'no server listens at that socket',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name cannot be looked up',
  ETIMEDOUT: 'the host does not respond',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  EACCES: 'this user is not allowed to use the socket',
  ECONNRESET: 'the server closed the connection',
  '28P01': 'the user name or the password is wrong',
  '3D000': 'the database does not exist',
  '25006': 'it is read-only',
  '53300': 'the server has too many connections; lower pool_size',
  '57P03': 'the server is starting up or shutting down',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_OSSL_X509_KEY_VALUES_MISMATCH: 'sslkey is not the key of sslcert',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
};

const wordings: readonly (readonly [RegExp, string])[] = [
  [
    /does not support SSL/,
    'the server does not offer TLS; use sslmode=disable, or turn TLS on there',
  ],
  [
    /timeout expired|Connection terminated due to connection timeout/,
    'the host does not respond in time',
  ],
  [/Query read timeout/, 'the server does not respond'],
  [/password must be a/, 'the server requires a password; pass it in the URL or in PGPASSWORD'],
  [/Connection terminated unexpectedly/, 'the server closed the connection'],
  [
    /Received unexpected|unrecognized|unknown message|Unknown auth/i,
    'it is not a PostgreSQL server',
  ],
];

/** Explains why a server cannot be used. Messages of servers and of the driver never contain a password. */
export function explainAway(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0)
    return explainAway(error.errors[0]);
  const message = readMessage(error);
  const code =
    typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  if (code === '28000') return `the user is not allowed to connect: ${message} (28000)`;
  if (code === '42501') return `the user lacks privileges: ${message} (42501)`;
  const explanation = explanations[code];
  if (explanation !== undefined) return `${explanation} (${code})`;
  const wording = wordings.find(([expression]) => expression.test(message))?.[1];
  return wording ?? (code === '' ? message : `${message} (${code})`);
}
