import type { ContentsChange, ContentsEdit, StoreContents } from '../store/store.ts';
import type { Database } from './database.ts';
import { RetryNeeded } from './database-errors.ts';
import { type Queries, sleep } from './driver.ts';
import { editContents } from './edit-contents.ts';
import {
  createEpoch,
  initialControl,
  now,
  readControl,
  type SessionControl,
  type SessionRow,
  toSessionRow,
} from './schema.ts';
import { copyContents, deleteContents, insertContents, readContents } from './session-contents.ts';

/** How often the use of a session is recorded, in milliseconds. */
const noteEvery = 30_000;

/** Milliseconds since 1970, by the clock of the database. */
const milliseconds = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

/** The sessions in a database. Creating, emptying, restoring and removing one takes constant time. */
export class SessionRows {
  readonly #database: Database;
  readonly #schema: string;
  readonly #seed: () => number;

  /** @param seed of new sessions */
  constructor(database: Database, schema: string, seed: () => number) {
    this.#database = database;
    this.#schema = schema;
    this.#seed = seed;
  }

  async find(name: string): Promise<SessionRow | undefined> {
    const { rows } = await this.#database.read(this.#select, [name]);
    return rows[0] && toSessionRow(rows[0]);
  }

  async open(name: string, readStart: () => StoreContents): Promise<SessionRow> {
    return this.#database.repeat(async () => {
      const found = await this.find(name);
      if (found !== undefined) return found;
      await this.#database.transaction(async (queries) => {
        const epoch = createEpoch();
        const { count } = await queries.query(
          this.#state(`insert into {}.session (name, epoch, version, seed, control, created_at, used_at)
            values ($1, $2, 1, $3, $4, ${milliseconds}, ${milliseconds}) on conflict (name) do nothing`),
          [name, epoch, this.#seed(), JSON.stringify(initialControl)],
        );
        if (count > 0)
          await insertContents(queries, this.#schema, { session: name, epoch }, readStart());
      });
      const made = await this.find(name);
      // Another mock has removed it immediately.
      if (made === undefined) throw new RetryNeeded(`the session ${name} was removed`);
      return made;
    });
  }

  /** Replaces the contents of a session, and optionally its clock. The old contents are deleted later. */
  async replace(name: string, contents: StoreContents, control?: SessionControl): Promise<void> {
    await this.#database.repeat(() =>
      this.#database.transaction(async (queries) => {
        const epoch = createEpoch();
        await insertContents(queries, this.#schema, { session: name, epoch }, contents);
        await this.moveTo(queries, name, epoch, control);
      }),
    );
  }

  /**
   * @param unusedForMs only if it was not used for at least this time
   * @returns whether the session existed
   */
  async delete(name: string, unusedForMs?: number): Promise<boolean> {
    return this.#database.repeat(() =>
      this.#database.transaction(async (queries) => {
        const { rows } = await queries.query(
          this.#state(`delete from {}.session where name = $1
            and ($2::bigint is null or used_at < ${milliseconds} - $2::bigint) returning epoch`),
          [name, unusedForMs ?? null],
        );
        const epoch = rows[0]?.['epoch'];
        if (typeof epoch !== 'string') return false;
        await this.leave(queries, name, [epoch]);
        const { rows: snapshots } = await queries.query(
          this.#state('delete from {}.snapshot where session = $1 returning epoch'),
          [name],
        );
        await this.leave(
          queries,
          name,
          snapshots.map((row) => String(row['epoch'])),
        );
        await queries.query(this.#state('delete from {}.delivery where session = $1'), [name]);
        return true;
      }),
    );
  }

  async list(): Promise<{ name: string; createdAt: number }[]> {
    const { rows } = await this.#database.read(
      this.#state('select name, created_at from {}.session order by created_at, name'),
      [],
    );
    return rows.map((row) => ({ name: String(row['name']), createdAt: Number(row['created_at']) }));
  }

  /** Lists the columns that change when a session is changed by something other than a request, by session name. */
  async listVersions(names: readonly string[]): Promise<Map<string, string>> {
    const { rows } = await this.#database.read(
      this.#state(`select s.name, s.epoch, s.version, f.version as faults from {}.session s, {}.shared f
        where s.name = any($1) and f.name = 'faults'`),
      [names],
    );
    return new Map(
      rows.map(({ name, epoch, version, faults }) => [
        String(name),
        `${epoch} ${version} ${faults}`,
      ]),
    );
  }

  /** @returns whether the session was unchanged */
  async writeControl(
    { name, epoch, version }: SessionRow,
    control: SessionControl,
  ): Promise<boolean> {
    const { count } = await this.#database.query(
      this.#state(`update {}.session set control = $4, version = version + 1
        where name = $1 and epoch = $2 and version = $3`),
      [name, epoch, version, JSON.stringify(control)],
    );
    return count > 0;
  }

  /** Records that sessions are in use, unless that was recorded recently. */
  async touch(names: readonly string[], notedBefore = noteEvery): Promise<void> {
    await this.#database.query(
      this.#state(
        `update {}.session set used_at = ${milliseconds} where name = any($1) and used_at < ${milliseconds} - $2::bigint`,
      ),
      [names, notedBefore],
    );
  }

  /**
   * Removes unused sessions except the default one. A mock that serves one of them notices it by its version, and
   * records the use before it continues. Earlier uses are recorded within `grace`.
   * @param grace in milliseconds
   * @returns the number of removed sessions
   */
  async prune(unusedForMs: number, grace = 3000): Promise<number> {
    const isUnused = `used_at < ${milliseconds} - $1::bigint and name <> 'default'`;
    const { rows } = await this.#database.query(
      this.#state(`update {}.session set version = version + 1 where ${isUnused} returning name`),
      [unusedForMs],
    );
    if (rows.length > 0) await sleep(grace);
    let pruned = 0;
    for (const { name } of rows) {
      if (await this.delete(String(name), unusedForMs)) pruned += 1;
    }
    return pruned;
  }

  /** Reads a consistent snapshot of the contents of a session. */
  async readContents(name: string): Promise<StoreContents> {
    const queries: Queries = {
      query: (statement, values = []) => this.#database.read(statement, values),
    };
    return (await readContents(queries, this.#schema, name)).contents;
  }

  /**
   * Changes the contents of a session, unless they are changed concurrently.
   * @param change returns the new contents for the current ones, or undefined to leave them unchanged
   */
  async edit(name: string, change: ContentsEdit): Promise<ContentsChange | undefined> {
    return this.#database.repeat(() =>
      this.#database.transaction(async (queries) => {
        const { epoch, present } = await this.lock(queries, name);
        const kept = await readContents(queries, this.#schema, name);
        const after = change(kept.contents);
        if (after === undefined) return undefined;
        await editContents(queries, this.#schema, { session: name, epoch, present }, kept, after);
        // Other mocks have to reload the session, because a site may have been removed.
        await queries.query(
          this.#state('update {}.session set version = version + 1 where name = $1'),
          [name],
        );
        return { before: kept.contents, after };
      }),
    );
  }

  /** Deletes some rows that no session uses. @returns whether more are left */
  async clean(): Promise<boolean> {
    const { rows } = await this.#database.query(
      this.#state('select session, epoch from {}.leftover limit 1'),
    );
    const [row] = rows;
    if (row === undefined) return false;
    const [session, epoch] = [String(row['session']), String(row['epoch'])];
    if (!(await deleteContents(this.#database, this.#schema, { session, epoch }))) return true;
    await this.#database.query(
      this.#state('delete from {}.leftover where session = $1 and epoch = $2'),
      [session, epoch],
    );
    return true;
  }

  /** Copies all rows of one epoch to a new one. @returns the new epoch */
  async copy(queries: Queries, session: string, from: string): Promise<string> {
    const epoch = createEpoch();
    await copyContents(queries, this.#schema, { session, epoch: from }, epoch);
    return epoch;
  }

  /** Reads a session and locks it until the transaction ends. */
  async lock(
    queries: Queries,
    name: string,
  ): Promise<Pick<SessionRow, 'epoch' | 'control'> & { present: number }> {
    const { rows } = await queries.query(
      this.#state(
        `select epoch, control, ${now} as present from {}.session where name = $1 for update`,
      ),
      [name],
    );
    const [row] = rows;
    if (row === undefined) throw new RetryNeeded(`the session ${name} was removed`);
    return {
      epoch: String(row['epoch']),
      control: readControl(row),
      present: Number(row['present']),
    };
  }

  /** Switches a session to another epoch. */
  async moveTo(
    queries: Queries,
    name: string,
    epoch: string,
    control: SessionControl | undefined,
  ): Promise<void> {
    const { rows } = await queries.query(
      this.#state('select epoch from {}.session where name = $1 for update'),
      [name],
    );
    const before = rows[0]?.['epoch'];
    if (typeof before === 'string') await this.leave(queries, name, [before]);
    await queries.query(
      this.#state(`insert into {}.session as s (name, epoch, version, seed, control, created_at, used_at)
        values ($1, $2, 1, $3, coalesce($4, $5), ${milliseconds}, ${milliseconds})
        on conflict (name) do update set epoch = excluded.epoch, version = s.version + 1,
          control = coalesce($4, s.control)`),
      [
        name,
        epoch,
        this.#seed(),
        control === undefined ? null : JSON.stringify(control),
        JSON.stringify(initialControl),
      ],
    );
  }

  /** Marks epochs as unused. */
  async leave(queries: Queries, session: string, epochs: readonly string[]): Promise<void> {
    for (const epoch of epochs)
      await queries.query(
        this.#state(
          'insert into {}.leftover (session, epoch) values ($1, $2) on conflict do nothing',
        ),
        [session, epoch],
      );
  }

  get #select(): string {
    return this.#state(`select s.*, ${milliseconds} - s.used_at as unused_for, f.version as faults
      from {}.session s, {}.shared f where s.name = $1 and f.name = 'faults'`);
  }

  #state(text: string): string {
    return text.replaceAll('{}', this.#schema);
  }
}
