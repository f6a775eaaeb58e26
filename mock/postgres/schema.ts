import type { Connections, Query } from './database.ts';
import { StoreOptionError } from './database-url.ts';

/** Increased with each incompatible change of the tables. */
const version = 3;

/** Milliseconds since 1970, by the clock of the server. */
export const now = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

/** @throws StoreOptionError when the name does not need to be quoted to be used, but cannot be */
export function assertSchemaName(schema: string): void {
  if (/^[a-z_][a-z0-9_]{0,39}$/.test(schema) && !schema.startsWith('pg_')) return;
  throw new StoreOptionError(
    `the schema "${schema.slice(0, 60)}" must consist of 1 to 40 lower-case letters, digits and underscores, start with a letter, and not with pg_`,
  );
}

/** Returns the schema of the job queue. */
export function toJobSchema(schema: string): string {
  return `${schema}_jobs`;
}

/** Rows of a session are deleted with it. An identity column keeps the order of creation within a session. */
const tables = `
  create table {}.store (
    only_row boolean primary key default true check (only_row), version int not null, seed bigint not null,
    last_entry bigint not null default 0);
  create table {}.session (
    name text primary key, created_at bigint not null, used_at bigint not null,
    version bigint not null default 0, settings json not null default '{ }');
  create table {}.resource (
    session text not null references {}.session on delete cascade, kind text, id text,
    position bigint not null generated always as identity, owner text not null, name text, value json not null,
    primary key (session, kind, id));
  create index resource_list on {}.resource (session, kind, owner, position);
  create table {}.snapshot (
    session text not null references {}.session on delete cascade, name text,
    position bigint not null generated always as identity, info json not null, value json not null,
    primary key (session, name));
  create table {}.delivery (
    session text not null references {}.session on delete cascade, id text,
    position bigint not null generated always as identity, version bigint not null, is_open boolean not null,
    job uuid, value json not null, primary key (session, id));
  create table {}.journal (
    id bigint primary key, session text not null, operation text, status int not null, value text not null);
`;

/**
 * Creates the schema and the tables, unless they exist.
 * @returns the seed of all mocks that share them
 * @throws StoreOptionError when they belong to somebody else, or to another version
 */
export function prepareSchema(
  connections: Connections,
  schema: string,
  seed: number,
): Promise<number> {
  const jobs = toJobSchema(schema);
  return connections.transaction(
    async (query) => {
      await assertEncoding(query);
      // Only the owner of a schema can decide who creates something in it.
      await createSchema(query, schema);
      await createSchema(query, jobs);
      await assertOwned(query, [schema, jobs]);
      // Creating an index locks its table, even if the index exists.
      const found = await query(`select to_regclass('{}.store') as store`);
      if (found.rows[0]?.['store'] === null) await query(tables);
      await query(`insert into {}.store (version, seed) values ($1, $2) on conflict do nothing`, [
        version,
        seed,
      ]);
      const { rows } = await query(`select version, seed from {}.store`);
      if (rows[0]?.['version'] !== version)
        throw new StoreOptionError(
          `the schema ${schema} has version ${String(rows[0]?.['version'])}, but only ${version} is supported; use another schema, or remove this one with: drop schema ${schema} cascade`,
        );
      return Number(rows[0]['seed']);
    },
    { first: takeTurns(schema) },
  );
}

/** Returns the statement by which mocks that start together take turns. */
export function takeTurns(schema: string): string {
  return `select pg_advisory_xact_lock(hashtext('site-contract ${schema}'))`;
}

async function createSchema(query: Query, schema: string): Promise<void> {
  // Asked for first, because `if not exists` still needs the privilege to create.
  const { rows } = await query('select 1 from pg_namespace where nspname = $1', [schema]);
  if (rows.length === 0) await query(`create schema ${schema}`);
}

/**
 * Refuses what somebody else may have planted in the schemas: their functions and triggers would run with the rights of
 * this user.
 */
async function assertOwned(query: Query, schemas: readonly string[]): Promise<void> {
  const { rows } = await query(
    `with space as (select oid, nspname as name, nspowner as owner from pg_namespace where nspname = any($1)),
      found as (
        select 'the schema ' || name as what, owner from space
        union all select 'the table ' || s.name || '.' || c.relname, c.relowner
          from pg_class c join space s on s.oid = c.relnamespace
        union all select 'the function ' || s.name || '.' || p.proname, p.proowner
          from pg_proc p join space s on s.oid = p.pronamespace
        union all select 'the type ' || s.name || '.' || t.typname, t.typowner
          from pg_type t join space s on s.oid = t.typnamespace
        union all select 'the trigger ' || t.tgname || ' on ' || s.name || '.' || c.relname, 0
          from pg_trigger t join pg_class c on c.oid = t.tgrelid join space s on s.oid = c.relnamespace
          where not t.tgisinternal
        union all select 'the rule ' || r.rulename || ' on ' || s.name || '.' || c.relname, 0
          from pg_rewrite r join pg_class c on c.oid = r.ev_class join space s on s.oid = c.relnamespace)
      select what, coalesce((select rolname from pg_roles where oid = owner), 'unknown') as owner from found
        where owner <> (select oid from pg_roles where rolname = current_user) limit 1`,
    [schemas],
  );
  const [row] = rows;
  if (row === undefined) return;
  const whose =
    row['owner'] === 'unknown' ? 'is not part of a store' : `belongs to ${row['owner']}`;
  throw new StoreOptionError(
    `${row['what']} ${whose}, and could run commands with the rights of this user; a store must own everything in the schemas ${schemas.join(' and ')}: remove it, or use another database`,
  );
}

async function assertEncoding(query: Query): Promise<void> {
  const { rows } = await query('show server_encoding', []);
  const encoding = String(rows[0]?.['server_encoding']);
  if (encoding !== 'UTF8' && encoding !== 'SQL_ASCII')
    throw new StoreOptionError(
      `the encoding of the database is ${encoding}; create a database with the encoding UTF8`,
    );
}
