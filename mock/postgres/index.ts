/*
 * mock/postgres/: a store in PostgreSQL. It imports the port in store/ and contract/. Start here: transactions on sessions, each
 * of which is a row that writers lock, and changes by other mocks. session.ts, records.ts and journal.ts read and write,
 * due-queue.ts passes due records to the mocks, database.ts loses the database and finds it again, schema.ts creates the tables or
 * checks their owner.
 */

import type { Awaitable } from '../store/records.ts';
import type { Settings } from '../store/slot.ts';
import {
  type AttachedMock,
  type DueWorker,
  defaultSession,
  type SessionInfo,
  type SessionState,
  type SharedChange,
  type Store,
  type TransactionOptions,
} from '../store/store.ts';
import { Database, type Pool, type Query, type Row } from './database.ts';
import { StoreOptionError } from './database-url.ts';
import { DueQueue } from './due-queue.ts';
import { PostgresJournal } from './journal.ts';
import { columns, toRecord } from './records.ts';
import { assertSchemaName, prepareSchema, sqlNow } from './schema.ts';
import { PostgresSession } from './session.ts';

export { StoreOptionError };

export interface PostgresStoreOptions {
  /** The schema for the tables, which is created with the first use; the job queue has its own beside it. Default: `site_contract`. */
  schema?: string;
}

/**
 * Creates a store in a PostgreSQL database, which any number of mocks can share. Requires the packages `pg` and `pg-boss`.
 * @param url `postgres://user:password@host:5432/database?parameter=value`. Without a password in it, `PGPASSWORD` is used
 * @example
 * const mock = createMock({ store: createPostgresStore('postgres://mock@localhost/mocks') });
 * await mock.listen({ port: 4010 });
 * @throws StoreOptionError when the schema cannot be used. `listen` throws it when the database cannot
 */
export function createPostgresStore(
  url: string,
  { schema = 'site_contract' }: PostgresStoreOptions = {},
): Store {
  assertSchemaName(schema);
  return new PostgresStore(url, schema);
}

/** The row with the settings of every session. It is not a valid name of a session. */
const everySession = '';

/** How long ago a session was changed at most to be looked at, in milliseconds: a change becomes visible later. */
const lookBack = 60_000;

/** How often changes by other mocks are looked for, in milliseconds. */
const lookEvery = 500;

const selectSession =
  'select name, created_at, revision, settings from $schema.session where name = $1';

class PostgresStore implements Store {
  readonly journal: PostgresJournal;
  readonly #database: Database;
  readonly #queue: DueQueue;
  /** Looks for changes by other mocks, from the first time that the database was found. */
  #looking: NodeJS.Timeout | undefined;
  /** The last revision of each session that was reported, or that this mock made. */
  readonly #seen = new Map<string, number>();
  /** The last work of each session in this mock, which would otherwise take a connection each to wait for its turn. */
  readonly #turns = new Map<string, Promise<unknown>>();
  #mock: AttachedMock | undefined;
  #closing: Promise<void> | undefined;
  #seed: number | undefined;

  constructor(url: string, schema: string) {
    this.#database = new Database({
      url,
      schema,
      prepare: (pool) => this.#prepare(pool, schema),
      onError: (line) => this.#mock?.onError(line),
    });
    this.#queue = new DueQueue(this.#database, schema);
    const readJournalSize = (): number => this.#mock?.journalSize ?? 0;
    this.journal = new PostgresJournal(this.#database.query, readJournalSize);
  }

  attach(mock: AttachedMock): void {
    this.#mock = mock;
  }

  get seed(): number {
    const { seed = 0 } = this.#mock ?? {};
    return this.#seed ?? seed;
  }

  get fault(): string | undefined {
    return this.#database.fault;
  }

  /** Called when the database was found, at first and after each loss. */
  async #prepare(pool: Pool, schema: string): Promise<void> {
    this.#seed = await prepareSchema(pool, schema, this.seed);
    await this.#queue.open(pool);
    for (const name of [everySession, defaultSession])
      await pool.transaction((query) => this.#lock(query, name));
    if (this.#looking !== undefined) return;
    // Changes before this moment are not reported.
    await this.#look(pool.query, true);
    const look = (): void => {
      // The database reports its errors itself.
      this.#look(this.#database.query).catch(() => {});
      this.journal.tell().catch(() => {});
    };
    this.#looking = setInterval(look, lookEvery).unref();
  }

  async open(): Promise<void> {
    await this.#database.open();
  }

  /** May be called again: a mock and its server both close their store. */
  close(): Promise<void> {
    clearInterval(this.#looking);
    this.#closing ??= this.#queue.close().then(() => this.#database.close());
    return this.#closing;
  }

  async transaction<T>(
    name: string,
    work: (state: SessionState) => Awaitable<T>,
    { readOnly = false }: TransactionOptions = {},
  ): Promise<T> {
    if (!readOnly) return this.#inTurn(name, () => this.#write(name, work));
    const read = await this.#database.transaction(
      async (query, [row]) =>
        row && { result: await work(new PostgresSession(query, row, this.#queue)) },
      { first: [selectSession, name], readOnly },
    );
    // The first use creates the session.
    return read === undefined ? this.transaction(name, work) : read.result;
  }

  async #write<T>(name: string, work: (state: PostgresSession) => Awaitable<T>): Promise<T> {
    const { result, state } = await this.#database.transaction(
      async (query, [row]) => {
        const state = new PostgresSession(
          query,
          row ?? (await this.#lock(query, name)),
          this.#queue,
        );
        const result = await work(state);
        if (state.isChanged)
          await query(
            `update $schema.session set revision = $2, settings = $3, changed_at = ${sqlNow} where name = $1`,
            [name, state.revision, JSON.stringify(state.settings)],
          );
        return { result, state };
      },
      { first: [`${selectSession} for update`, name] },
    );
    // A revision that does not follow the known one means that another mock has made a change too.
    const seenRevision = this.#seen.get(name) ?? state.revision - 1;
    if (state.isChanged && seenRevision === state.revision - 1)
      this.#seen.set(name, state.revision);
    if (state.hasArranged) this.#queue.wake();
    return result;
  }

  /** Locks a session until the transaction ends, and creates it if necessary. */
  async #lock(query: Query, name: string): Promise<Row> {
    const created = await query(
      `insert into $schema.session (name, created_at, changed_at) values ($1, ${sqlNow}, ${sqlNow})
        on conflict do nothing returning name`,
      [name],
    );
    const [row] = await query(`${selectSession} for update`, [name]);
    // Another mock may have deleted it in between.
    if (row === undefined) return this.#lock(query, name);
    if (created.length > 0 && name !== everySession) {
      const state = new PostgresSession(query, row, this.#queue);
      await state.records.replaceAll(this.#mock?.readContents() ?? []);
    }
    return row;
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
    const rows = await this.#database.query(
      'select name, settings from $schema.session where name in ($1, $2)',
      [name, everySession],
    );
    const find = (wanted: string) => {
      const row = rows.find((candidate) => candidate['name'] === wanted);
      return row?.['settings'] as Settings | undefined;
    };
    return { own: find(name), shared: find(everySession) ?? {} };
  }

  changeShared<T>(change: SharedChange<T>): Promise<T> {
    return this.transaction(everySession, (state) => {
      const { settings, result } = change(state.settings);
      state.putSettings(settings);
      return result;
    });
  }

  async listSessions(): Promise<SessionInfo[]> {
    const rows = await this.#database.query(
      `select name, created_at from $schema.session where name <> $1 order by name <> $2, created_at, name`,
      [everySession, defaultSession],
    );
    return rows.map((row) => ({
      name: String(row['name']),
      createdAt: Number(row['created_at']),
    }));
  }

  async deleteSession(name: string): Promise<boolean> {
    if (name === defaultSession || name === everySession) return false;
    const text = 'delete from $schema.session where name = $1 returning name';
    const deleted = await this.#database.query(text, [name]);
    this.#seen.delete(name);
    await this.journal.clear(name);
    return deleted.length > 0;
  }

  work(worker: DueWorker): void {
    this.#queue.work(async (job, { session, kind, id }, signal) => {
      // A deleted session is not created again.
      if ((await this.readSettings(session)).own === undefined) return;
      const workNow = await this.#inTurn(session, () =>
        this.#write(session, async (state) =>
          (await state.isCurrent(job)) ? worker(state, kind, id) : undefined,
        ),
      );
      await workNow?.(signal);
    });
  }

  /** Reports the sessions that other mocks have changed since the last look, and their changed records of features. */
  async #look(query: Query, isFirst = false): Promise<void> {
    const rows = await query(
      `select name, revision from $schema.session where changed_at > ${sqlNow} - $1::bigint`,
      [lookBack],
    );
    for (const row of rows) {
      const name = String(row['name']);
      const revision = Number(row['revision']);
      const before = this.#seen.get(name);
      if (before === revision) continue;
      this.#seen.set(name, revision);
      if (!isFirst) await this.#report(query, name, before ?? 0);
    }
  }

  /** Reports a session that another mock has changed since a revision. */
  async #report(query: Query, name: string, before: number): Promise<void> {
    const mock = this.#mock;
    if (mock === undefined) return;
    mock.onChange?.(name === everySession ? defaultSession : name);
    const changed = await query(
      `select ${columns} from $schema.record
        where session = $1 and own and kind = any($2) and revision > $3 order by position`,
      [name, mock.watchedKinds ?? [], before],
    );
    for (const record of changed) mock.onOwnRecord?.(toRecord(record));
  }
}
