import { defaultSession } from '../mock-request.ts';
import { createSeed } from '../sessions/seeded.ts';
import type { Sharing, SharingMetric, Snapshots } from '../sharing.ts';
import type { FollowingSession, JoiningMock, SharedPart } from '../store/shared-store.ts';
import type { Answer } from '../store/store.ts';
import { Database } from './database.ts';
import { refuseUnavailable } from './database-errors.ts';
import type { DatabaseAddress } from './database-url.ts';
import { repeatTask } from './driver.ts';
import { initialControl, migrate, sharedRandom } from './schema.ts';
import { SessionRows } from './session-rows.ts';
import { PostgresSession, type StoreContext } from './session-store.ts';
import {
  createControlRecords,
  createSharedRules,
  createWatcher,
  readStoreMetrics,
} from './shared-control.ts';
import { PostgresDeliveries } from './shared-deliveries.ts';
import { createPostgresJournal, type PostgresJournal } from './shared-journal.ts';
import { createSnapshots } from './snapshots.ts';
import { createStatements } from './unit.ts';

/** The tables of a store. */
export interface Place {
  address: DatabaseAddress;
  /** Quoted. */
  schema: string;
  given: string;
}

/** How often maintenance runs, in milliseconds. */
const upkeepInterval = 1000;

/** Number of sessions in the map by name at which those that the mock no longer uses are removed from it. */
const mostKnown = 2000;

/** The connection of one mock to the others through a database. */
export class PostgresSharing implements Sharing {
  readonly journal: PostgresJournal;
  readonly snapshots: Snapshots;
  readonly deliveries: PostgresDeliveries;
  readonly watch: Sharing['watch'];
  readonly #database: Database;
  readonly #rows: SessionRows;
  readonly #rules;
  readonly #watcher;
  readonly #context: StoreContext;
  readonly #onError: (line: string) => void;
  readonly #parts = new WeakMap<FollowingSession, PostgresSession>();
  /** Sessions by name, for as long as the mock uses them. */
  readonly #known = new Map<string, WeakRef<PostgresSession>>();
  /** Sessions that served a request since the last upkeep. */
  readonly #used = new Set<string>();
  readonly #upkeepListeners = new Set<() => Promise<void>>();
  #opening: Promise<void> | undefined;
  #isOpen = false;
  #isClosed = false;
  #stopUpkeep = (): void => {};
  #stopWatching = (): void => {};

  constructor(
    { address, schema, given }: Place,
    { seed, journalSize, readStart, onError }: JoiningMock,
  ) {
    const database = new Database(address, (queries) => migrate(queries, schema, given), onError);
    const rows = new SessionRows(database, schema, () => seed ?? createSeed());
    this.#database = database;
    this.#rows = rows;
    this.#onError = onError;
    this.#rules = createSharedRules(database, schema);
    const statements = createStatements(schema, !address.isPooled);
    this.#context = { database, statements, rows, rules: this.#rules, readStart };
    this.#watcher = createWatcher(
      rows,
      (name) => this.#known.get(name)?.deref()?.known,
      (name) => this.#known.get(name)?.deref()?.refresh(),
    );
    this.watch = this.#watcher.watch;
    this.journal = createPostgresJournal(database, schema, journalSize, onError);
    this.deliveries = new PostgresDeliveries(database, schema);
    this.snapshots = createSnapshots(database, schema, rows, (session) => this.refresh(session));
  }

  get fault(): string | undefined {
    return this.#database.fault;
  }

  async open(): Promise<void> {
    this.#opening ??= this.#openOnce();
    try {
      await this.#opening;
    } catch (error) {
      this.#opening = undefined;
      throw error;
    }
  }

  async #openOnce(): Promise<void> {
    await this.#database.open();
    await this.#rules.load();
    this.#isOpen = true;
    if (this.#isClosed) return;
    this.#stopUpkeep = repeatTask(upkeepInterval, () => this.#keepUp());
    this.#stopWatching = this.#watcher.start();
  }

  /** @throws Refusal until the database has been usable once */
  async #ready(): Promise<void> {
    if (this.#isOpen) return;
    try {
      await this.open();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#onError(reason);
      throw refuseUnavailable(reason);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopUpkeep();
    this.#stopWatching();
    await this.journal.close();
    if (this.#isOpen && this.fault === undefined) await this.deliveries.leave().catch(() => {});
    this.deliveries.close();
    await this.#database.close();
  }

  onUpkeep(listener: () => Promise<void>): void {
    this.#upkeepListeners.add(listener);
  }

  async #keepUp(): Promise<void> {
    const names = [...this.#used];
    this.#used.clear();
    if (this.fault !== undefined) return;
    const began = Date.now();
    for (const listener of this.#upkeepListeners) await listener();
    if (names.length > 0) await this.#rows.touch(names);
    // In small steps, between requests.
    while (Date.now() - began < upkeepInterval / 4 && (await this.#rows.clean()));
  }

  openPart(name: string): SharedPart {
    const store = new PostgresSession(name, this.#context);
    this.#remember(store);
    return {
      store,
      records: createControlRecords(store, this.#rows),
      random: sharedRandom,
      follow: (session) => {
        store.follow(session);
        this.#parts.set(session, store);
      },
      changeClock: async (change) => {
        await this.#ready();
        return store.changeClock(change);
      },
      reset: async () => {
        await this.#ready();
        await this.#rows.replace(name, this.#context.readStart(), initialControl);
        await store.refresh();
      },
    };
  }

  #remember(session: PostgresSession): void {
    const known = this.#known;
    if (known.size > mostKnown)
      for (const [name, each] of known) if (each.deref() === undefined) known.delete(name);
    known.set(session.name, new WeakRef(session));
  }

  #findPart(session: FollowingSession): PostgresSession {
    const part = this.#parts.get(session);
    if (part === undefined) throw new Error(`the session ${session.name} is not open`);
    return part;
  }

  stamp(session: FollowingSession): string {
    return `${this.#rules.version} ${this.#parts.get(session)?.row?.version}`;
  }

  async refresh(session: FollowingSession): Promise<void> {
    await this.#ready();
    await this.#findPart(session).refresh();
  }

  admit<Opened extends object>(
    session: FollowingSession,
    first: Opened,
    decide: () => Opened,
  ): Answer<Opened> {
    this.#used.add(session.name);
    if (!this.#rules.hasRules) {
      const isKnown = this.#isOpen && this.#parts.get(session)?.row !== undefined;
      const isAdmitted = 'status' in first ? first.status === 401 : isKnown;
      if (isAdmitted) return decide();
    }
    return this.#admitLater(session, first, decide);
  }

  async #admitLater<Opened extends object>(
    session: FollowingSession,
    first: Opened,
    decide: () => Opened,
  ): Promise<Opened> {
    await this.#ready();
    try {
      // A refusal runs no statement that would reveal changes by other mocks.
      await this.#findPart(session).check();
    } catch (error) {
      if ('status' in first) return decide();
      throw error;
    }
    return this.#rules.hasRules ? this.#rules.judge(decide) : decide();
  }

  async changeClock<T>(session: FollowingSession, change: () => T): Promise<T> {
    await this.#ready();
    return this.#findPart(session).changeClock(change);
  }

  connectFaults(...given: Parameters<Sharing['connectFaults']>): void {
    this.#rules.connect(...given);
  }

  async changeFaults<T>(change: () => T): Promise<T> {
    if (!this.#isOpen && this.#opening === undefined) await this.#ready();
    return this.#rules.change(change);
  }

  async readFaults<T>(read: () => T): Promise<T> {
    await this.#ready();
    await this.#rules.load();
    return read();
  }

  async listSessions(): Promise<{ name: string; createdAt: number }[]> {
    await this.#ready();
    let all = await this.#rows.list();
    // Each mock has a default session, even before its first request.
    if (!all.some(isDefault)) {
      await this.#rows.open(defaultSession, this.#context.readStart);
      all = await this.#rows.list();
    }
    return [...all.filter(isDefault), ...all.filter((each) => !isDefault(each))];
  }

  async deleteSession(name: string): Promise<boolean> {
    await this.#ready();
    return this.#rows.delete(name);
  }

  readMetrics(): readonly SharingMetric[] {
    return readStoreMetrics(this.#database, this.journal);
  }
}

function isDefault({ name }: { name: string }): boolean {
  return name === defaultSession;
}
