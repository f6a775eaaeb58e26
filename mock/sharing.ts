import type { components } from '../generated/control-types.ts';
import type { AnyFaults, ResettableFaults } from './features/faults/create-faults.ts';
import type { AnyJournal } from './features/journal/create-journal.ts';
import type { Delivery, OpenDelivery } from './features/webhooks/delivery.ts';
import type { MockClock } from './sessions/clock.ts';
import type { Session } from './sessions/create-session.ts';
import type { Random } from './sessions/random-ids.ts';
import type { Admission, FollowingSession, SharedPart, SharedStore } from './store/shared-store.ts';
import type { Answer, Promised } from './store/store.ts';

/** The connection of a mock to others that use the same store. */
export interface Sharing extends Admission {
  /** A journal that all mocks write to. */
  readonly journal: AnyJournal;
  /** Connects. @throws Error saying why that is not possible */
  open(): Promise<void>;
  /** Writes pending data, and disconnects. */
  close(): Promise<void>;
  /** Why requests cannot be served at the moment; undefined if they can. */
  readonly fault: string | undefined;
  openPart(name: string): SharedPart;
  /** Shares the fault rules. */
  connectFaults(faults: SharedFaults): void;
  /** Changes the fault rules of all mocks. */
  changeFaults<T>(change: () => T): Promise<T>;
  /** Reads the current fault rules. */
  readFaults<T>(read: () => T): Promise<T>;
  changeClock<T>(session: FollowingSession, change: () => T): Promise<T>;
  listSessions(): Promise<{ name: string; createdAt: number }[]>;
  readonly snapshots: Snapshots;
  readonly deliveries: SharedDeliveries;
  /** Calls a listener about once a second while the database can be used. */
  onUpkeep(listener: () => Promise<void>): void;
  /**
   * Checks twice a second whether other mocks changed the clock, the fault rules or the whole contents of a session,
   * and reloads such sessions.
   * @param listNames returns the names of the sessions of this mock
   * @param onChange called with the name of each reloaded session
   */
  watch(listNames: () => readonly string[], onChange?: (session: string) => void): void;
  /** @returns whether the session existed */
  deleteSession(name: string): Promise<boolean>;
  readMetrics(): readonly SharingMetric[];
}

export type SnapshotDescription = components['schemas']['Snapshot'];

/** Maximum number of snapshots in a session. Each needs memory for everything that has changed since. */
export const mostSnapshots = 100;

/** Snapshots by session and name. */
export interface Snapshots {
  list(session: Session): Answer<SnapshotDescription[]>;
  /** @returns the maximum number of snapshots, if the session already has that many */
  save(session: Session, name: string): Answer<SnapshotDescription | number>;
  /** @returns whether the snapshot existed */
  restore(session: Session, name: string): Answer<boolean>;
  /** @returns whether the snapshot existed */
  delete(session: Session, name: string): Answer<boolean>;
}

/** Deliveries of all mocks. Each is sent by only one of them. */
export interface SharedDeliveries {
  /** The source of ids. No other mock generates the same ones. */
  readonly random: Random;
  /** Adds deliveries for this mock to send. @returns those whose webhooks still exist */
  add(deliveries: readonly Delivery[]): Promise<Delivery[]>;
  /** @returns whether this mock is still responsible for the delivery */
  save(delivery: Delivery, tries: number): Promise<boolean>;
  /** The entries, oldest first. */
  list(session: string): Promise<Delivery[]>;
  find(session: string, id: string): Promise<Delivery | undefined>;
  /** Takes a delivery over, to send it again. @returns whether it still matched the known one */
  take(known: Delivery, taken: Delivery): Promise<boolean>;
  /** Reports that this mock is running, and takes over the deliveries of mocks that have stopped. */
  adopt(): Promise<OpenDelivery[]>;
  /** Gives up a delivery that this mock adopted. */
  release(id: string): void;
  /** Returns the deliveries that other mocks changed since the last call. */
  readChanges(): Promise<Delivery[]>;
  clear(session: string): Promise<void>;
  /** Lets other mocks take over the deliveries of this one. */
  leave(): Promise<void>;
}

/** The fault rules of a mock that it shares with others. */
export type SharedFaults = Pick<ResettableFaults, 'hasRules' | 'readState' | 'writeState'>;

/** A metric of the shared store. */
export interface SharingMetric {
  name: string;
  kind: 'counter' | 'gauge';
  help: string;
  value: number;
}

/** Whether several mocks can share a store. */
export function isShared(store: object | undefined): store is SharedStore<Sharing> {
  return store !== undefined && 'join' in store && typeof store.join === 'function';
}

/** The fault rules of all mocks. They are read before each use, and written after each change. */
export function shareFaults(own: ResettableFaults, sharing: Sharing): AnyFaults {
  return {
    add: (rule) => sharing.changeFaults(() => own.add(rule)),
    list: () => sharing.readFaults(() => own.list()),
    remove: (id) => sharing.changeFaults(() => own.remove(id)),
    clear: () => sharing.changeFaults(() => own.clear()),
    // A change applies to all sessions of all mocks, and most resets have nothing to change.
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
