import { createFetch } from './adapters/fetch.ts';
import {
  type AnyFaults,
  type Faults,
  type SessionFaults,
  toSessionFaults,
} from './features/faults/create-faults.ts';
import {
  type AnyJournal,
  type Journal,
  type SessionJournal,
  toSessionJournal,
} from './features/journal/create-journal.ts';
import { type AskingHandler, handleWhole } from './http/handle-request.ts';
import type { MockReply, MockRequest } from './mock-request.ts';
import type { Clock } from './sessions/clock.ts';
import type { MockSnapshot, Session } from './sessions/create-session.ts';
import type { Answer, Answered, Promised } from './store/answer.ts';

/** What a mock answers by value: one with a state of its own. */
export interface OwnKind {
  reply: MockReply;
  journal: Journal;
  faults: Faults;
  clock: MockClock;
  sessionJournal: SessionJournal;
  sessionFaults: SessionFaults;
}

/** What a mock answers whose store may answer by promises, and nothing else. */
export interface StoreKind extends Omit<OwnKind, 'reply'> {
  reply: Answer<MockReply>;
}

/** What a mock answers by a promise, as it has to ask the store that it shares with other mocks. */
export interface SharedKind {
  reply: Promise<MockReply>;
  journal: Promised<Journal>;
  faults: Promised<Faults>;
  clock: Promised<MockClock>;
  sessionJournal: Promised<SessionJournal>;
  sessionFaults: Promised<SessionFaults>;
}

/** A mock of which nothing is known but that it may answer by promises. */
export interface AnyKind {
  reply: Answer<MockReply>;
  journal: Answered<Journal>;
  faults: Answered<Faults>;
  clock: Answered<MockClock>;
  sessionJournal: Answered<SessionJournal>;
  sessionFaults: Answered<SessionFaults>;
}

/** One session of a mock: its own state, ids and clock, and its part of the journal and of the rules for faults. */
export interface MockSession<Kind extends AnyKind = OwnKind> {
  readonly name: string;
  /** The seed that repeats this session's ids. */
  readonly seed: number;
  /** The time that the session goes by. */
  readonly clock: Kind['clock'];
  /** The last requests of the session, and their answers. */
  readonly journal: Kind['sessionJournal'];
  /** Failures of the session by rule. */
  readonly faults: Kind['sessionFaults'];
  /** Answers one request as if it named this session. */
  handle(request: MockRequest): Kind['reply'];
  /** Answers a request of the Fetch API as if it named this session. */
  fetch(request: Request): Promise<Response>;
  /** Makes that request as `fetch` does, where a path alone will do. */
  fetch(input: URL | string, init?: RequestInit): Promise<Response>;
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

/** What the sessions of a mock have in common. */
interface SessionParts {
  journal: AnyJournal;
  faults: AnyFaults;
  reset(session: Session): Answer<void>;
  /** Undefined for a session that does not share its clock. */
  toClock(find: () => Session): Answered<MockClock> | undefined;
}

/**
 * What a mock's users see of a session.
 * @param find opens the session, which may have been removed meanwhile, and then starts anew
 * @param handler answers requests in that session
 */
export function toMockSession(
  find: () => Session,
  handler: AskingHandler,
  bodyLimit: number,
  { journal, faults, reset, toClock }: SessionParts,
): MockSession<AnyKind> {
  const { name, seed } = find();
  return {
    name,
    seed,
    get clock() {
      return toClock(find) ?? find().clock;
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
