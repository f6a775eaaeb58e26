import type {
  Answer,
  ContentsChange,
  ContentsEdit,
  Records,
  Store,
  StoreContents,
} from './store.ts';

/**
 * What a mock knows of a session is out of date, since another mock changed its clock or its fault rules, or put it back to
 * its start. The request has had no effect. It starts again once the session was read anew.
 */
export class OutdatedSession extends Error {
  override readonly name = 'OutdatedSession';
}

/** A store that several mocks can share, for example that of `site-contract/postgres`. */
export interface SharedStore<Joined = unknown> {
  /** Connects a mock to what it shares with the others. */
  join(mock: JoiningMock): Joined;
}

/** What a mock tells a store that it joins. */
export interface JoiningMock {
  /** The seed of sessions that are made. Default: a random one. */
  seed: number | undefined;
  /** How many requests the journal keeps. */
  journalSize: number;
  /** What a session holds when it is made. */
  readStart(): StoreContents;
  onError(line: string): void;
}

/** A session, as far as a shared store changes it. */
export interface FollowingSession {
  readonly name: string;
  seed: number;
  createdAt: number;
  readonly clock: {
    readonly frozen: boolean;
    readonly now: number;
    read(): number;
    readState(): ClockNumbers;
    writeState(state: ClockNumbers): void;
  };
}

type ClockNumbers = readonly [source: number, now: number, offset: number, frozen: number];

/** Whether requests go on, and when they start again. */
export interface Admission {
  /**
   * Decides about a request once the rules for faults that hold at this moment are known.
   * @param first what the operation made of the head
   */
  admit<Opened extends object>(
    session: FollowingSession,
    first: Opened,
    decide: () => Opened,
  ): Answer<Opened>;
  /** Names what this mock knows of a session: another one once it was read anew. */
  stamp(session: FollowingSession): string;
  /** Reads what holds now. */
  refresh(session: FollowingSession): Promise<void>;
}

/** The part of a session that is shared. */
export interface SharedPart {
  readonly store: SharedSession;
  readonly records: Records;
  /** A source of whole numbers from 0 to 2³² − 1 for ids: every mock makes different ones. */
  readonly random: {
    next(): number;
    readState(): readonly number[];
    writeState(state: readonly number[]): void;
  };
  /** Lets the session follow what other mocks change. */
  follow(session: FollowingSession): void;
  changeClock<T>(change: () => T): Promise<T>;
  /** Puts the session back to its start, on all mocks. */
  reset(): Promise<void>;
}

/** The resources of a session that is shared. */
export interface SharedSession extends Store {
  /**
   * Runs an operation on a view of the store. What it writes is written together at its end, or not at all; where
   * something that it read was changed meanwhile, it runs again.
   * @throws OutdatedSession when the session has to be read anew
   */
  transact<T>(operation: (store: Store) => Answer<T>): Promise<T>;
  read(): Promise<StoreContents>;
  /**
   * Changes the contents in one step, without touching what other mocks write to other records meanwhile.
   * @param change makes the new contents from the present ones, or nothing to leave them alone. It may run more than once
   */
  edit(change: ContentsEdit): Promise<ContentsChange | undefined>;
  replace(contents: StoreContents): Promise<void>;
}
