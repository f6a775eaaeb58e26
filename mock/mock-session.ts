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

/** A mock with its own state: its methods return values. */
export interface OwnKind {
  reply: MockReply;
  journal: Journal;
  faults: Faults;
  clock: MockClock;
  sessionJournal: SessionJournal;
  sessionFaults: SessionFaults;
}

/** A mock with a custom store: only requests may return promises. */
export interface StoreKind extends Omit<OwnKind, 'reply'> {
  reply: Answer<MockReply>;
}

/** A mock that shares a store with other mocks: these methods return promises. */
export interface SharedKind {
  reply: Promise<MockReply>;
  journal: Promised<Journal>;
  faults: Promised<Faults>;
  clock: Promised<MockClock>;
  sessionJournal: Promised<SessionJournal>;
  sessionFaults: Promised<SessionFaults>;
}

/** Any mock. Its methods may return promises. */
export interface AnyKind {
  reply: Answer<MockReply>;
  journal: Answered<Journal>;
  faults: Answered<Faults>;
  clock: Answered<MockClock>;
  sessionJournal: Answered<SessionJournal>;
  sessionFaults: Answered<SessionFaults>;
}

/** One session of a mock, with its own state, ids and clock, and its part of the journal and the fault rules. */
export interface MockSession<Kind extends AnyKind = OwnKind> {
  readonly name: string;
  /** The seed that repeats this session's ids. */
  readonly seed: number;
  /** The clock of the session. */
  readonly clock: Kind['clock'];
  /** The latest requests of the session, and their responses. */
  readonly journal: Kind['sessionJournal'];
  /** Rules that make requests of the session fail. */
  readonly faults: Kind['sessionFaults'];
  /** Handles one request in this session. */
  handle(request: MockRequest): Kind['reply'];
  /** Handles a request of the Fetch API in this session. */
  fetch(request: Request): Promise<Response>;
  /** The same with the arguments of `fetch`. A path is enough as URL. */
  fetch(input: URL | string, init?: RequestInit): Promise<Response>;
  /** Restores the initial data. With a seed, ids also start from the beginning. */
  reset(): Answer<void>;
  /** Saves the current state. */
  snapshot(): Answer<MockSnapshot>;
  /** Restores a saved state. */
  restore(snapshot: MockSnapshot): Answer<void>;
}

/** The clock of a session: it can be read, stopped and advanced. */
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
