import { Refusal } from '../handler.ts';

const headers = ['Retry-After', '1'];

export function refuseUnavailable(reason: string): Refusal {
  return new Refusal(
    'unavailable',
    `The database cannot be used: ${reason}. Nothing was changed. Try again in 1 s.`,
    { headers },
  );
}

/** Not `instanceof`: errors of the system may come from another realm. */
function read(error: unknown, name: 'code' | 'message'): string {
  const isObject = typeof error === 'object' && error !== null;
  return isObject && name in error ? String(Object(error)[name]) : '';
}

/** Returns the SQLSTATE; undefined if the error does not come from the server. */
function readState(error: unknown): string | undefined {
  const code = read(error, 'code');
  return /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
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
  const reason = explainFailure(error);
  if (state === undefined)
    return new Refusal(
      'unavailable',
      `The connection to the database was lost: ${reason}. Whether the request had an effect is unknown. Try again in 1 s.`,
      { headers },
    );
  if (['53100', '53200', '54000'].includes(state))
    return new Refusal(
      'not-saved',
      `The database cannot store this: ${reason}. Nothing was changed.`,
    );
  // Cancelled, too slow, without a lock or a connection for too long, or in conflict with another transaction.
  if (isLoss(error) || /^(?:57014|55P03|53300|40)/.test(state)) return refuseUnavailable(reason);
  return error;
}

/** What to do about messages that do not say it. */
const advice: readonly (readonly [RegExp, string])[] = [
  [/password must be a/, 'the server requires a password; pass it in the URL or in PGPASSWORD'],
  [/self-signed|unable to verify/, 'name the certificate of its authority in sslrootcert'],
  [/too many clients/, 'lower pool_size'],
  [/SSL connections/, 'turn TLS on there'],
];

/** Explains why a statement failed. Messages of servers and of the driver never contain a password. */
export function explainFailure(error: unknown): string {
  if (error instanceof Refusal) return error.detail;
  if (error instanceof AggregateError && error.errors.length > 0)
    return explainFailure(error.errors[0]);
  const [code, message] = [read(error, 'code'), read(error, 'message') || String(error)];
  const further = advice.find(([expression]) => expression.test(message))?.[1];
  const reason = message.includes(code) ? message : `${message} (${code})`;
  return further === undefined ? reason : `${reason}; ${further}`;
}
