import type { Pool, Query } from './database.ts';
import { StoreOptionError } from './database-url.ts';

/** Increased with each change of the tables: an existing schema keeps those that it was created with. */
const version = 7;

/**
 * The SQL for milliseconds since 1970, by the clock of the server. The types match the operator exactly: other users may
 * have added a closer match, which would run with the rights of this user.
 */
export const sqlNow = '(extract(epoch from clock_timestamp())::numeric * 1000.0)::bigint';

/** An unchanged session is deleted after this time, in milliseconds. */
const keepUnchanged = 30 * 24 * 3_600_000;

/** @throws StoreOptionError when a name consists of anything that a statement might not take as it is */
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

/** Returns the first statement of transactions by which mocks that start together take turns. */
export function takeTurns(schema: string) {
  return ['select pg_advisory_xact_lock(hashtext($1))', `site-contract ${schema}`] as const;
}

/**
 * Records of a session are deleted with it. An identity column keeps their order of creation. Each change of a session gives
 * it the next revision, which its changed records also have. Those of features are `own`; one that is due has a `job` of pg-boss.
 *
 * Values are `json`, because `jsonb` cannot contain NUL. Those of the journal are text: the server need not check them.
 */
const tables = `
  create table $schema.store (
    only_row boolean primary key default true check (only_row), version int not null, seed bigint not null,
    last_entry bigint not null default 0);
  create table $schema.session (
    name text primary key, created_at bigint not null, changed_at bigint not null,
    revision bigint not null default 0, settings json not null default '{}');
  create table $schema.record (
    session text not null references $schema.session on delete cascade, own boolean, kind text, id text,
    position bigint not null generated always as identity, parent text, revision bigint not null, job uuid,
    value json not null, hidden json not null, primary key (session, own, kind, id));
  create index record_list on $schema.record (session, own, kind, parent, position);
  create table $schema.journal (id bigint primary key, session text not null, value text not null);
`;

/**
 * Creates the schema and the tables, unless they exist.
 * @returns the seed of all mocks that share them
 * @throws StoreOptionError when they belong to another user or another version
 */
export function prepareSchema(pool: Pool, schema: string, seed: number): Promise<number> {
  const schemas = [schema, toJobSchema(schema)];
  return pool.transaction(
    async (query) => {
      // Only the owner of a schema can decide who creates something in it.
      for (const name of schemas) {
        // Asked for first, because `if not exists` still needs the privilege to create.
        const namespaces = await query('select 1 from pg_namespace where nspname = $1', [name]);
        if (namespaces.length === 0) await query(`create schema "${name}"`);
      }
      await assertOwned(query, schemas);
      // Creating an index locks its table, even if the index exists.
      const [existing] = await query(`select to_regclass('$schema.store') as store`);
      if (existing?.['store'] === null) await query(tables);
      await query(
        `insert into $schema.store (version, seed) values ($1, $2) on conflict do nothing`,
        [version, seed],
      );
      const [row] = await query(`select version, seed from $schema.store`);
      if (row?.['version'] !== version)
        throw new StoreOptionError(
          `the schema ${schema} has version ${String(row?.['version'])}, but only ${version} is supported; use another schema, or remove this one with: drop schema ${schema} cascade`,
        );
      const old = `changed_at < ${sqlNow} - ${keepUnchanged}`;
      await query(`delete from $schema.session where ${old} and name not in ('', 'default')`);
      return Number(row['seed']);
    },
    { first: takeTurns(schema) },
  );
}

/**
 * Refuses objects of other users in the schemas: their functions and triggers would run with the rights of this user.
 */
async function assertOwned(query: Query, schemas: readonly string[]): Promise<void> {
  const [row] = await query(
    `with space as (select oid, nspname as name, nspowner from pg_namespace where nspname = any($1)),
      found as (
        select 'the schema ' || name as what, nspowner as owner from space
        union all select 'the table ' || name || '.' || relname, relowner
          from pg_class join space on space.oid = relnamespace
        union all select 'the function ' || name || '.' || proname, proowner
          from pg_proc join space on space.oid = pronamespace
        union all select 'the type ' || name || '.' || typname, typowner
          from pg_type join space on space.oid = typnamespace
        union all select 'the trigger ' || tgname || ' on ' || name || '.' || relname, 0
          from pg_trigger join pg_class on pg_class.oid = tgrelid join space on space.oid = relnamespace
          where not tgisinternal)
      select what, coalesce((select rolname from pg_roles where oid = owner), 'an unknown user') as owner from found
        where owner <> (select oid from pg_roles where rolname = current_user) limit 1`,
    [schemas],
  );
  if (row === undefined) return;
  throw new StoreOptionError(
    `${row['what']} belongs to ${row['owner']}, and could run commands with the rights of this user; a store must own everything in the schemas ${schemas.join(' and ')}: remove it, or use another database`,
  );
}
