import { isOpen, type OpenDelivery } from '../features/webhooks/delivery.ts';
import {
  type Deliveries,
  type Kind,
  mostFinished,
  type RecordKinds,
  type Records,
  type SessionState,
  type Settings,
  type SiteOrder,
  type SiteQuery,
  type SiteSlice,
  type SnapshotInfo,
  type Snapshots,
  type StoreContents,
  type StoredSnapshot,
  toKey,
} from '../store/store.ts';
import type { Query, Row } from './database.ts';
import type { DeliveryQueue } from './delivery-queue.ts';

/** Columns to sort by, and whether they are descending. Strings are compared by bytes. */
const orders: Record<SiteOrder, readonly [columns: string, direction: 'asc' | 'desc']> = {
  'oldest-first': ['position', 'asc'],
  'newest-first': ['position', 'desc'],
  'by-id': ['id collate "C"', 'asc'],
  'by-name': ['name collate "C", id collate "C"', 'asc'],
};

/** A session that is locked by a transaction, or read by one. */
export class PostgresState implements SessionState, Records {
  readonly name: string;
  readonly createdAt: number;
  /** The version after this transaction, if it writes. */
  readonly version: number;
  readonly snapshots: Snapshots;
  readonly deliveries: Deliveries;
  settings: Settings;
  /** Whether anything was written. */
  isChanged = false;
  /** Whether a delivery may be due soon. */
  hasArranged = false;
  readonly #query: Query;

  /** @param row the session */
  constructor(query: Query, row: Row, queue: DeliveryQueue) {
    this.#query = query;
    this.name = String(row['name']);
    this.createdAt = Number(row['created_at']);
    this.version = Number(row['version']) + 1;
    this.settings = { ...(row['settings'] as Settings) };
    this.snapshots = this.#createSnapshots();
    this.deliveries = this.#createDeliveries(queue);
  }

  get records(): Records {
    return this;
  }

  putSettings(settings: Settings): void {
    this.settings = settings;
    this.isChanged = true;
  }

  /** Runs a statement whose first parameter is the session. */
  async #read(text: string, ...values: readonly unknown[]): Promise<Row[]> {
    return (await this.#query(text, [this.name, ...values])).rows;
  }

  async #write(text: string, ...values: readonly unknown[]): Promise<number> {
    this.isChanged = true;
    return (await this.#query(text, [this.name, ...values])).count;
  }

  async find<Of extends Kind>(kind: Of, id: string): Promise<RecordKinds[Of] | undefined> {
    const [row] = await this.#read(
      'select value from {}.resource where session = $1 and kind = $2 and id = $3',
      kind,
      id.toLowerCase(),
    );
    return row?.['value'] as RecordKinds[Of] | undefined;
  }

  async list<Of extends Kind>(kind: Of, owner: string): Promise<readonly RecordKinds[Of][]> {
    const rows = await this.#read(
      'select value from {}.resource where session = $1 and kind = $2 and owner = $3 order by position',
      kind,
      owner.toLowerCase(),
    );
    return rows.map((row) => row['value'] as RecordKinds[Of]);
  }

  put<Of extends Kind>(kind: Of, record: RecordKinds[Of]): Promise<void> {
    return this.#insert(kind, [record]);
  }

  async listSites({ workspaceId, order, after, limit }: SiteQuery): Promise<SiteSlice | undefined> {
    const [columns, direction] = orders[order];
    const workspace = workspaceId.toLowerCase();
    const cursor = after?.toLowerCase();
    const place = `from {}.resource where session = $1 and kind = 'site' and owner = $2`;
    if (cursor !== undefined) {
      const rows = await this.#read(`select 1 ${place} and id = $3`, workspace, cursor);
      if (rows.length === 0) return undefined;
    }
    const compare = direction === 'asc' ? '>' : '<';
    const rows = await this.#read(
      `select value->'site' as site ${place} and ($4::text is null or (${columns}) ${compare}
        (select ${columns} ${place} and id = $4)) order by ${columns.replaceAll(',', ` ${direction},`)} ${direction} limit $3`,
      workspace,
      limit + 1,
      cursor ?? null,
    );
    const sites = rows.slice(0, limit).map((row) => row['site'] as RecordKinds['site']['site']);
    return { sites, hasMore: rows.length > limit };
  }

  async readAll(): Promise<StoreContents> {
    const rows = await this.#read(
      'select kind, value from {}.resource where session = $1 order by position',
    );
    const pick = <Of extends Kind>(kind: Of): RecordKinds[Of][] =>
      rows.flatMap((row) => (row['kind'] === kind ? [row['value'] as RecordKinds[Of]] : []));
    return { sites: pick('site'), routes: pick('route'), webhooks: pick('webhook') };
  }

  async replaceAll({ sites, routes, webhooks }: StoreContents): Promise<void> {
    await this.#write('delete from {}.resource where session = $1');
    await this.#insert('site', sites);
    await this.#insert('route', routes);
    await this.#insert('webhook', webhooks);
  }

  /** Adds records, or replaces those with the same ids. */
  async #insert<Of extends Kind>(kind: Of, records: readonly RecordKinds[Of][]): Promise<void> {
    if (records.length === 0) return;
    const keys = records.map((record) => toKey[kind](record));
    await this.#write(
      `insert into {}.resource (session, kind, id, owner, name, value)
        select $1, $2, id, owner, name, value::json
        from unnest($3::text[], $4::text[], $5::text[], $6::text[]) with ordinality as given(id, owner, name, value, place)
        order by place
        on conflict (session, kind, id) do update set name = excluded.name, value = excluded.value`,
      kind,
      keys.map(({ id }) => id),
      keys.map(({ owner }) => owner),
      // PostgreSQL cannot store this character in a text.
      records.map((record) => ('site' in record ? record.site.name.replaceAll('\0', '') : null)),
      records.map((record) => JSON.stringify(record)),
    );
  }

  #createSnapshots(): Snapshots {
    const remove = (name: string): Promise<number> =>
      this.#write('delete from {}.snapshot where session = $1 and name = $2', name);
    return {
      list: async () => {
        const rows = await this.#read(
          'select info from {}.snapshot where session = $1 order by position',
        );
        return rows.map((row) => row['info'] as SnapshotInfo);
      },
      find: async (name) => {
        const [row] = await this.#read(
          'select value from {}.snapshot where session = $1 and name = $2',
          name,
        );
        return row?.['value'] as StoredSnapshot | undefined;
      },
      put: async (snapshot) => {
        await remove(snapshot.info.name);
        await this.#write(
          'insert into {}.snapshot (session, name, info, value) values ($1, $2, $3, $4)',
          snapshot.info.name,
          JSON.stringify(snapshot.info),
          JSON.stringify(snapshot),
        );
      },
      delete: async (name) => (await remove(name)) > 0,
    };
  }

  #createDeliveries(queue: DeliveryQueue): Deliveries {
    return {
      list: async () => {
        const rows = await this.#read(
          'select value from {}.delivery where session = $1 order by position',
        );
        return rows.map(toDelivery);
      },
      find: async (id) => {
        const rows = await this.#read(
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
