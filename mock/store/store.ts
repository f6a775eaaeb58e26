/*
 * mock/store/: the port of a store, and the one in memory. It imports types of generated/ and contract/, and no other part of
 * mock/. Start here: what a store must do. memory-store.ts does it with Maps.
 */

import type { JournalStore } from './journal.ts';
import type { Awaitable, Contents, RecordStore, StoredRecord } from './records.ts';
import type { Settings } from './slot.ts';

/** The session of requests that name none. It exists from the start, and cannot be deleted. */
export const defaultSession = 'default';

/** Stores the state of a mock: its sessions with their records, and the journal. Several mocks may share one store. */
export interface Store {
  /** Passes the values that the store needs from its mock. Called once, before any other method. */
  attach(mock: AttachedMock): void;
  /** Connects, which other methods also do if necessary. @throws Error saying why that is not possible */
  open(): Promise<void>;
  /** Finishes work in progress, and disconnects. */
  close(): Promise<void>;
  /** The seed of all mocks that share the store. It is final once the store is open. */
  readonly seed: number;
  /** Why requests cannot be served at the moment; undefined if they can. */
  readonly fault: string | undefined;

  /**
   * Runs work on the state of a session, which is created if necessary. All of its writes are applied at its end, or none
   * if it throws. Work of one session that may write runs one after the other, so it must not wait for a client, nor
   * for other work of the same session.
   * @throws Refusal `unavailable` when the store cannot be used, and `not-saved` when it cannot save the writes
   */
  transaction<T>(
    session: string,
    work: (state: SessionState) => Awaitable<T>,
    options?: TransactionOptions,
  ): Promise<T>;
  /** Reads the settings of a session, undefined if it does not exist, and those of every session. It waits for no work. */
  readSettings(session: string): Promise<{ own: Settings | undefined; shared: Settings }>;
  /** Changes the settings of every session. Changes run one after the other. */
  changeShared<T>(change: SharedChange<T>): Promise<T>;

  /** The existing sessions in order of creation, the default one first. */
  listSessions(): Promise<SessionInfo[]>;
  /** Deletes a session with its journal and all of its records. @returns whether it existed */
  deleteSession(name: string): Promise<boolean>;

  /** The latest requests of all sessions. */
  readonly journal: JournalStore;
  /** Passes each record that is due to the worker of one mock, and to that of another one if the first mock ends too early. */
  work(worker: DueWorker): void;
}

export interface AttachedMock {
  /** The seed of the mock, unless it shares a store that already has one. */
  seed: number;
  /** The maximum number of entries in the journal. */
  journalSize: number;
  /** Returns the initial contents of a new session. */
  readContents(): readonly StoredRecord[];
  onError(line: string): void;
  /** Called some time after another mock changed a session, or after the store removed one. */
  onChange?(session: string): void;
  /** The kinds of records of features whose changes by other mocks are reported. */
  watchedKinds?: readonly string[];
  /** Called some time after another mock inserted or replaced a record of these kinds. */
  onOwnRecord?(record: StoredRecord): void;
}

export interface TransactionOptions {
  /** Whether the work only reads, so that it need not run alone. Default: false. */
  readOnly?: boolean;
}

/** A change of the settings of every session, and what it returns to its caller. */
export type SharedChange<T> = (settings: Settings) => { settings: Settings; result: T };

export interface SessionInfo {
  /** The value of `X-Mock-Session` that selects the session. */
  readonly name: string;
  /** Milliseconds since 1970, by the clock of the machine. */
  readonly createdAt: number;
}

/** The state of one session during a transaction. */
export interface SessionState extends SessionInfo {
  /** The records of the contract. Initial contents, snapshots and a reset replace all of them. */
  readonly records: Contents;
  /** The records of features of the mock, such as the deliveries of webhooks. */
  readonly ownRecords: RecordStore;
  /** The settings, including changes by this transaction. */
  readonly settings: Settings;
  /** Replaces all settings, as in `putSettings(clockSlot.write(settings, clock))`. */
  putSettings(settings: Settings): void;
  /**
   * Passes a record of a feature to the worker in so many milliseconds, instead of at the time arranged before. Infinity:
   * not at all.
   */
  arrange(kind: string, id: string, dueIn: number): Promise<void>;
}

/**
 * Begins to work on a record that is due, in a transaction of its session. It is called again if the process ends before
 * the returned function has.
 * @returns does the work, after the transaction; undefined if there is nothing to do
 */
export type DueWorker = (
  state: SessionState,
  kind: string,
  id: string,
) => Promise<DueWork | undefined>;

/** @param signal aborted when the store closes */
type DueWork = (signal: AbortSignal) => Promise<void>;
