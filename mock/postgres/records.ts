import {
  type Contents,
  type JsonObject,
  refuseMissing,
  type StoredRecord,
  TakenId,
} from '../store/records.ts';
import type { Query, Row } from './database.ts';

/** What the records of a session need from its transaction. */
interface RecordAccess {
  /** The name of the session. */
  session: string;
  /** The revision after this transaction. */
  revision: number;
  query: Query;
  /** Called before each write. */
  onWrite(): void;
}

/** The columns of a record. */
export const columns = 'kind, id, parent, value, hidden';

/** The records of the contract in a session, or those of features. All are rows of one table. */
export class PostgresRecords implements Contents {
  readonly #access: RecordAccess;
  /** Whether they are those of features. */
  readonly #isOwn: boolean;

  constructor(access: RecordAccess, isOwn: boolean) {
    this.#access = access;
    this.#isOwn = isOwn;
  }

  /** Runs a statement whose first two parameters select the records. */
  #read(text: string, ...values: readonly unknown[]): Promise<Row[]> {
    const { query, session } = this.#access;
    return query(text, [session, this.#isOwn, ...values]);
  }

  #write(text: string, ...values: readonly unknown[]): Promise<Row[]> {
    this.#access.onWrite();
    return this.#read(text, ...values);
  }

  async find(kind: string, id: string): Promise<StoredRecord | undefined> {
    const [row] = await this.#read(
      `select ${columns} from $schema.record where session = $1 and own = $2 and kind = $3 and id = $4`,
      kind,
      id,
    );
    return row && toRecord(row);
  }

  async list(kind: string, parent?: string): Promise<readonly StoredRecord[]> {
    const rows = await this.#read(
      `select ${columns} from $schema.record
        where session = $1 and own = $2 and kind = $3 and ($4::text is null or parent = $4)
        order by position`,
      kind,
      parent ?? null,
    );
    return rows.map(toRecord);
  }

  insert(record: StoredRecord): Promise<void> {
    return this.#insertAll([record]);
  }

  async replace(record: StoredRecord): Promise<void> {
    const rows = await this.#write(
      `update $schema.record set parent = $5, revision = $6, value = $7::json, hidden = $8::json
        where session = $1 and own = $2 and kind = $3 and id = $4 returning id`,
      record.kind,
      record.id,
      record.parent ?? null,
      this.#access.revision,
      JSON.stringify(record.value),
      JSON.stringify(record.hidden),
    );
    if (rows.length === 0) throw refuseMissing(record);
  }

  async remove(kind: string, id: string): Promise<boolean> {
    const rows = await this.#write(
      'delete from $schema.record where session = $1 and own = $2 and kind = $3 and id = $4 returning id',
      kind,
      id,
    );
    return rows.length > 0;
  }

  async readAll(): Promise<StoredRecord[]> {
    const rows = await this.#read(
      `select ${columns} from $schema.record where session = $1 and own = $2
        order by min(position) over (partition by kind), position`,
    );
    return rows.map(toRecord);
  }

  async replaceAll(records: readonly StoredRecord[]): Promise<void> {
    await this.#write('delete from $schema.record where session = $1 and own = $2');
    await this.#insertAll(records);
  }

  async #insertAll(records: readonly StoredRecord[]): Promise<void> {
    if (records.length === 0) return;
    // An error of the server would end the transaction, which may go on with another id.
    const rows = await this.#write(
      `insert into $schema.record (session, own, kind, id, parent, revision, value, hidden)
        select $1, $2, kind, id, parent, $3, value::json, hidden::json
        from unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
          with ordinality as given(kind, id, parent, value, hidden, place)
        order by place
        on conflict (session, own, kind, id) do nothing
        returning kind, id`,
      this.#access.revision,
      records.map(({ kind }) => kind),
      records.map(({ id }) => id),
      records.map(toParentColumn),
      records.map(({ value }) => JSON.stringify(value)),
      records.map(({ hidden }) => JSON.stringify(hidden)),
    );
    const takenRecord = findTaken(records, rows);
    if (takenRecord !== undefined) throw new TakenId(takenRecord);
  }
}

function toParentColumn({ parent }: StoredRecord): string | null {
  return parent ?? null;
}

/** Returns the first record that was not inserted. */
function findTaken(records: readonly StoredRecord[], rows: readonly Row[]) {
  if (rows.length === records.length) return undefined;
  const inserted = new Set(rows.map(({ kind, id }) => JSON.stringify([kind, id])));
  return records.find(({ kind, id }) => !inserted.delete(JSON.stringify([kind, id])));
}

export function toRecord(row: Row): StoredRecord {
  const { parent } = row;
  return {
    kind: String(row['kind']),
    id: String(row['id']),
    parent: parent === null ? undefined : String(parent),
    // A mock has written them.
    value: row['value'] as JsonObject,
    hidden: row['hidden'] as JsonObject,
  };
}
