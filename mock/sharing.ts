import type { AnyFaults, ResettableFaults } from './features/faults/create-faults.ts';
import type { AnyJournal } from './features/journal/create-journal.ts';
import type { Delivery, OpenDelivery } from './features/webhooks/delivery.ts';
import type { MockClock } from './sessions/clock.ts';
import type { Session } from './sessions/create-session.ts';
import type { Random } from './sessions/random-ids.ts';
import type { Admission, FollowingSession, SharedPart, SharedStore } from './store/shared-store.ts';
import type { Promised } from './store/store.ts';

/** What mocks with the same store do together. */
export interface Sharing extends Admission {
  /** A journal that all mocks write to. */
  readonly journal: AnyJournal;
  /** Connects. @throws Error saying why that is not possible */
  open(): Promise<void>;
  /** Sends what waits to be written, and leaves. */
  close(): Promise<void>;
  /** Why requests cannot be served at the moment; undefined if they can. */
  readonly fault: string | undefined;
  openPart(name: string): SharedPart;
  /** Shares the rules for faults. */
  connectFaults(faults: SharedFaults): void;
  /** Changes the rules for faults of all mocks. */
  changeFaults<T>(change: () => T): Promise<T>;
  /** Reads the rules for faults as they are now. */
  readFaults<T>(read: () => T): Promise<T>;
  /** Changes the clock of a session on all mocks. */
  changeClock<T>(session: FollowingSession, change: () => T): Promise<T>;
  listSessions(): Promise<{ name: string; createdAt: number }[]>;
  readonly snapshots: SharedSnapshots;
  readonly deliveries: SharedDeliveries;
  /** Calls a listener about once a second while the database can be used. */
  onUpkeep(listener: () => Promise<void>): void;
  /**
   * Looks twice a second whether other mocks changed the clock, the rules for faults or all contents of some sessions, and
   * reads such a session anew.
   * @param listNames of sessions that this mock has
   * @param onChange is told of each session that was read anew
   */
  watch(listNames: () => readonly string[], onChange?: (session: string) => void): void;
  /** @returns whether the session existed */
  deleteSession(name: string): Promise<boolean>;
  readMetrics(): readonly SharingMetric[];
}

/** What a snapshot is called, when it was saved and what it holds. */
export interface SnapshotDescription {
  name: string;
  savedAt: string;
  sites: number;
  routes: number;
  webhooks: number;
}

/** Snapshots by session and name. */
export interface SharedSnapshots {
  list(session: string): Promise<SnapshotDescription[]>;
  /** @returns how many there can be, where there are too many */
  save(session: string, name: string): Promise<SnapshotDescription | number>;
  /** @returns whether there is such a snapshot */
  restore(session: string, name: string): Promise<boolean>;
  delete(session: string, name: string): Promise<boolean>;
}

/** Deliveries of all mocks. Each is sent by one of them. */
export interface SharedDeliveries {
  /** What ids are made of: no other mock makes the same ones. */
  readonly random: Random;
  /** Adds new ones, which this mock sends. @returns those whose webhooks still exist */
  add(deliveries: readonly Delivery[]): Promise<Delivery[]>;
  /** @returns whether it is still this mock that sends it */
  save(delivery: Delivery, tries: number): Promise<boolean>;
  /** The entries, oldest first. */
  list(session: string): Promise<Delivery[]>;
  find(session: string, id: string): Promise<Delivery | undefined>;
  /** Takes one over, to send it again. @returns whether it was still as it is known */
  take(known: Delivery, taken: Delivery): Promise<boolean>;
  /** Says that this mock lives, and takes over what those left that do not. */
  adopt(): Promise<OpenDelivery[]>;
  /** Says that this mock does not go on with a delivery that it adopted. */
  release(id: string): void;
  /** What other mocks did since the last call. */
  readChanges(): Promise<Delivery[]>;
  clear(session: string): Promise<void>;
  /** Lets other mocks go on with the deliveries of this one. */
  leave(): Promise<void>;
}

/** The fault rules of a mock that it shares with others. */
export interface SharedFaults {
  readonly hasRules: boolean;
  /** Everything about the rules, as JSON. */
  readState(): string;
  writeState(state: string): void;
}

/** A number that counts since the start, or holds now. */
export interface SharingMetric {
  name: string;
  kind: 'counter' | 'gauge';
  help: string;
  value: number;
}

/** Whether a store is one that mocks share. */
export function isShared(store: object | undefined): store is SharedStore<Sharing> {
  return store !== undefined && 'join' in store && typeof store.join === 'function';
}

/** The rules for faults of all mocks: they are read before each use, and written after it. */
export function shareFaults(own: ResettableFaults, sharing: Sharing): AnyFaults {
  return {
    add: (rule) => sharing.changeFaults(() => own.add(rule)),
    list: () => sharing.readFaults(() => own.list()),
    remove: (id) => sharing.changeFaults(() => own.remove(id)),
    clear: () => sharing.changeFaults(() => own.clear()),
    // A change is one for all sessions of all mocks, and most resets have nothing to change.
    reset: async (session) => {
      if (await sharing.readFaults(() => own.hasResettable(session)))
        await sharing.changeFaults(() => own.reset(session));
    },
  };
}

/** The clock of a session on all mocks. */
export function shareClock(find: () => Session, sharing: Sharing): Promised<MockClock> {
  const read = async <T>(get: (clock: MockClock) => T): Promise<T> => {
    const session = find();
    await sharing.refresh(session);
    return get(session.clock);
  };
  const change = (act: (clock: MockClock) => void): Promise<void> => {
    const session = find();
    return sharing.changeClock(session, () => act(session.clock));
  };
  return {
    get frozen() {
      return find().clock.frozen;
    },
    read: () => read((clock) => clock.read()),
    freeze: (at) => change((clock) => clock.freeze(at)),
    resume: () => change((clock) => clock.resume()),
    advance: (milliseconds) => change((clock) => clock.advance(milliseconds)),
    subscribe: (listener) => find().clock.subscribe(listener),
  };
}
