import { Refusal } from '../refusal.ts';

const headers = ['Retry-After', '1'];

export function refuseUnavailable(reason: string): Refusal {
  return new Refusal(
    'unavailable',
    `The database cannot be used: ${reason}. Nothing was changed. Try again in 1 s.`,
    { headers },
  );
}

/** Returns the SQLSTATE; undefined if the error does not come from the server. */
export function readState(error: unknown): string | undefined {
  const code = readCode(error);
  return /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

function readCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

/** Not `instanceof`: errors of the system may come from another realm. */
function readMessage(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message)
    : String(error);
}

/** Whether an error means that the connection or the server is gone, read-only, or without the tables of the store. */
export function isLoss(error: unknown): boolean {
  const state = readState(error);
  return state === undefined || /^(?:08|57P|25006|28|3D000|3F000|42P01|42501|58|XX)/.test(state);
}

/**
 * Returns the refusal of the request that needed a failed statement.
 * @returns the error itself if it is a bug
 */
export function toFailure(error: unknown): unknown {
  const state = readState(error);
  if (state === undefined)
    return new Refusal(
      'unavailable',
      `The connection to the database was lost: ${explainFailure(error)}. Whether the request had an effect is unknown. Try again in 1 s.`,
      { headers },
    );
  if (['53100', '53200', '54000'].includes(state))
    return new Refusal(
      'not-saved',
      `The database cannot store this: ${readMessage(error)} (${state}). Nothing was changed.`,
    );
  // Cancelled, too slow, without a lock or a connection for too long, or in conflict with another transaction.
  if (isLoss(error) || /^(?:57014|55P03|53300|40)/.test(state))
    return refuseUnavailable(explainFailure(error));
  return error;
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
  '28000': 'the user is not allowed to connect',
  '25006': 'it is read-only',
  '42501': 'the user lacks privileges',
  '53300': 'the server has too many connections; lower pool_size',
  '57014': 'a statement took too long or was cancelled',
  '57P03': 'the server is starting up or shutting down',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
};

const wordings: readonly (readonly [RegExp, string])[] = [
  [/does not support SSL/, 'the server does not offer TLS; turn TLS on there'],
  [/timeout expired|due to connection timeout/, 'the host does not respond in time'],
  [/Query read timeout/, 'the server does not respond'],
  [/password must be a/, 'the server requires a password; pass it in the URL or in PGPASSWORD'],
  [/Connection terminated/, 'the server closed the connection'],
  [
    /Received unexpected|unrecognized|unknown message|Unknown auth/i,
    'it is not a PostgreSQL server',
  ],
];

/** Explains why a statement failed. Messages of servers and of the driver never contain a password. */
export function explainFailure(error: unknown): string {
  if (error instanceof Refusal) return error.detail;
  if (error instanceof AggregateError && error.errors.length > 0)
    return explainFailure(error.errors[0]);
  const [code, message] = [readCode(error), readMessage(error)];
  const explanation = explanations[code];
  // These have details that only the server knows.
  if (code === '28000' || code === '42501') return `${explanation}: ${message} (${code})`;
  if (explanation !== undefined) return `${explanation} (${code})`;
  const wording = wordings.find(([expression]) => expression.test(message))?.[1];
  return wording ?? (code === '' ? message : `${message} (${code})`);
}
