import type { Middleware } from '../middleware.ts';
import type { RequestLogEntry } from '../mock-options.ts';
import { redactQuery } from './journal/redact.ts';

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
