import { readCode } from './database-errors.ts';
import { StoreOptionError } from './database-url.ts';
import { type Queries, type Row, sleep } from './driver.ts';

/** The version of the tables below. */
const schemaVersion = 1;

/** @throws StoreOptionError when the text is not a valid schema name */
export function quoteSchema(name: string): string {
  if (!/^[a-z_][a-z0-9_]{0,59}$/.test(name) || /^(?:pg_|information_schema$)/.test(name))
    throw new StoreOptionError(
      `the schema name "${name.slice(0, 60)}" cannot be used; use up to 60 lower-case letters, digits and underscores that do not start with a digit, and no name that PostgreSQL reserves`,
    );
  return `"${name}"`;
}

/**
 * The migrations from each version to the next. The first column of every table is the session, for distribution. There
 * are no foreign keys: a session is emptied in constant time, by assigning a new epoch to it.
 *
 * - `session`: `epoch` selects the current rows of the session; `version` changes with its clock and its epoch.
 * - `shared`: one row for each kind of data that belongs to all sessions. It is small and can be a reference table.
 * - `site`, `route`, `webhook`: `json` is the response body. `position` orders the rows, in microseconds since 1970.
 * - `leftover`: old epochs of sessions, whose rows are deleted in small steps.
 */
const steps: readonly ((schema: string) => readonly string[])[] = [
  (schema) => [
    `create table if not exists ${schema}.session (
      name text collate "C" primary key, epoch bigint not null, version bigint not null, seed bigint not null,
      control text not null, created_at bigint not null, used_at bigint not null)`,
    `create table if not exists ${schema}.shared (
      name text collate "C" primary key, version bigint not null, value text not null)`,
    `create table if not exists ${schema}.site (
      session text collate "C" not null, epoch bigint not null, id text collate "C" not null,
      workspace text collate "C" not null, position bigint not null, version bigint not null,
      name text collate "C" not null, host text collate "C", locale text, json text not null,
      primary key (session, epoch, id))`,
    `create index if not exists site_list on ${schema}.site (session, epoch, workspace, position, id)`,
    `create index if not exists site_host on ${schema}.site (session, epoch, workspace, host)
      where host is not null`,
    `create table if not exists ${schema}.route (
      session text collate "C" not null, epoch bigint not null, id text collate "C" not null,
      site text collate "C" not null, position bigint not null, version bigint not null, json text not null,
      primary key (session, epoch, id))`,
    `create index if not exists route_list on ${schema}.route (session, epoch, site, position, id)`,
    `create table if not exists ${schema}.webhook (
      session text collate "C" not null, epoch bigint not null, id text collate "C" not null,
      workspace text collate "C" not null, position bigint not null, version bigint not null, json text not null,
      primary key (session, epoch, id))`,
    `create index if not exists webhook_list on ${schema}.webhook (session, epoch, workspace, position, id)`,
    `create table if not exists ${schema}.snapshot (
      session text collate "C" not null, name text collate "C" not null, epoch bigint not null,
      saved_at bigint not null, value text not null, primary key (session, name))`,
    `create table if not exists ${schema}.leftover (
      session text collate "C" not null, epoch bigint not null, primary key (session, epoch))`,
    `create table if not exists ${schema}.journal (
      id bigint primary key, session text collate "C" not null, operation text collate "C",
      status int not null, entry text not null)`,
    `create table if not exists ${schema}.mock (id text collate "C" primary key, alive_until bigint not null)`,
    `create table if not exists ${schema}.delivery (
      session text collate "C" not null, id text collate "C" not null, owner text collate "C" not null,
      is_open boolean not null, tries int not null, changed bigint not null, value text not null,
      primary key (session, id))`,
    `create index if not exists delivery_open on ${schema}.delivery (owner) where is_open`,
    `create index if not exists delivery_changed on ${schema}.delivery (changed)`,
    `insert into ${schema}.shared (name, version, value) values ('faults', 1, ''), ('journal', 0, ''),
      ('deliveries', 0, '') on conflict (name) do nothing`,
  ],
];

/** Errors of concurrent statements that create the same object. */
const races = ['23505', '42P06', '42P07', '40001', '40P01', '42710', 'XX000'];

/**
 * Creates or migrates the tables. Any number of mocks may do so at the same time.
 * @throws StoreOptionError when a newer version of this package created them
 */
export async function migrate(queries: Queries, schema: string, given: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await attemptMigration(queries, schema, given);
      return;
    } catch (error) {
      await queries.query('rollback').catch(() => {});
      if (attempt >= 50 || !races.includes(readCode(error) ?? '')) throw error;
      await sleep(Math.random() * 20 * attempt);
    }
  }
}

async function attemptMigration(queries: Queries, schema: string, given: string): Promise<void> {
  const found = await queries.query(
    'select 1 as found from information_schema.tables where table_schema = $1 and table_name = $2',
    [given, 'schema_version'],
  );
  if (found.count === 0) {
    await queries.query(`create schema if not exists ${schema}`);
    await queries.query(
      `create table if not exists ${schema}.schema_version (id int primary key, version int not null)`,
    );
    await queries.query(
      `insert into ${schema}.schema_version (id, version) values (1, 0) on conflict (id) do nothing`,
    );
  }
  if (check(await readVersion(queries, schema, ''), given) === schemaVersion) return;
  await queries.query('begin');
  // The row lock makes other mocks wait until all steps are complete.
  const from = check(await readVersion(queries, schema, 'for update'), given);
  for (const step of steps.slice(from)) for (const text of step(schema)) await queries.query(text);
  await queries.query(`update ${schema}.schema_version set version = $1 where id = 1`, [
    schemaVersion,
  ]);
  await queries.query('commit');
}

async function readVersion(queries: Queries, schema: string, suffix: string): Promise<number> {
  const { rows } = await queries.query(
    `select version from ${schema}.schema_version where id = 1 ${suffix}`,
  );
  return Number(rows[0]?.['version'] ?? 0);
}

function check(version: number, given: string): number {
  if (version <= schemaVersion) return version;
  throw new StoreOptionError(
    `the schema ${given} was created by a newer version of site-contract (version ${version} of its tables; this one supports ${schemaVersion}): update site-contract, or choose another schema with --store-schema`,
  );
}

/** Microseconds since 1970, by the clock of the database. */
export const now = '(extract(epoch from clock_timestamp()) * 1000000)::bigint';

/** Data of a session besides its resources: small, and read as a whole. */
export interface SessionControl {
  /** The difference between the clock of the session and that of the machine, in milliseconds. */
  offset: number;
  /** The time of a frozen clock, in milliseconds since 1970; null if it is not frozen. */
  frozenAt: number | null;
  /** Webhooks whose receivers responded with 410. */
  disabled: readonly string[];
}

/** A row of the session table. 64-bit integers are kept as text. */
export interface SessionRow {
  name: string;
  epoch: string;
  version: string;
  /** The version of the fault rules of all sessions. */
  faults: string;
  seed: number;
  control: SessionControl;
  createdAt: number;
  /** Milliseconds since a mock last noted that the session was used. */
  unusedForMs: number;
}

export const initialControl: SessionControl = { offset: 0, frozenAt: null, disabled: [] };

export function readControl(row: Row): SessionControl {
  return { ...initialControl, ...JSON.parse(String(row['control'])) };
}

export function toSessionRow(row: Row): SessionRow {
  return {
    name: String(row['name']),
    epoch: String(row['epoch']),
    version: String(row['version']),
    faults: String(row['faults']),
    seed: Number(row['seed']),
    control: readControl(row),
    createdAt: Number(row['created_at']),
    unusedForMs: Number(row['unused_for']),
  };
}

/** Creates a unique name for the rows of a session until its next reset. */
export function createEpoch(): string {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return String((high & 0x1fffff) * 2 ** 32 + low);
}

/** Random numbers that no other mock generates. */
export const sharedRandom = {
  next: (): number => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0,
  readState: (): readonly number[] => [],
  writeState: (): void => {},
};
