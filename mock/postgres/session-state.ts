import { isOpen, type OpenDelivery } from '../features/webhooks/delivery.ts';
import { mostFinished } from '../store/memory-session.ts';
import type { Settings } from '../store/settings.ts';
import type {
  Deliveries,
  Records,
  SessionState,
  SnapshotInfo,
  Snapshots,
  StoredSnapshot,
} from '../store/store.ts';
import type { Query, Row } from './database.ts';
import type { DeliveryQueue } from './delivery-queue.ts';
import { PostgresRecords } from './records.ts';

/** A session that is locked by a transaction, or read by one. */
export class PostgresState implements SessionState {
  readonly name: string;
  readonly createdAt: number;
  /** The version after this transaction, if it writes. */
  readonly version: number;
  readonly records: Records;
  readonly snapshots: Snapshots;
  readonly deliveries: Deliveries;
  settings: Settings;
  /** Whether anything was written. */
  isChanged = false;
  /** Whether a delivery may be due soon. */
  hasArranged = false;
  readonly #query: Query;
  readonly #schema: string;

  /** @param row the session, as selected by `selectSession` */
  constructor(query: Query, schema: string, row: Row, queue: DeliveryQueue) {
    this.#query = query;
    this.#schema = schema;
    this.name = String(row['name']);
    this.createdAt = Number(row['created_at']);
    this.version = Number(row['version']) + 1;
    this.settings = { ...(row['settings'] as Settings) };
    const onWrite = (): void => {
      this.isChanged = true;
    };
    this.records = new PostgresRecords(query, schema, this.name, onWrite);
    this.snapshots = this.#createSnapshots();
    this.deliveries = this.#createDeliveries(queue);
  }

  putSettings(settings: Settings): void {
    this.settings = settings;
    this.isChanged = true;
  }

  async #run(text: string, ...values: readonly unknown[]): Promise<{ rows: Row[]; count: number }> {
    return this.#query(text.replaceAll('{}', this.#schema), [this.name, ...values]);
  }

  async #write(text: string, ...values: readonly unknown[]): Promise<number> {
    this.isChanged = true;
    return (await this.#run(text, ...values)).count;
  }

  #createSnapshots(): Snapshots {
    return {
      list: async () => {
        const { rows } = await this.#run(
          'select info from {}.snapshot where session = $1 order by position',
        );
        return rows.map((row) => row['info'] as SnapshotInfo);
      },
      find: async (name) => {
        const { rows } = await this.#run(
          'select info, contents::json as contents, settings from {}.snapshot where session = $1 and name = $2',
          name,
        );
        return rows[0] as StoredSnapshot | undefined;
      },
      put: async ({ info, contents, settings }) => {
        await this.#write('delete from {}.snapshot where session = $1 and name = $2', info.name);
        await this.#write(
          'insert into {}.snapshot (session, name, info, contents, settings) values ($1, $2, $3, $4, $5)',
          info.name,
          ...[info, contents, settings].map((value) => JSON.stringify(value)),
        );
      },
      delete: async (name) =>
        (await this.#write('delete from {}.snapshot where session = $1 and name = $2', name)) > 0,
    };
  }

  #createDeliveries(queue: DeliveryQueue): Deliveries {
    return {
      list: async () => {
        const { rows } = await this.#run(
          'select value from {}.delivery where session = $1 order by position',
        );
        return rows.map(toDelivery);
      },
      find: async (id) => {
        const { rows } = await this.#run(
          'select value from {}.delivery where session = $1 and id = $2',
          id,
        );
        return rows.map(toDelivery)[0];
      },
      put: async (stored, dueIn) => {
        const { id } = stored.delivery;
        await this.#write(
          `insert into {}.delivery (session, id, version, is_open, value) values ($1, $2, $3, $4, $5)
            on conflict (session, id) do update
            set version = excluded.version, is_open = excluded.is_open, value = excluded.value`,
          id,
          this.version,
          isOpen(stored.delivery),
          JSON.stringify(stored),
        );
        this.hasArranged ||= dueIn !== undefined;
        if (dueIn !== undefined)
          await queue.arrange(this.#query, { session: this.name, id }, dueIn);
        if (isOpen(stored.delivery)) return;
        await this.#write(
          `delete from {}.delivery where session = $1 and not is_open and position <= (
            select position from {}.delivery where session = $1 and not is_open
            order by position desc offset ${mostFinished} limit 1)`,
        );
      },
      clear: async () => {
        await this.#write('delete from {}.delivery where session = $1');
      },
    };
  }
}

export function toDelivery(row: Row): OpenDelivery {
  return row['value'] as OpenDelivery;
}
