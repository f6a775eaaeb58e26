import type { Fault, OperationId } from '../../../contract/index.ts';

/** A request to the service, and its outcome. */
export interface JournalSummary {
  /** Increases by 1 with each request. */
  id: number;
  /** The time of arrival, by the clock of the machine (RFC 3339). */
  time: string;
  /** The session that the request was made in. */
  session: string;
  /** The matched operation, if any. */
  operation?: OperationId;
  /** The HTTP method. */
  method: string;
  /** The path as sent, without the query. */
  path: string;
  /** The query as sent, without `?`. Secrets are shortened. */
  query: string;
  /** The status. 0 if an injected fault left the request without a response. */
  status: number;
  /** The time from the request head to the response, with an injected delay and without network time. */
  durationMs: number;
  /** What was wrong with the request. */
  faults: Fault[];
  /** JSON Pointers to fields of the request body that the contract does not define, and that had no effect. */
  ignored?: string[];
  /** The injected fault, if any. */
  injected?: { id: string; effect: string };
  /** The trace that the request belongs to (W3C Trace Context). */
  traceparent?: string;
  /** Further data of that trace. */
  tracestate?: string;
}

/** A request to the service, and its response. */
export interface JournalEntry extends JournalSummary {
  /** The request. */
  request: JournalMessage;
  /** The response. */
  response: JournalMessage;
}

/** Headers and body of a request or a response, with secrets shortened. */
export interface JournalMessage {
  /** The headers, in the order in which they were sent. */
  headers: { name: string; value: string }[];
  /** The body, if there is one. */
  body?: JournalBody;
}

/** The beginning of a request or response body. */
export interface JournalBody {
  /** The first 16 KiB of the body. Empty in old entries if all bodies together would exceed 8 MiB. */
  text: string;
  /** The size of the whole body. */
  bytes: number;
  /** Whether `text` is only a part of the body. */
  truncated: boolean;
}

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

export function matchesStatus(wanted: string, status: number): boolean {
  const text = String(status).padStart(3, '0');
  return /xx$/i.test(wanted) ? wanted.charAt(0) === text.charAt(0) : wanted === text;
}
