import type { SharedFaults, Sharing, SharingMetric } from '../sharing.ts';
import type { Records } from '../store/store.ts';
import type { Database } from './database.ts';
import { type Queries, repeatTask } from './driver.ts';
import type { SessionRow } from './schema.ts';
import type { SessionRows } from './session-rows.ts';
import type { PostgresSession } from './session-store.ts';
import type { PostgresJournal } from './shared-journal.ts';

/** The fault rules of all mocks, in one row. Every change or count locks it. */
export function createSharedRules(database: Database, schema: string) {
  let version = '';
  let faults: SharedFaults | undefined;

  /** Loads the rules from the database. The first mock stores its initial rules there. */
  async function read(queries: Queries, lock: 'for update' | ''): Promise<void> {
    const { rows } = await queries.query(
      `select version, value from ${schema}.shared where name = 'faults' ${lock}`,
    );
    const value = String(rows[0]?.['value'] ?? '');
    version = String(rows[0]?.['version']);
    if (value !== '') faults?.writeState(value);
    else if (faults?.hasRules === true && lock === '') await change(() => undefined);
  }

  async function write(queries: Queries, isChange: boolean): Promise<void> {
    const { rows } = await queries.query(
      `update ${schema}.shared set value = $1, version = version + $2 where name = 'faults' returning version`,
      [faults?.readState() ?? '', isChange ? 1 : 0],
    );
    if (isChange) version = String(rows[0]?.['version']);
  }

  /** @param isChange whether other mocks have to reload the rules. Default: false */
  async function takeTurn<T>(run: () => T, isChange = false): Promise<T> {
    return database.repeat(async () => {
      const before = faults?.readState() ?? '';
      try {
        return await database.transaction(async (queries) => {
          await read(queries, 'for update');
          const hadRules = faults?.hasRules === true;
          const result = run();
          if (isChange || hadRules) await write(queries, isChange);
          return result;
        });
      } catch (error) {
        // The local rules differ from the stored ones, so they are reloaded before the next request.
        version = '';
        if (before !== '') faults?.writeState(before);
        throw error;
      }
    });
  }

  function change<T>(run: () => T): Promise<T> {
    return takeTurn(run, true);
  }

  return {
    /** The version of the rules in this mock; empty if unknown. */
    get version() {
      return version;
    },
    get hasRules() {
      return faults?.hasRules === true;
    },
    connect: (own: SharedFaults): void => {
      faults = own;
    },
    load: () => database.repeat(() => database.use((queries) => read(queries, ''))),
    change,
    /**
     * Counts a request against the current rules. If a rule ends with its last use, that is not a change: affected
     * requests continue with its effect, and other mocks detect its end with their next count.
     */
    judge: <T>(decide: () => T): Promise<T> => takeTurn(decide),
  };
}

/** The webhook data of a session: the seed of the secrets, and the disabled webhooks. */
export function createControlRecords(store: PostgresSession, rows: SessionRows): Records {
  async function disable(id: string): Promise<void> {
    for (let attempt = 1; attempt <= 50; attempt += 1) {
      await store.refresh();
      const row: SessionRow | undefined = store.row;
      if (row === undefined || row.control.disabled.includes(id)) return;
      const disabled = [...row.control.disabled, id];
      if (await rows.writeControl(row, { ...row.control, disabled })) return store.refresh();
    }
  }

  /** Webhooks whose change is not yet stored in the database. */
  const disabling = new Set<string>();
  return {
    list: () => [],
    get: (kind, id) => {
      if (kind === 'disabled-webhooks')
        return disabling.has(id) || store.row?.control.disabled.includes(id) === true;
      return kind === 'webhooks' && id === 'seed' ? store.row?.seed : undefined;
    },
    put: (kind, id) => {
      if (kind !== 'disabled-webhooks') return;
      disabling.add(id);
      const forget = (): boolean => disabling.delete(id);
      disable(id).then(forget, forget);
    },
    // A reset deletes everything at once.
    delete: () => {},
  };
}

/** How often sessions are checked, in milliseconds. */
const lookEvery = 500;

/**
 * Detects changes by other mocks that are not requests to the service, by reading the versions of all sessions at once.
 * @param readKnown returns the version of a session in this mock
 * @param refresh reloads a session that this mock has
 */
export function createWatcher(
  rows: SessionRows,
  readKnown: (name: string) => string | undefined,
  refresh: (name: string) => Promise<void> | undefined,
): Pick<Sharing, 'watch'> & { start(): () => void } {
  const watching: Parameters<Sharing['watch']>[] = [];
  let seen = new Map<string, string>();

  async function look(): Promise<void> {
    const lists = watching.map(([listNames, onChange]) => ({ names: listNames(), onChange }));
    const names = [...new Set(lists.flatMap((list) => list.names))];
    if (names.length === 0) {
      seen = new Map();
      return;
    }
    const versions = await rows.listVersions(names);
    const changed = names.filter((name) => {
      const before = seen.get(name) ?? readKnown(name);
      return before !== undefined && before !== versions.get(name);
    });
    seen = versions;
    for (const name of changed) {
      await refresh(name);
      for (const list of lists) if (list.names.includes(name)) list.onChange?.(name);
    }
  }

  return {
    watch: (...given) => watching.push(given),
    /** Starts to look. @returns a function that stops it */
    start: () => repeatTask(lookEvery, look),
  };
}

/** Returns the metrics of a store, including whether it can be used. */
export function readStoreMetrics(
  { counts, pool, fault }: Database,
  { waiting, lagMs }: PostgresJournal,
): SharingMetric[] {
  const isUp = fault === undefined ? 1 : 0;
  const metrics = [
    ['gauge', 'store_up', 'Whether the database can be used.', isUp],
    ['counter', 'store_statements_total', 'Statements sent to the database.', counts.statements],
    [
      'counter',
      'store_retries_total',
      'Operations repeated because of concurrent changes.',
      counts.retries,
    ],
    ['counter', 'store_failures_total', 'Statements that failed.', counts.failures],
    ['gauge', 'store_pool_connections', 'Connections to the database.', pool.total],
    ['gauge', 'store_pool_idle', 'Idle connections.', pool.idle],
    ['gauge', 'store_pool_waiting', 'Requests that wait for a connection.', pool.waiting],
    ['gauge', 'journal_waiting', 'Requests not yet written to the journal.', waiting],
    ['gauge', 'journal_lag_seconds', 'Age of the oldest request not yet written.', lagMs / 1000],
  ] as const;
  return metrics.map(([kind, name, help, value]) => ({ kind, name, help, value }));
}
