import type { OpenRequest, RequestHandler } from '../../handle-request.ts';
import { LayeredRequest } from '../../layered-request.ts';
import type { MockReply, RequestHead } from '../../mock-request.ts';
import { isPromise } from '../../store/answer.ts';
import type { WritableJournal } from './create-journal.ts';

/** A request that is under way. It carries its own start, which is less work than to look it up. */
class RecordedRequest extends LayeredRequest {
  readonly start: number;

  constructor(inner: OpenRequest, start: number) {
    super(inner);
    this.start = start;
  }
}

/** Writes each request into a journal once it is answered. */
export function recordRequests(
  handler: RequestHandler,
  journal: WritableJournal,
  now: () => number,
): RequestHandler {
  const record = (
    head: RequestHead,
    body: Uint8Array | undefined,
    reply: MockReply,
    start: number,
  ): MockReply => {
    journal.record(head, body, reply, now() - start);
    return reply;
  };
  return {
    open: (head) => {
      const start = now();
      const opened = handler.open(head);
      return 'status' in opened
        ? record(head, undefined, opened, start)
        : new RecordedRequest(opened, start);
    },
    answer: (request, body) => {
      const isOwn = request instanceof RecordedRequest;
      const start = isOwn ? request.start : now();
      const { head } = request;
      const reply = handler.answer(isOwn ? request.inner : request, body);
      return isPromise(reply)
        ? reply.then((settled) => record(head, body, settled, start))
        : record(head, body, reply, start);
    },
    refuse: (head, operation, refusal) =>
      record(head, undefined, handler.refuse(head, operation, refusal), now()),
  };
}
