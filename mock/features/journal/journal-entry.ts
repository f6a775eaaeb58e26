import type { OperationId } from '../../../contract/index.ts';
import type { components } from '../../../generated/control-types.ts';

type Schemas = components['schemas'];

/** A request to the service, and its response. */
export interface JournalEntry extends Omit<Schemas['RequestEntry'], 'operation'> {
  /** The matched operation, if any. */
  operation?: OperationId;
}

/** The same without headers and bodies. */
export type JournalSummary = Omit<JournalEntry, 'request' | 'response'>;

/** Headers and body of a request or a response, with secrets shortened. */
export type JournalMessage = Schemas['Message'];

/** The beginning of a request or response body. */
export type JournalBody = NonNullable<JournalMessage['body']>;

/** Selects entries. Omitted fields match everything. */
export interface JournalFilter {
  /** An `operationId`. */
  operation?: OperationId | undefined;
  /** A status, or a range such as `4xx`. */
  status?: number | string | undefined;
  /** The name of a session. */
  session?: string | undefined;
}

export function matchesFilter(
  { operation, session, status }: JournalFilter,
  entry: { operation?: string | undefined; session: string; status: number },
): boolean {
  return (
    (operation === undefined || operation === entry.operation) &&
    (session === undefined || session === entry.session) &&
    (status === undefined || matchesStatus(String(status), entry.status))
  );
}

function matchesStatus(wanted: string, status: number): boolean {
  const text = String(status).padStart(3, '0');
  return /xx$/i.test(wanted) ? wanted.charAt(0) === text.charAt(0) : wanted === text;
}
