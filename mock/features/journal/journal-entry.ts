import type { Fault, OperationId } from '../../../contract/index.ts';

/** A request to the service, and its outcome. */
export interface JournalSummary {
  /** Increases by 1 with each request. */
  id: number;
  /** The time of arrival, by the clock of the machine (RFC 3339). */
  time: string;
  session: string;
  /** The matched operation, if any. */
  operation?: OperationId;
  method: string;
  /** The path as sent, without the query. */
  path: string;
  query: string;
  /** The status. 0 if an injected fault left the request without a response. */
  status: number;
  durationMs: number;
  /** What was wrong with the request. */
  faults: Fault[];
  /** The injected fault, if any. */
  injected?: { id: string; effect: string };
  /** The trace that the request belongs to (W3C Trace Context). */
  traceparent?: string;
  tracestate?: string;
}

/** A request to the service, and its response. */
export interface JournalEntry extends JournalSummary {
  request: JournalMessage;
  response: JournalMessage;
}

/** Headers and body of a request or a response, with secrets shortened. */
export interface JournalMessage {
  headers: { name: string; value: string }[];
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
  operation?: string | undefined;
  /** A status, or a range such as `4xx`. */
  status?: number | string | undefined;
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
