import {
  type Kind,
  type RecordKinds,
  type Records,
  refuseMissing,
  type SessionState,
  type Settings,
  type StoreContents,
  TakenId,
  toId,
  toKey,
} from '../store/store.ts';
import type { Query, Row } from './database.ts';
import type { DeliveryQueue } from './delivery-queue.ts';

/** A session that is locked by a transaction, or read by one. All its records are rows of one table. */
export class PostgresSession implements SessionState, Records {
  readonly name: string;
  readonly createdAt: number;
  /** The revision after this transaction, if it writes. */
  readonly revision: number;
  settings: Settings;
  /** Whether anything was written. */
  isChanged = false;
  /** Whether a delivery may be due soon. */
  hasArranged = false;
  readonly #query: Query;
  readonly #queue: DeliveryQueue;

  constructor(query: Query, row: Row, queue: DeliveryQueue) {
    this.#query = query;
    this.#queue = queue;
    this.name = String(row['name']);
    this.createdAt = Number(row['created_at']);
    this.revision = Number(row['revision']) + 1;
    this.settings = { ...(row['settings'] as Settings) };
  }

  get records(): Records {
    return this;
  }

  putSettings(settings: Settings): void {
    this.settings = settings;
    this.isChanged = true;
  }

  /** Runs a statement whose first parameter is the session. */
  #read(text: string, ...values: readonly unknown[]): Promise<Row[]> {
    return this.#query(text, [this.name, ...values]);
  }

  #write(text: string, ...values: readonly unknown[]): Promise<Row[]> {
    this.isChanged = true;
    return this.#read(text, ...values);
  }

  async find<Of extends Kind>(kind: Of, id: string): Promise<RecordKinds[Of] | undefined> {
    const text = 'select value from $schema.record where session = $1 and kind = $2 and id = $3';
    const [row] = await this.#read(text, kind, toId(kind, id));
    return row?.['value'] as RecordKinds[Of] | undefined;
  }

  async list<Of extends Kind>(kind: Of, owner?: string): Promise<readonly RecordKinds[Of][]> {
    const rows = await this.#read(
      `select value from $schema.record where session = $1 and kind = $2 and ($3::text is null or owner = $3)
        order by position`,
      kind,
      owner === undefined ? null : toId(kind, owner),
    );
    return rows.map((row) => row['value'] as RecordKinds[Of]);
  }

  insert<Of extends Kind>(kind: Of, record: RecordKinds[Of]): Promise<void> {
    return this.#insertAll(kind, [record]);
  }

  async replace<Of extends Kind>(kind: Of, record: RecordKinds[Of]): Promise<void> {
    const { id } = toKey[kind](record);
    const rows = await this.#write(
      `update $schema.record set revision = $4, value = $5::json
        where session = $1 and kind = $2 and id = $3 returning id`,
      kind,
      id,
      this.revision,
      JSON.stringify(record),
    );
    if (rows.length === 0) throw refuseMissing(kind, id);
  }

  async remove(kind: Kind, id?: string): Promise<boolean> {
    const rows = await this.#write(
      'delete from $schema.record where session = $1 and kind = $2 and ($3::text is null or id = $3) returning id',
      kind,
      id === undefined ? null : toId(kind, id),
    );
    return rows.length > 0;
  }

  async readAll(): Promise<StoreContents> {
    const contents = {
      sites: await this.list('site'),
      routes: await this.list('route'),
      webhooks: await this.list('webhook'),
    };
    const records = await this.list('record');
    return records.length === 0 ? contents : { ...contents, records };
  }

  async replaceAll({ sites, routes, webhooks, records = [] }: StoreContents): Promise<void> {
    for (const kind of ['site', 'route', 'webhook', 'record'] as const) await this.remove(kind);
    await this.#insertAll('record', records);
    await this.#insertAll('site', sites);
    await this.#insertAll('route', routes);
    await this.#insertAll('webhook', webhooks);
  }

  async #insertAll<Of extends Kind>(kind: Of, records: readonly RecordKinds[Of][]): Promise<void> {
    if (records.length === 0) return;
    const keys = records.map((record) => toKey[kind](record));
    // An error of the server would end the transaction, which may go on with another id.
    const rows = await this.#write(
      `insert into $schema.record (session, kind, id, owner, revision, value)
        select $1, $2, id, owner, $3, value::json
        from unnest($4::text[], $5::text[], $6::text[]) with ordinality as given(id, owner, value, place)
        order by place
        on conflict (session, kind, id) do nothing
        returning id`,
      kind,
      this.revision,
      keys.map(({ id }) => id),
      keys.map(({ owner }) => owner),
      records.map((record) => JSON.stringify(record)),
    );
    if (rows.length < records.length) throw new TakenId(kind, findTaken(keys, rows));
  }

  async arrange(id: string, dueIn: number): Promise<void> {
    this.hasArranged = true;
    await this.#queue.arrange(this.#query, { session: this.name, id }, dueIn);
  }

  /** Returns whether a job counts, as the table at the queue explains. */
  async isCurrent(job: string): Promise<boolean> {
    const text = 'select 1 from $schema.record where session = $1 and job = $2';
    return (await this.#read(text, job)).length > 0;
  }
}

/** Returns the first id that was not inserted. */
function findTaken(keys: readonly { id: string }[], rows: readonly Row[]): string {
  const inserted = new Set(rows.map((row) => row['id']));
  const taken = keys.find(({ id }) => !inserted.delete(id));
  return taken?.id ?? '';
}
