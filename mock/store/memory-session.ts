import { MemoryRecords, type RecordChange, type Undo } from './memory-records.ts';
import type { StoredRecord } from './records.ts';
import type { Settings } from './slot.ts';
import type { SessionState } from './store.ts';

/** One change of a session, as data. */
export type Write =
  | RecordChange
  /** A change of the records of features. */
  | { own: RecordChange }
  | { settings: Settings };

/** Called with the writes of a session before they are acknowledged. An error takes them back. */
export type WriteListener = (session: MemorySession, writes: readonly Write[]) => void;

/** A record of a feature to pass to its worker, and when, in milliseconds. */
export interface Arranged {
  kind: string;
  id: string;
  dueIn: number;
}

/** A session in memory. Writes are applied at once, and rolled back if their transaction fails. */
export class MemorySession implements SessionState {
  readonly name: string;
  readonly createdAt = Date.now();
  readonly records: MemoryRecords;
  readonly ownRecords: MemoryRecords;
  settings: Settings = {};
  /** The number of its last use, to find the least recently used session. */
  lastUse = 0;
  /** Whether a transaction runs at the moment. */
  isBusy = false;
  /** What waits for its end. Most transactions wait for none, so they need no promise. */
  readonly waiting: (() => void)[] = [];
  /** What stops the timers of its waiting records, by their kinds and ids. */
  readonly timers = new Map<string, () => void>();
  #changes = noChanges();

  constructor(name: string, contents: readonly StoredRecord[]) {
    this.name = name;
    this.records = new MemoryRecords(contents, (change, undo) => this.#note(change, undo));
    this.ownRecords = new MemoryRecords([], (own, undo) => this.#note({ own }, undo));
  }

  /** Waits for the end of the transaction. */
  wait(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  stopTimers(): void {
    for (const stop of this.timers.values()) stop();
    this.timers.clear();
  }

  putSettings(settings: Settings): void {
    const before = this.settings;
    this.settings = settings;
    this.#note({ settings }, () => {
      this.settings = takeBack(this.settings, settings, before);
    });
  }

  async arrange(kind: string, id: string, dueIn: number): Promise<void> {
    this.#changes.arranged.push({ kind, id, dueIn });
  }

  /** Changes the settings at once, apart from a transaction that is in progress. */
  changeNow(change: (settings: Settings) => Settings, onWrite: WriteListener): void {
    const inProgress = this.#changes;
    this.#changes = noChanges();
    try {
      this.putSettings(change(this.settings));
      this.commit(onWrite);
    } catch (error) {
      this.rollback();
      throw error;
    } finally {
      this.#changes = inProgress;
    }
  }

  #note(write: Write, undo: Undo): void {
    this.#changes.writes.push(write);
    this.#changes.undo.push(undo);
  }

  /**
   * Makes the writes final.
   * @returns the records to arrange
   * @throws the error of the listener
   */
  commit(onWrite: WriteListener = () => {}): readonly Arranged[] {
    const { writes, arranged } = this.#changes;
    if (writes.length > 0) onWrite(this, writes);
    this.#changes = noChanges();
    return arranged;
  }

  rollback(): void {
    for (const undo of this.#changes.undo.reverse()) undo();
    this.#changes = noChanges();
  }
}

/** Restores the values that were written, unless something else has replaced them since. */
function takeBack(current: Settings, written: Settings, before: Settings): Settings {
  const restored: Record<string, unknown> = { ...current };
  for (const name of Object.keys({ ...before, ...written }))
    if (current[name] === written[name]) restored[name] = before[name];
  return restored;
}

/** The changes of a transaction at its start, and the records that it arranges once they are final. */
function noChanges(): { writes: Write[]; undo: Undo[]; arranged: Arranged[] } {
  return { writes: [], undo: [], arranged: [] };
}
