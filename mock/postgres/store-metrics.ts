import type { SharingMetric } from '../sharing.ts';
import type { Database } from './database.ts';
import type { PostgresJournal } from './shared-journal.ts';

/** What a store costs, and whether it can be used. */
export function readStoreMetrics(
  { counts, pool, fault }: Database,
  { waiting, lagMs }: PostgresJournal,
): SharingMetric[] {
  const gauge = (name: string, help: string, value: number): SharingMetric => ({
    name,
    kind: 'gauge',
    help,
    value,
  });
  const counter = (name: string, help: string, value: number): SharingMetric => ({
    name,
    kind: 'counter',
    help,
    value,
  });
  return [
    gauge('store_up', 'Whether the database can be used.', fault === undefined ? 1 : 0),
    counter('store_statements_total', 'Statements sent to the database.', counts.statements),
    counter('store_retries_total', 'Operations that ran again because of others.', counts.retries),
    counter('store_failures_total', 'Statements that failed.', counts.failures),
    gauge('store_pool_connections', 'Connections to the database.', pool.total),
    gauge('store_pool_idle', 'Connections that nothing uses.', pool.idle),
    gauge('store_pool_waiting', 'Requests that wait for a connection.', pool.waiting),
    gauge('journal_waiting', 'Requests that the journal has not written yet.', waiting),
    gauge('journal_lag_seconds', 'Age of the oldest of them.', lagMs / 1000),
  ];
}
