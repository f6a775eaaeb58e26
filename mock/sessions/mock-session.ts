import { createFetch } from '../adapters/fetch.ts';
import type { RequestHandler } from '../handle-request.ts';
import { handleWhole } from '../handle-whole.ts';
import type { MockReply, MockRequest, RequestHead } from '../mock-request.ts';
import type { Clock } from '../seed/clock.ts';
import type { Answer } from '../store/answer.ts';
import type { MockSnapshot, Session } from './create-session.ts';
import { sessionHeader } from './session-name.ts';

/** One session of a mock: its own state, ids and clock. */
export interface MockSession {
  readonly name: string;
  /** The seed that repeats this session's ids. */
  readonly seed: number;
  /** The time that the session goes by. */
  readonly clock: MockClock;
  /** Answers one request as if it named this session. */
  handle(request: MockRequest): Answer<MockReply>;
  /** Answers a request of the Fetch API as if it named this session. */
  fetch(request: Request): Promise<Response>;
  /** Back to the start: the contents, and with a seed the same ids again. */
  reset(): Answer<void>;
  /** Keeps everything as it is now. */
  snapshot(): Answer<MockSnapshot>;
  /** Puts everything back as it was. */
  restore(snapshot: MockSnapshot): Answer<void>;
}

/** The time that a session goes by: read it, stop it, put it forward. */
export type MockClock = Pick<
  Clock,
  'frozen' | 'read' | 'freeze' | 'resume' | 'advance' | 'subscribe'
>;

/** What a mock's users see of a session. */
export function toMockSession(
  session: Session,
  handler: RequestHandler,
  bodyLimit: number,
  reset: () => Answer<void>,
): MockSession {
  const { name, seed, clock, snapshot, restore } = session;
  const own = nameSession(handler, name);
  return {
    name,
    seed,
    clock,
    handle: (request) => handleWhole(own, request, bodyLimit),
    fetch: createFetch(own, bodyLimit),
    reset,
    snapshot,
    restore,
  };
}

/** Lets every request name a session. */
function nameSession(handler: RequestHandler, session: string): RequestHandler {
  const name = (head: RequestHead): RequestHead => {
    const { method, path, query, hasBody } = head;
    return {
      method,
      path,
      query,
      hasBody,
      header: (wanted) => (wanted === sessionHeader ? session : head.header(wanted)),
      listHeaders: head.listHeaders && (() => head.listHeaders?.() ?? []),
    };
  };
  return {
    open: (head) => handler.open(name(head)),
    answer: (request, body) => handler.answer(request, body),
    refuse: (head, operation, refusal) => handler.refuse(name(head), operation, refusal),
  };
}
