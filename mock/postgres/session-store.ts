import { OutdatedSession, type SharedSession } from '../store/shared-store.ts';
import type {
  Answer,
  ContentsChange,
  ContentsEdit,
  Store,
  StoreContents,
  WebhookRecord,
} from '../store/store.ts';
import type { Database } from './database.ts';
import { RetryNeeded } from './database-errors.ts';
import type { Queries, Row, Statement } from './driver.ts';
import type { SessionRow } from './schema.ts';
import type { SessionRows } from './session-rows.ts';
import { NeedsLock, type Statements, Unit, type Values, type Write } from './unit.ts';

/** Dependencies that all sessions of a mock share. */
export interface StoreContext {
  database: Database;
  statements: Statements;
  rows: SessionRows;
  faults: { readonly version: string };
  /** Returns the initial contents of a new session. */
  readStart(): StoreContents;
  loadFaults(): Promise<void>;
}

/** The versions that an operation depends on: if another mock has changed one of them, the operation has no effect. */
type Known = Pick<SessionRow, 'epoch' | 'version' | 'faults'>;

/** A concurrent operation has changed a record. */
class Overtaken extends RetryNeeded {
  readonly id: string;

  constructor(id: string) {
    super(`${id} was changed concurrently`);
    this.id = id;
  }
}

export class PostgresSession implements SharedSession {
  readonly name: string;
  readonly #context: StoreContext;
  readonly #onRead: (row: SessionRow) => void;
  /**
   * Queues of operations that have conflicted, by record: they run one after the other instead of conflicting again.
   */
  readonly #queues = new Map<string, Promise<unknown>>();
  #row: SessionRow | undefined;

  /** @param onRead called with the session each time that it was read */
  constructor(name: string, context: StoreContext, onRead: (row: SessionRow) => void) {
    this.name = name;
    this.#context = context;
    this.#onRead = onRead;
  }

  get row(): SessionRow | undefined {
    return this.#row;
  }

  /** The same as text, in the format of the listed versions. */
  get known(): string | undefined {
    const { epoch, version } = this.#row ?? {};
    return epoch && `${epoch} ${version} ${this.#context.faults.version}`;
  }

  /** Makes the next use reload the session. */
  forget(): void {
    this.#row = undefined;
  }

  async refresh(): Promise<void> {
    const { rows, faults, readStart, loadFaults } = this.#context;
    const row = await rows.open(this.name, readStart);
    this.#row = row;
    // A `prune` of unused sessions must not remove this one while it is used.
    if (row.unusedForMs > 1000) await rows.touch([this.name], 1000);
    // Another operation may have reloaded or invalidated the session meanwhile.
    if (this.#row === row) this.#onRead(row);
    // The version must not be set before the rules are loaded.
    if (row.faults !== faults.version) await loadFaults();
  }

  /** Reloads the session if it was changed. */
  async check(): Promise<void> {
    const { rows, faults } = this.#context;
    const found = await rows.find(this.name);
    if (found === undefined || this.#row === undefined) return this.refresh();
    const isSame = found.version === this.#row.version && found.epoch === this.#row.epoch;
    if (!isSame || found.faults !== faults.version) await this.refresh();
  }

  async transact<T>(operation: (store: Store) => Answer<T>): Promise<T> {
    try {
      return await this.#run(operation, undefined);
    } catch (error) {
      if (error instanceof NeedsLock) return this.#runLocked(operation);
      if (!(error instanceof RetryNeeded)) throw error;
      this.#context.database.counts.retries += 1;
      const again = () =>
        this.#repeat(operation).catch((failure: unknown) => {
          if (failure instanceof NeedsLock) return this.#runLocked(operation);
          throw failure;
        });
      return error instanceof Overtaken ? this.#queue(error.id, again) : again();
    }
  }

  #repeat<T>(operation: (store: Store) => Answer<T>): Promise<T> {
    return this.#context.database.repeat(() => this.#run(operation, undefined));
  }

  #runLocked<T>(operation: (store: Store) => Answer<T>): Promise<T> {
    const { database, statements } = this.#context;
    return database.repeat(() =>
      database.transaction(async (queries) => {
        const known = this.#readKnown();
        const { rows } = await queries.query(statements.lock, [this.name]);
        this.#assertPresent(rows[0], known);
        return this.#run(operation, queries);
      }),
    );
  }

  /** @param locked the transaction that has the lock. Default: each statement runs separately */
  async #run<T>(operation: (store: Store) => Answer<T>, locked: Queries | undefined): Promise<T> {
    // Other operations may reload the session meanwhile, but this one uses only one epoch.
    const known = this.#readKnown();
    const { database, statements } = this.#context;
    const read = async (statement: Statement, values: Values): Promise<Row[]> => {
      const all = [this.name, known.epoch, ...values];
      const { rows } = await (locked === undefined
        ? database.read(statement, all)
        : locked.query(statement, all));
      this.#assertPresent(rows[0], known);
      return rows;
    };
    const unit = new Unit(statements, read, locked !== undefined);
    const result = await operation(unit);
    if (unit.writes.length === 0) return result;
    if (locked !== undefined) await this.#write(locked, unit.writes, known);
    else if (unit.writes.length === 1) await this.#write(database, unit.writes, known);
    else
      await database.transaction(async (queries) => {
        await this.#write(queries, [...unit.checks, ...unit.writes], known);
      });
    return result;
  }

  async #write(queries: Queries, writes: readonly Write[], known: Known): Promise<void> {
    const { epoch, version, faults } = known;
    for (const { statement, values, replaces } of writes) {
      const { count } = await queries.query(statement, [
        this.name,
        epoch,
        version,
        faults,
        ...values,
      ]);
      if (count > 0) continue;
      // If the session itself has changed, the next read detects it.
      throw replaces === undefined ? new OutdatedSession(this.name) : new Overtaken(replaces);
    }
  }

  #readKnown(): Known {
    const faults = this.#context.faults.version;
    if (this.#row === undefined || faults === '') throw new OutdatedSession(this.name);
    const { epoch, version } = this.#row;
    return { epoch, version, faults };
  }

  #assertPresent(row: Row | undefined, { epoch, version, faults }: Known): void {
    if (
      row === undefined ||
      row['epoch'] !== epoch ||
      row['version'] !== version ||
      row['faults'] !== faults
    )
      throw new OutdatedSession(this.name);
  }

  async #queue<T>(id: string, task: () => Promise<T>): Promise<T> {
    const turn = (this.#queues.get(id) ?? Promise.resolve()).then(task);
    const settled = turn.catch(() => {});
    this.#queues.set(id, settled);
    try {
      return await turn;
    } finally {
      if (this.#queues.get(id) === settled) this.#queues.delete(id);
    }
  }

  /** For changes to the state outside of requests: the session is reloaded as often as necessary. */
  async present<T>(task: () => Promise<T>): Promise<T> {
    if (this.#row === undefined) await this.refresh();
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await task();
      } catch (error) {
        if (!(error instanceof OutdatedSession) || attempt >= 20) throw error;
        await this.refresh();
      }
    }
  }

  listWebhooks(workspaceId: string): Promise<readonly WebhookRecord[]> {
    return this.present(() => this.transact((store) => store.listWebhooks(workspaceId)));
  }

  async read(): Promise<StoreContents> {
    // After this, the session exists.
    await this.check();
    return this.#context.rows.readContents(this.name);
  }

  async edit(change: ContentsEdit): Promise<ContentsChange | undefined> {
    await this.check();
    const changed = await this.#context.rows.edit(this.name, change);
    if (changed !== undefined) await this.refresh();
    return changed;
  }

  async replace(contents: StoreContents): Promise<void> {
    await this.#context.rows.replace(this.name, contents);
    await this.refresh();
  }
}
