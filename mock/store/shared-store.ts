import type {
  Answer,
  ContentsChange,
  ContentsEdit,
  Records,
  Store,
  StoreContents,
} from './store.ts';

/**
 * The mock's data of a session is outdated, because another mock changed its clock or the fault rules, or reset it. The
 * request has had no effect, and is restarted once the session has been reloaded.
 */
export class OutdatedSession extends Error {
  override readonly name = 'OutdatedSession';
}

/** A store that several mocks can share, for example that of `site-contract/postgres`. */
export interface SharedStore<Joined = unknown> {
  /** Connects a mock to the shared state. */
  join(mock: JoiningMock): Joined;
}

/** The data that a joining mock passes to the store. */
export interface JoiningMock {
  /** The seed of new sessions. Default: random. */
  seed: number | undefined;
  /** Maximum number of entries in the journal. */
  journalSize: number;
  /** Returns the initial contents of a new session. */
  readStart(): StoreContents;
  onError(line: string): void;
}

/** The part of a session that a shared store changes. */
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

/** Whether a request continues, and when it is restarted. */
export interface Admission {
  /**
   * Decides about a request after loading the current fault rules.
   * @param first the result of the operation for the head
   */
  admit<Opened extends object>(
    session: FollowingSession,
    first: Opened,
    decide: () => Opened,
  ): Answer<Opened>;
  /** Returns the version of a session in this mock. It changes when the session is reloaded. */
  stamp(session: FollowingSession): string;
  /** Reloads the session. */
  refresh(session: FollowingSession): Promise<void>;
}

/** The part of a session that is shared. */
export interface SharedPart {
  readonly store: SharedSession;
  readonly records: Records;
  /** A source of integers from 0 to 2³² − 1 for ids, different for each mock. */
  readonly random: {
    next(): number;
    readState(): readonly number[];
    writeState(state: readonly number[]): void;
  };
  /** Applies changes by other mocks to the session. */
  follow(session: FollowingSession): void;
  changeClock<T>(change: () => T): Promise<T>;
  /** Resets the session on all mocks. */
  reset(): Promise<void>;
}

/** The resources of a shared session. An operation uses the store that `transact` passes to it. */
export interface SharedSession extends Pick<Store, 'listWebhooks'> {
  /**
   * Runs an operation in a transaction: its writes are applied together at its end, or not at all. If another change
   * affects what it has read, it runs again.
   * @throws OutdatedSession when the session has to be reloaded
   */
  transact<T>(operation: (store: Store) => Answer<T>): Promise<T>;
  read(): Promise<StoreContents>;
  /**
   * Changes the contents in one step, without affecting concurrent writes to other records.
   * @param change returns the new contents for the current ones, or undefined to leave them unchanged. It may run more
   * than once
   */
  edit(change: ContentsEdit): Promise<ContentsChange | undefined>;
  replace(contents: StoreContents): Promise<void>;
}
