import type { Fault, OperationId } from '../../contract/index.ts';
import type { OpenRequest, RequestHandler } from '../handle-request.ts';
import type { MockReply, RequestHead } from '../mock-request.ts';
import { whenAnswered } from '../store/answer.ts';
import { redactQuery } from './journal/redact.ts';

/** One request and what became of it. */
export interface RequestLogEntry {
  method: string;
  /** As it was sent, without the query. */
  path: string;
  /** Without the values of parameters that are named as a secret is. */
  query: string;
  status: number;
  /** From the head of the request to its answer, without the time on the wire. */
  durationMs: number;
  operation: OperationId | undefined;
  /** What was wrong with the request. */
  faults: readonly Fault[];
}

/** Tells a listener of each request. Without a listener there is no such layer, and nothing to pay. */
export function logRequests(
  handler: RequestHandler,
  onRequest: (entry: RequestLogEntry) => void,
  onError: (line: string) => void,
): RequestHandler {
  const started = new WeakMap<OpenRequest, number>();
  const log = (head: RequestHead, start: number, reply: MockReply): MockReply => {
    const { method, path } = head;
    const query = redactQuery(head.query);
    const { status, operation, faults } = reply;
    const durationMs = performance.now() - start + (reply.delayMs ?? 0);
    try {
      onRequest({ method, path, query, status, durationMs, operation, faults });
    } catch (error) {
      // The listener is none of the client's business.
      onError(`onRequest threw ${String(error)}`);
    }
    return reply;
  };
  return {
    open: (head) => {
      const start = performance.now();
      const opened = handler.open(head);
      if ('status' in opened) return log(head, start, opened);
      started.set(opened, start);
      return opened;
    },
    answer: (request, body) => {
      const start = started.get(request) ?? performance.now();
      return whenAnswered(handler.answer(request, body), (reply) =>
        log(request.head, start, reply),
      );
    },
    refuse: (head, operation, refusal) =>
      log(head, performance.now(), handler.refuse(head, operation, refusal)),
  };
}
