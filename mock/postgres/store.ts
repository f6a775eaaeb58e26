import { defaultSession } from '../handler.ts';
import {
  type AttachedMock,
  type Awaitable,
  type DeliveryWorker,
  emptyContents,
  everySession,
  type JournalStore,
  type SessionInfo,
  type SessionState,
  type Settings,
  type Store,
  type StoreChange,
  type TransactionOptions,
} from '../store/store.ts';
import { type Connections, Database, type Query, type Row } from './database.ts';
import { DeliveryQueue } from './delivery-queue.ts';
import { PostgresJournal } from './journal.ts';
import { now, prepareSchema } from './schema.ts';
import { PostgresState, toDelivery } from './session-state.ts';

/** How long an unused session is kept, in milliseconds. */
const keepUnused = 30 * 24 * 3_600_000;

/** How often unused sessions are looked for, in milliseconds. */
const expireEvery = 3_600_000;

/** How exactly the last use of a session is known, in milliseconds. */
const useEvery = 60_000;

/** How long a transaction takes at most until other mocks can see its changes, in milliseconds. */
const visibleAfter = 10_000;

/** How often changes by other mocks are looked for while somebody listens, in milliseconds. */
const watchEvery = 500;

/** The names of sessions do not need to be escaped. */
function select(name: string): string {
  return `select name, created_at, version, settings from {}.session where name = '${name}'`;
}

/** A store in a PostgreSQL database, for any number of mocks. */
export class PostgresStore implements Store {
  readonly journal: JournalStore;
  readonly #database: Database;
  readonly #queue: DeliveryQueue;
  readonly #listeners = new Set<(change: StoreChange) => void>();
  readonly #timers: NodeJS.Timeout[] = [];
  /** The last version of each session that the listeners know, or that this mock made. */
  readonly #seen = new Map<string, number>();
  /** The end of the last look for changes by other mocks, by the clock of the database. */
  #lookedAt: number | undefined;
  /** The last work of each session in this mock, which would otherwise take a connection each to wait for its turn. */
  readonly #turns = new Map<string, Promise<unknown>>();
  #mock: AttachedMock | undefined;
  #closing: Promise<void> | undefined;
  #seed: number | undefined;

  constructor(url: string, schema: string) {
    this.#database = new Database(
      url,
      schema,
      (connections) => this.#prepare(connections, schema),
      (line) => this.#mock?.onError(line),
    );
    this.#queue = new DeliveryQueue(this.#database, schema);
    this.journal = new PostgresJournal(this.#database, () => this.#mock?.journalSize ?? 0);
  }

  attach(mock: AttachedMock): void {
    this.#mock = mock;
  }

  get seed(): number {
    return this.#seed ?? this.#mock?.seed ?? 0;
  }

  get fault(): string | undefined {
    return this.#database.fault;
  }

  async #prepare(connections: Connections, schema: string): Promise<void> {
    this.#seed = await prepareSchema(connections, schema, this.seed);
    await this.#queue.open(connections);
    for (const name of [everySession, defaultSession])
      await connections.transaction((query) => this.#lock(query, name));
  }

  async open(): Promise<void> {
    await this.#database.open();
    if (this.#timers.length > 0) return;
    this.#repeat(expireEvery, () => this.#expire());
    this.#repeat(watchEvery, () => this.#look());
    // What changes from here on is reported. The database reports its errors itself.
    await this.#look().catch(() => {});
    await this.#expire().catch(() => {});
  }

  #repeat(interval: number, task: () => Promise<void>): void {
    // The database reports its errors itself.
    const timer = setInterval(() => void task().catch(() => {}), interval);
    timer.unref();
    this.#timers.push(timer);
  }

  /** May be called again: a mock and its server both close their store. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.#queue.close();
    await this.#database.close();
  }

  async #run(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.#database.query(text, values)).rows;
  }

  async transaction<T>(
    name: string,
    work: (state: SessionState) => Awaitable<T>,
    { readOnly = false }: TransactionOptions = {},
  ): Promise<T> {
    if (!readOnly) return this.#inTurn(name, () => this.#write(name, work));
    const first = select(name);
    const read = await this.#database.transaction(
      async (query, [row]) =>
        row && { result: await work(new PostgresState(query, row, this.#queue)) },
      { first, readOnly },
    );
    // The first use creates the session.
    return read === undefined ? this.transaction(name, work) : read.result;
  }

  async #write<T>(name: string, work: (state: SessionState) => Awaitable<T>): Promise<T> {
    const { result, state } = await this.#database.transaction(
      async (query, [row]) => {
        const session = row ?? (await this.#lock(query, name));
        const state = new PostgresState(query, session, this.#queue);
        const result = await work(state);
        if (state.isChanged)
          await query(
            `update {}.session set version = $2, settings = $3, used_at = ${now} where name = $1`,
            [name, state.version, JSON.stringify(state.settings)],
          );
        return { result, state };
      },
      { first: `${select(name)} for update` },
    );
    // A version that does not follow the known one means that another mock has made a change too.
    const known = this.#seen.get(name) ?? state.version - 1;
    if (state.isChanged && known === state.version - 1) this.#seen.set(name, state.version);
    if (state.hasArranged) this.#queue.wake();
    return result;
  }

  /** Locks a session until the transaction ends, and creates it if necessary. */
  async #lock(query: Query, name: string): Promise<Row> {
    for (;;) {
      const { count } = await query(
        `insert into {}.session (name, created_at, used_at) values ($1, ${now}, ${now}) on conflict do nothing`,
        [name],
      );
      const { rows } = await query(`${select(name)} for update`, []);
      const [row] = rows;
      // Another mock may have deleted it in between.
      if (row === undefined) continue;
      if (count > 0 && name !== everySession) {
        const state = new PostgresState(query, row, this.#queue);
        await state.replaceAll(this.#mock?.readContents() ?? emptyContents);
      }
      return row;
    }
  }

  async #inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(name) ?? Promise.resolve();
    const turn = before.then(work);
    const settled = turn.catch(() => {});
    this.#turns.set(name, settled);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(name) === settled) this.#turns.delete(name);
    }
  }

  async readSettings(name: string): Promise<{ own: Settings | undefined; shared: Settings }> {
    const rows = await this.#run(
      `select name, settings, ${now} - used_at as unused from {}.session where name in ($1, $2)`,
      [name, everySession],
    );
    const find = (wanted: string): Row | undefined => rows.find((row) => row['name'] === wanted);
    const own = find(name);
    if (Number(own?.['unused']) > useEvery)
      await this.#run(`update {}.session set used_at = ${now} where name = $1`, [name]);
    return {
      own: own?.['settings'] as Settings | undefined,
      shared: (find(everySession)?.['settings'] ?? {}) as Settings,
    };
  }

  async listSessions(): Promise<SessionInfo[]> {
    const rows = await this.#run(
      `select name, created_at from {}.session where name <> $1 order by name <> $2, created_at, name`,
      [everySession, defaultSession],
    );
    return rows.map((row) => ({
      name: String(row['name']),
      createdAt: Number(row['created_at']),
    }));
  }

  async deleteSession(name: string): Promise<boolean> {
    if (name === defaultSession || name === everySession) return false;
    const rows = await this.#run('delete from {}.session where name = $1 returning name', [name]);
    await this.journal.clear(name);
    return rows.length > 0;
  }

  async #expire(): Promise<void> {
    const rows = await this.#run(
      `delete from {}.session where used_at < ${now} - $1::bigint and name not in ($2, $3) returning name`,
      [keepUnused, everySession, defaultSession],
    );
    for (const row of rows) this.#mock?.onRemove?.(String(row['name']));
  }

  work(worker: DeliveryWorker): void {
    this.#queue.work(worker);
  }

  watch(listener: (change: StoreChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Finds the sessions that other mocks have changed since the last time, and their changed deliveries. */
  async #look(): Promise<void> {
    if (this.#listeners.size === 0) return;
    const isFirst = this.#lookedAt === undefined;
    // A change becomes visible some time after the time that it has.
    const rows = await this.#run(
      `select name, version, ${now} as present from {}.session where used_at > coalesce($1::bigint, ${now}) - $2`,
      [this.#lookedAt ?? null, visibleAfter],
    );
    this.#lookedAt = Number(rows[0]?.['present'] ?? this.#lookedAt ?? 0);
    for (const row of rows) {
      const [name, version] = [String(row['name']), Number(row['version'])];
      const before = this.#seen.get(name);
      if (before === version) continue;
      this.#seen.set(name, version);
      if (!isFirst) await this.#report(name, before ?? 0);
    }
  }

  async #report(name: string, before: number): Promise<void> {
    this.#tell({ type: 'changed', session: name === everySession ? defaultSession : name });
    const changed = await this.#run(
      'select value from {}.delivery where session = $1 and version > $2 order by position',
      [name, before],
    );
    for (const row of changed) this.#tell({ type: 'delivery', delivery: toDelivery(row).delivery });
  }

  #tell(change: StoreChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}
