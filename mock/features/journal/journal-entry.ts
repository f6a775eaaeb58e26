import type { Fault, OperationId } from '../../../contract/index.ts';

/** A request to the service, and what became of it. */
export interface JournalSummary {
  /** Counts up from 1 with each request. */
  id: number;
  /** When it arrived, by the clock of the machine (RFC 3339). */
  time: string;
  session: string;
  /** The operation that was asked for, when the request got that far. */
  operation?: OperationId;
  method: string;
  /** As it was sent, without the query. */
  path: string;
  query: string;
  /** 0 where an injected fault left the request without an answer. */
  status: number;
  durationMs: number;
  /** What was wrong with the request. */
  faults: Fault[];
  /** The fault that was injected, if there was one. */
  injected?: { id: string; effect: string };
}

/** A request to the service, and its answer. */
export interface JournalEntry extends JournalSummary {
  request: JournalMessage;
  response: JournalMessage;
}

/** Headers and body of a request or an answer, secrets shortened. */
export interface JournalMessage {
  headers: { name: string; value: string }[];
  body?: JournalBody;
}

export interface JournalBody {
  /** Its beginning, at most 16 KiB. Empty in old entries once all bodies together would take more than 8 MiB. */
  text: string;
  /** The size of the whole body. */
  bytes: number;
  /** Whether `text` is less than the whole body. */
  truncated: boolean;
}

/** Which entries are meant. What is left out restricts nothing. */
export interface JournalFilter {
  operation?: string | undefined;
  /** A status, or a range such as `4xx`. */
  status?: number | string | undefined;
  session?: string | undefined;
}
