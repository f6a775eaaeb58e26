import { isOpen } from '../features/webhooks/delivery.ts';
import { defaultSession } from '../session-name.ts';
import { emptyContents } from './contents.ts';
import { MemoryJournal } from './memory-journal.ts';
import {
  MemorySession,
  MemoryTransaction,
  type Write,
  type WriteListener,
} from './memory-session.ts';
import type { Settings } from './settings.ts';
import {
  type AttachedMock,
  type Awaitable,
  type DeliveryWorker,
  everySession,
  type SessionInfo,
  type SessionState,
  type Store,
  type TransactionOptions,
} from './store.ts';

/** Maximum number of sessions: more than the test workers of any machine, and few enough to limit the memory. */
const mostSessions = 1000;

/** The longest delay of a timer. */
const longestDelay = 2 ** 31 - 1;

/** A store in the memory of this process. */
export class MemoryStore implements Store {
  readonly fault = undefined;
  /** The latest requests of all sessions. */
  journal = new MemoryJournal(0);
  readonly #onWrite: WriteListener;
  readonly #restored: readonly Write[];
  readonly #sessions = new Map<string, MemorySession>();
  readonly #closing = new AbortController();
  #mock: AttachedMock = {
    seed: 0,
    journalSize: 0,
    readContents: () => emptyContents,
    onError: () => {},
  };
  #worker: DeliveryWorker | undefined;
  #uses = 0;

  /**
   * @param onWrite called with the writes of each transaction before it ends. If it throws, they are taken back
   * @param restored writes that lead to the state of the default session at the start. Default: the initial contents
   */
  constructor(onWrite: WriteListener = () => {}, restored: readonly Write[] = []) {
    this.#onWrite = onWrite;
    this.#restored = restored;
  }

  attach(mock: AttachedMock): void {
    this.#mock = mock;
    this.journal = new MemoryJournal(mock.journalSize);
    this.session(everySession);
    this.session(defaultSession);
  }

  async open(): Promise<void> {}

  async close(): Promise<void> {
    this.#closing.abort();
    for (const session of this.#sessions.values()) session.stopTimers();
  }

  get seed(): number {
    return this.#mock.seed;
  }

  /** Returns a session, which is created if necessary. If there are too many, the least recently used one is removed. */
  session(name: string): MemorySession {
    let session = this.#sessions.get(name);
    if (session === undefined) {
      if (this.#sessions.size > mostSessions) this.#removeLeastRecentlyUsed();
      const contents = name === everySession ? emptyContents : this.#mock.readContents();
      session = new MemorySession(name, contents);
      this.#sessions.set(name, session);
      if (name === defaultSession) for (const write of this.#restored) session.apply(write);
    }
    this.#uses += 1;
    session.lastUse = this.#uses;
    return session;
  }

  #removeLeastRecentlyUsed(): void {
    const [oldest] = [...this.#sessions.values()]
      .filter(({ name }) => name !== defaultSession && name !== everySession)
      .sort((one, other) => one.lastUse - other.lastUse);
    if (oldest === undefined) return;
    this.#remove(oldest);
    this.#mock.onRemove?.(oldest.name);
  }

  #remove(session: MemorySession): void {
    session.stopTimers();
    this.#sessions.delete(session.name);
    this.journal.clear(session.name);
  }

  async transaction<T>(
    name: string,
    work: (state: SessionState) => Awaitable<T>,
    { readOnly = false }: TransactionOptions = {},
  ): Promise<T> {
    const session = this.session(name);
    while (session.running !== undefined) await session.running;
    if (readOnly) return work(new MemoryTransaction(session, this.#arrange));
    const running = this.#run(session, work);
    const ended = (): void => {
      session.running = undefined;
    };
    session.running = running.then(ended, ended);
    return running;
  }

  async #run<T>(session: MemorySession, work: (state: SessionState) => Awaitable<T>): Promise<T> {
    const transaction = new MemoryTransaction(session, this.#arrange);
    try {
      const result = await work(transaction);
      transaction.commit(this.#onWrite);
      return result;
    } catch (error) {
      transaction.rollback();
      throw error;
    }
  }

  /** Runs work that never waits, at once. */
  change<T>(name: string, work: (state: SessionState) => T): T {
    const transaction = new MemoryTransaction(this.session(name), this.#arrange);
    try {
      const result = work(transaction);
      transaction.commit(this.#onWrite);
      return result;
    } catch (error) {
      transaction.rollback();
      throw error;
    }
  }

  readSettings(name: string): { own: Settings | undefined; shared: Settings } {
    const own = this.#sessions.get(name)?.settings;
    return { own, shared: this.#sessions.get(everySession)?.settings ?? {} };
  }

  async listSessions(): Promise<SessionInfo[]> {
    return [...this.#sessions.values()].filter(({ name }) => name !== everySession);
  }

  async deleteSession(name: string): Promise<boolean> {
    const session = this.#sessions.get(name);
    if (session === undefined || name === defaultSession || name === everySession) return false;
    this.#remove(session);
    return true;
  }

  work(worker: DeliveryWorker): void {
    this.#worker = worker;
    // An earlier process may have left deliveries in the state file.
    for (const session of this.#sessions.values())
      for (const { delivery } of session.deliveries.values())
        if (isOpen(delivery)) this.#arrange(session, delivery.id, 0);
  }

  /** Passes a delivery to the worker later, instead of at an earlier arranged time. */
  readonly #arrange = (session: MemorySession, id: string, dueIn: number): void => {
    clearTimeout(session.timers.get(id));
    session.timers.delete(id);
    if (dueIn === Number.POSITIVE_INFINITY) return;
    const due = (): void => {
      session.timers.delete(id);
      if (!session.deliveries.has(id)) return;
      this.#worker?.(session.name, id, this.#closing.signal).catch((error: unknown) =>
        this.#mock.onError(`delivery ${id}: ${String(error)}`),
      );
    };
    const timer = setTimeout(due, Math.min(dueIn, longestDelay));
    // Waiting deliveries do not keep the process running. In a browser, a timer is a number.
    if (typeof timer === 'object') timer.unref();
    session.timers.set(id, timer);
  };

  /** No other mock can change this store. */
  watch(): () => void {
    return () => {};
  }
}
