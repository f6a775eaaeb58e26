import { createFetch } from './adapters/fetch.ts';
import {
  type Faults,
  type SessionFaults,
  toSessionFaults,
} from './features/faults/create-faults.ts';
import {
  type Journal,
  type SessionJournal,
  toSessionJournal,
} from './features/journal/create-journal.ts';
import type { RequestHandler } from './http/handle-request.ts';
import { handleWhole } from './http/handle-request.ts';
import type { MockReply, MockRequest } from './mock-request.ts';
import type { Clock } from './sessions/clock.ts';
import type { MockSnapshot, Session } from './sessions/create-session.ts';
import type { Answer } from './store/answer.ts';

/** One session of a mock: its own state, ids and clock, and its part of the journal and of the rules for faults. */
export interface MockSession {
  readonly name: string;
  /** The seed that repeats this session's ids. */
  readonly seed: number;
  /** The time that the session goes by. */
  readonly clock: MockClock;
  /** The last requests of the session, and their answers. */
  readonly journal: SessionJournal;
  /** Failures of the session by rule. */
  readonly faults: SessionFaults;
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

/**
 * What a mock's users see of a session.
 * @param find opens the session, which may have been removed meanwhile, and then starts anew
 * @param handler answers requests in that session
 */
export function toMockSession(
  find: () => Session,
  handler: RequestHandler,
  bodyLimit: number,
  {
    journal,
    faults,
    reset,
  }: { journal: Journal; faults: Faults; reset: (session: Session) => Answer<void> },
): MockSession {
  const { name, seed } = find();
  return {
    name,
    seed,
    get clock() {
      return find().clock;
    },
    journal: toSessionJournal(journal, name),
    faults: toSessionFaults(faults, name),
    handle: (request) => handleWhole(handler, request, bodyLimit),
    fetch: createFetch(handler, bodyLimit),
    reset: () => reset(find()),
    snapshot: () => find().snapshot(),
    restore: (snapshot) => find().restore(snapshot),
  };
}
