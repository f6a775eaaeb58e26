import type { SiteOrder } from '../store/store.ts';
import type { Statement } from './driver.ts';

/**
 * Every statement that serves a request. A reading statement gets the session and its epoch as $1 and $2, and returns the
 * present epoch and versions beside what it read. A writing one also gets the version of the session and that of the fault
 * rules as $3 and $4, and writes only where all of them still hold. So whatever one mock acknowledged holds for the next
 * request to any other mock, at no further statement.
 */
export interface Statements {
  findSite: Statement;
  findRoute: Statement;
  listRoutes: Statement;
  listWebhooks: Statement;
  findHost: Statement;
  listSites(order: SiteOrder, isAfter: boolean): Statement;
  insertSite: Statement;
  updateSite: Statement;
  insertRoute: Statement;
  updateRoute: Statement;
  insertWebhook: Statement;
  updateWebhook: Statement;
  /** Whether a site still has a version. */
  checkSite: Statement;
  /** Makes other operations that lock the session wait until the transaction ends. */
  lock: Statement;
}

/** Microseconds since 1970, by the clock of the database. */
export const now = '(extract(epoch from clock_timestamp()) * 1000000)::bigint';

const orders: Record<SiteOrder, readonly string[]> = {
  'oldest-first': ['position', 'id'],
  'newest-first': ['position', 'id'],
  'by-name': ['name', 'id'],
  'by-id': ['id'],
};

/**
 * @param schema quoted
 * @param isPrepared whether a connection keeps them by name
 */
export function createStatements(schema: string, isPrepared = true): Statements {
  const make = (label: string, text: string): Statement => ({
    // Of one connection, so without the schema: names of more than 63 characters are cut.
    ...(isPrepared ? { name: label } : {}),
    text: text.replaceAll(/\s+/g, ' ').trim(),
  });
  const own = 'r.session = $1::text and r.epoch = $2::bigint';
  const present = `select s.epoch, s.version, f.version as faults
    from ${schema}.session s, ${schema}.shared f where s.name = $1::text and f.name = 'faults'`;
  const tables = `${schema}.session s, ${schema}.shared f`;
  const isCurrent = `s.name = $1::text and s.epoch = $2::bigint and s.version = $3::bigint
    and f.name = 'faults' and f.version = $4::bigint`;

  const find = (label: string, table: string, where: string, fields: string): Statement =>
    make(
      label,
      `with control as (${present}) select c.*, r.id, r.version as own_version, r.json, ${fields}
        from control c left join ${schema}.${table} r on ${own} and ${where} order by r.position, r.id`,
    );
  const insert = (label: string, table: string, columns: string, values: string): Statement =>
    make(
      label,
      `insert into ${schema}.${table} (session, epoch, position, version, ${columns})
        select $1::text, $2::bigint, ${now}, 1, ${values} from ${tables} where ${isCurrent}`,
    );
  const update = (label: string, table: string, changes: string): Statement =>
    make(
      label,
      `update ${schema}.${table} as r set version = r.version + 1, ${changes} from ${tables}
        where ${own} and r.id = $5::text and r.version = $6::bigint and ${isCurrent}`,
    );

  function createListSites(order: SiteOrder, isAfter: boolean): Statement {
    const isDown = order === 'newest-first';
    const columns = orders[order];
    const sorted = columns.map((column) => `${column}${isDown ? ' desc' : ''}`).join(', ');
    // Each column by itself: a row that a subquery returns cannot be looked up in an index.
    const marked = columns.map((column) => `(select ${column} from mark)`).join(', ');
    const mark = `, mark as (select r.position, r.name, r.id from ${schema}.site r
      where ${own} and r.workspace = $3::text and r.id = $5::text)`;
    const after = `and (${columns.join(', ')}) ${isDown ? '<' : '>'} (${marked})`;
    return make(
      `list ${order} ${isAfter}`,
      `with control as (${present})${isAfter ? mark : ''}
        select c.*, ${isAfter ? '(select count(*) from mark)' : '1'} as known,
          (select string_agg(json, E'\\n' order by ${sorted}) from (
            select json, position, name, id from ${schema}.site r
            where ${own} and r.workspace = $3::text ${isAfter ? after : ''}
            order by ${sorted} limit $4::int) page) as json
        from control c`,
    );
  }

  const lists = new Map<string, Statement>();
  return {
    findSite: find('find site', 'site', 'r.id = $3::text', 'r.workspace, r.locale'),
    findRoute: find('find route', 'route', 'r.id = $3::text', 'r.site'),
    listRoutes: find('list routes', 'route', 'r.site = $3::text', 'r.site'),
    listWebhooks: find('list webhooks', 'webhook', 'r.workspace = $3::text', 'r.workspace'),
    findHost: find(
      'find host',
      'site',
      'r.workspace = $3::text and r.host = $4::text and r.id <> $5::text',
      'r.workspace, r.locale',
    ),
    listSites: (order, isAfter) => {
      const key = `${order} ${isAfter}`;
      const made = lists.get(key) ?? createListSites(order, isAfter);
      lists.set(key, made);
      return made;
    },
    insertSite: insert(
      'insert site',
      'site',
      'id, workspace, name, host, locale, json',
      '$5::text, $6::text, $7::text, $8::text, $9::text, $10::text',
    ),
    updateSite: update(
      'update site',
      'site',
      'name = $7::text, host = $8::text, locale = $9::text, json = $10::text',
    ),
    // The page can remove a site: a new route keeps it from that until the route can be seen.
    insertRoute: make(
      'insert route',
      `insert into ${schema}.route (session, epoch, position, version, id, site, json)
        select $1::text, $2::bigint, ${now}, 1, $5::text, r.id, $7::text from ${tables}, ${schema}.site r
        where ${isCurrent} and ${own} and r.id = $6::text for key share of r`,
    ),
    updateRoute: update('update route', 'route', 'json = $7::text'),
    insertWebhook: insert(
      'insert webhook',
      'webhook',
      'id, workspace, json',
      '$5::text, $6::text, $7::text',
    ),
    updateWebhook: update('update webhook', 'webhook', 'json = $7::text'),
    checkSite: make(
      'check site',
      `select r.id from ${tables}, ${schema}.site r
        where ${own} and r.id = $5::text and r.version = $6::bigint and ${isCurrent}`,
    ),
    lock: make('lock', `${present} for update of s`),
  };
}
