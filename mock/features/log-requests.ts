import type { Fault, OperationId } from '../../contract/index.ts';
import type { Middleware } from '../middleware.ts';
import { redactQuery } from './journal/redact.ts';

/** One request and what became of it. */
export interface RequestLogEntry {
  method: string;
  /** As it was sent, without the query. */
  path: string;
  /** Without the values of parameters that are named as a secret is. */
  query: string;
  status: number;
  /** From the head of the request to its reply, without the time on the wire. */
  durationMs: number;
  operation: OperationId | undefined;
  /** What was wrong with the request. */
  faults: readonly Fault[];
}

/** Calls a listener after each reply. */
export function createLog(
  onRequest: (entry: RequestLogEntry) => void,
  onError: (line: string) => void,
): Middleware {
  return {
    onSent: ({ head, reply, durationMs }) => {
      const { method, path } = head;
      const { status, operation, faults, delayMs = 0 } = reply;
      const query = redactQuery(head.query);
      const entry = { method, path, query, status, operation, faults };
      try {
        onRequest({ ...entry, durationMs: durationMs + delayMs });
      } catch (error) {
        // The client must not notice a listener that fails.
        onError(`onRequest threw ${String(error)}`);
      }
    },
  };
}
