import { Refusal } from '../refusal.ts';
import { MemoryJournal } from './memory-journal.ts';
import { type Arranged, MemorySession, type WriteListener } from './memory-session.ts';
import type { Awaitable } from './records.ts';
import type { Settings } from './slot.ts';
import {
  type AttachedMock,
  type DueWorker,
  defaultSession,
  type SessionInfo,
  type SessionState,
  type SharedChange,
  type Store,
  type TransactionOptions,
} from './store.ts';

/** Maximum number of sessions: more than the test workers of any machine, and few enough to limit the memory. */
const mostSessions = 1000;

/** The longest delay of a timer. */
const longestDelay = 2 ** 31 - 1;

/** A session of an earlier process. */
interface RestoredSession {
  session: MemorySession;
  /** What that process had arranged. */
  arranged: readonly Arranged[];
}

/** A store in the memory of this process. */
export class MemoryStore implements Store {
  readonly fault = undefined;
  /** The latest requests of all sessions. */
  journal = new MemoryJournal(0);
  readonly #onWrite: WriteListener;
  readonly #restored: RestoredSession | undefined;
  #shared: Settings = {};
  readonly #sessions = new Map<string, MemorySession>();
  readonly #closing = new AbortController();
  #mock: AttachedMock | undefined;
  #worker: DueWorker | undefined;
  #uses = 0;

  /**
   * @param onWrite called with the writes of each transaction before it ends. If it throws, they are rolled back
   * @param restored the default session at the start. Default: it has the initial contents
   */
  constructor(onWrite: WriteListener = () => {}, restored?: RestoredSession) {
    this.#onWrite = onWrite;
    this.#restored = restored;
  }

  attach(mock: AttachedMock): void {
    this.#mock = mock;
    this.journal = new MemoryJournal(mock.journalSize);
    if (this.#restored === undefined) this.session(defaultSession);
    else this.#sessions.set(defaultSession, this.#restored.session);
  }

  async open(): Promise<void> {}

  async close(): Promise<void> {
    this.#closing.abort();
    for (const session of this.#sessions.values()) while (session.isBusy) await session.wait();
    for (const session of this.#sessions.values()) session.stopTimers();
  }

  get seed(): number {
    return this.#mock?.seed ?? 0;
  }

  /** Returns a session, which is created if necessary. If there are too many, the least recently used one is removed. */
  session(name: string): MemorySession {
    let session = this.#sessions.get(name);
    if (session === undefined) {
      if (this.#sessions.size >= mostSessions) this.#removeLeastRecentlyUsed();
      session = new MemorySession(name, this.#mock?.readContents() ?? []);
      this.#sessions.set(name, session);
    }
    this.#uses += 1;
    session.lastUse = this.#uses;
    return session;
  }

  #removeLeastRecentlyUsed(): void {
    const [, ...sessions] = this.#sessions.values();
    const { name } = sessions.reduce(selectOlder);
    this.#remove(name);
    this.#mock?.onChange?.(name);
  }

  #remove(name: string): boolean {
    this.journal.clearNow(name);
    // A timer would keep the session in memory until its delivery is due.
    this.#sessions.get(name)?.stopTimers();
    return this.#sessions.delete(name);
  }

  async transaction<T>(
    name: string,
    work: (state: SessionState) => Awaitable<T>,
    { readOnly = false }: TransactionOptions = {},
  ): Promise<T> {
    const session = this.session(name);
    while (session.isBusy) await session.wait();
    // Returning the promise itself would take three more steps than awaiting it.
    if (readOnly) return await work(session);
    session.isBusy = true;
    try {
      const result = await work(session);
      for (const arranged of session.commit(this.#onWrite)) this.#arrange(session, arranged);
      return result;
    } catch (error) {
      session.rollback();
      throw error;
    } finally {
      session.isBusy = false;
      if (session.waiting.length > 0) for (const resume of session.waiting.splice(0)) resume();
    }
  }

  async readSettings(name: string): Promise<{ own: Settings | undefined; shared: Settings }> {
    return { own: this.#sessions.get(name)?.settings, shared: this.#shared };
  }

  async changeShared<T>(change: SharedChange<T>): Promise<T> {
    return this.changeSharedNow(change);
  }

  /** The same at once, like other methods whose names end so. */
  changeSharedNow<T>(change: SharedChange<T>): T {
    const { settings, result } = change(this.#shared);
    this.#shared = settings;
    return result;
  }

  /** The settings of every session. */
  readSharedNow(): Settings {
    return this.#shared;
  }

  /** Changes the settings of a session, which is created if necessary. */
  changeSettingsNow(name: string, change: (settings: Settings) => Settings): void {
    this.session(name).changeNow(change, this.#onWrite);
  }

  async listSessions(): Promise<SessionInfo[]> {
    return [...this.#sessions.values()];
  }

  async deleteSession(name: string): Promise<boolean> {
    return name !== defaultSession && this.#sessions.has(name) && this.#remove(name);
  }

  work(worker: DueWorker): void {
    this.#worker = worker;
    const { session, arranged = [] } = this.#restored ?? {};
    if (session !== undefined) for (const record of arranged) this.#arrange(session, record);
  }

  /** Passes a record to the worker later, which does nothing if the record was removed. */
  #arrange(session: MemorySession, arranged: Arranged): void {
    const { kind, id, dueIn } = arranged;
    const { timers } = session;
    const key = `${kind} ${id}`;
    timers.get(key)?.();
    timers.delete(key);
    if (dueIn === Number.POSITIVE_INFINITY || this.#closing.signal.aborted) return;
    if (this.#sessions.get(session.name) !== session) return;
    const work = async (): Promise<void> => {
      const workNow = await this.transaction(session.name, (state) => {
        // It was arranged anew, or the session was deleted, while this transaction waited.
        if (timers.get(key) !== stop) return undefined;
        timers.delete(key);
        return this.#worker?.(state, kind, id);
      });
      await workNow?.(this.#closing.signal);
    };
    const fail = (error: unknown) => {
      // The state file cannot be written at the moment.
      if (error instanceof Refusal) this.#arrange(session, { ...arranged, dueIn: 1000 });
      else if (!this.#closing.signal.aborted)
        this.#mock?.onError(`${kind} ${id}: ${String(error)}`);
    };
    const timer = setTimeout(() => work().catch(fail), Math.min(dueIn, longestDelay));
    // Waiting records do not keep the process running. In a browser, a timer is a number.
    if (typeof timer === 'object') timer.unref();
    const stop = (): void => clearTimeout(timer);
    timers.set(key, stop);
  }
}

function selectOlder(session: MemorySession, candidate: MemorySession): MemorySession {
  return candidate.lastUse < session.lastUse ? candidate : session;
}
