import {
  type FollowingSession,
  OutdatedSession,
  type SharedSession,
} from '../store/shared-store.ts';
import type {
  Answer,
  ContentsChange,
  ContentsEdit,
  Store,
  StoreContents,
  WebhookRecord,
} from '../store/store.ts';
import type { Database } from './database.ts';
import { RetryNeeded, refuseUnavailable } from './database-errors.ts';
import type { Queries, Row, Statement } from './driver.ts';
import type { SessionRow } from './schema.ts';
import type { SessionRows } from './session-rows.ts';
import { NeedsLock, type Statements, Unit, type Values, type Write } from './unit.ts';

/** Dependencies that all sessions of a mock share. */
export interface StoreContext {
  database: Database;
  statements: Statements;
  rows: SessionRows;
  /** The fault rules of all mocks. */
  rules: { readonly version: string; load(): Promise<void> };
  /** Returns the initial contents of a new session. */
  readStart(): StoreContents;
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

/** How often a change of the clock is repeated while other mocks change it too. */
const mostClockChanges = 500;

export class PostgresSession implements SharedSession {
  readonly name: string;
  readonly #context: StoreContext;
  /**
   * Queues of operations that have conflicted, by record: they run one after the other instead of conflicting again.
   */
  readonly #queues = new Map<string, Promise<unknown>>();
  #row: SessionRow | undefined;
  #follower: FollowingSession | undefined;

  constructor(name: string, context: StoreContext) {
    this.name = name;
    this.#context = context;
  }

  /** Applies changes by other mocks to the session, each time that it is read. */
  follow(session: FollowingSession): void {
    this.#follower = session;
  }

  get row(): SessionRow | undefined {
    return this.#row;
  }

  /** The same as text, in the format of the listed versions. */
  get known(): string | undefined {
    const { epoch, version } = this.#row ?? {};
    return epoch && `${epoch} ${version} ${this.#context.rules.version}`;
  }

  async refresh(): Promise<void> {
    const { rows, rules, readStart } = this.#context;
    const row = await rows.open(this.name, readStart);
    this.#row = row;
    // A `prune` of unused sessions must not remove this one while it is used.
    if (row.unusedForMs > 1000) await rows.touch([this.name], 1000);
    // Another operation may have reloaded or invalidated the session meanwhile.
    if (this.#row === row && this.#follower !== undefined) writeSession(this.#follower, row);
    // The version must not be set before the rules are loaded.
    if (row.faults !== rules.version) await rules.load();
  }

  /** Reloads the session if it was changed. */
  async check(): Promise<void> {
    const { rows, rules } = this.#context;
    const found = await rows.find(this.name);
    if (found === undefined || this.#row === undefined) return this.refresh();
    const isSame = found.version === this.#row.version && found.epoch === this.#row.epoch;
    if (!isSame || found.faults !== rules.version) await this.refresh();
  }

  async changeClock<T>(change: () => T): Promise<T> {
    const session = this.#follower;
    if (session === undefined) throw new Error(`the session ${this.name} is not open`);
    for (let attempt = 1; attempt <= mostClockChanges; attempt += 1) {
      await this.refresh();
      const row = this.#row;
      // Another change of the clock has started meanwhile.
      if (row === undefined) continue;
      const result = change();
      const control = { ...row.control, ...readClock(session) };
      // Until the change is stored, this mock must not use it: the next use reloads the session.
      this.#row = undefined;
      if (await this.#context.rows.writeControl(row, control)) {
        await this.refresh();
        return result;
      }
    }
    throw refuseUnavailable(`the clock of ${this.name} keeps changing`);
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
    const faults = this.#context.rules.version;
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

/** Returns the clock of a session in the form in which it is stored. */
function readClock({ clock }: FollowingSession): { offset: number; frozenAt: number | null } {
  const [, , offset] = clock.readState();
  return { offset, frozenAt: clock.frozen ? clock.now : null };
}

/** Applies the data of a session that another mock may have changed. */
function writeSession(session: FollowingSession, { seed, control, createdAt }: SessionRow): void {
  session.seed = seed;
  session.createdAt = createdAt;
  const { offset, frozenAt } = readClock(session);
  if (offset === control.offset && frozenAt === control.frozenAt) return;
  const now = control.frozenAt ?? Date.now() + control.offset;
  session.clock.writeState([0, now, control.offset, control.frozenAt === null ? 0 : 1]);
}
