import { isOpen } from '../features/webhooks/delivery.ts';
import { defaultSession } from '../session-name.ts';
import { emptyContents } from './contents.ts';
import { MemoryJournal, toJournalStore } from './memory-journal.ts';
import {
  MemorySession,
  MemoryTransaction,
  type Write,
  type WriteListener,
} from './memory-session.ts';
import type { Settings } from './settings.ts';
import {
  type AttachedMock,
  type DeliveryWorker,
  everySession,
  type JournalStore,
  type SessionInfo,
  type SessionState,
  type Store,
  type TransactionOptions,
} from './store.ts';

/** Maximum number of sessions: more than the test workers of any machine, and few enough to limit the memory. */
const mostSessions = 1000;

/**
 * A store in the memory of this process. Its asynchronous methods are a thin view of `session()` and `ownJournal`, which
 * code in the same process can also use directly.
 */
export class MemoryStore implements Store {
  readonly fault = undefined;
  /** The journal, for code in the same process. */
  ownJournal = new MemoryJournal(0);
  /** The latest requests of all sessions. */
  journal: JournalStore = toJournalStore(this.ownJournal);
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
  #worker: ((session: string, id: string) => void) | undefined;
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
    this.ownJournal = new MemoryJournal(mock.journalSize);
    this.journal = toJournalStore(this.ownJournal);
    this.session(everySession);
    this.session(defaultSession);
  }

  async open(): Promise<void> {}

  async close(): Promise<void> {
    this.#closing.abort();
    for (const session of this.#sessions.values()) session.stop();
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
      session = new MemorySession(name, contents, this.#onWrite, () => this.#worker);
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
    session.stop();
    this.#sessions.delete(session.name);
    this.ownJournal.clear(session.name);
  }

  async transaction<T>(
    name: string,
    work: (state: SessionState) => Promise<T>,
    { readOnly = false }: TransactionOptions = {},
  ): Promise<T> {
    const session = this.session(name);
    while (session.running !== undefined) await session.running;
    if (readOnly) return work(new MemoryTransaction(session));
    const running = run(new MemoryTransaction(session), work);
    const ended = (): void => {
      session.running = undefined;
    };
    session.running = running.then(ended, ended);
    return running;
  }

  async readSettings(name: string): Promise<{ own: Settings | undefined; shared: Settings }> {
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
    this.#worker = (session, id) => {
      worker(session, id, this.#closing.signal).catch((error: unknown) =>
        this.#mock.onError(`delivery ${id}: ${String(error)}`),
      );
    };
    // An earlier process may have left deliveries in the state file.
    for (const session of this.#sessions.values())
      for (const { delivery } of session.deliveries.values())
        if (isOpen(delivery)) session.arrange(delivery.id, 0);
  }

  /** No other mock can change this store. */
  watch(): () => void {
    return () => {};
  }

  readMetrics(): readonly [] {
    return [];
  }
}

async function run<T>(
  transaction: MemoryTransaction,
  work: (state: SessionState) => Promise<T>,
): Promise<T> {
  let result: T;
  try {
    result = await work(transaction);
  } catch (error) {
    transaction.rollback();
    throw error;
  }
  transaction.commit();
  return result;
}
