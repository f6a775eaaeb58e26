import type { Settings } from '../store/slot.ts';
import type { SessionState } from '../store/store.ts';
import type { Query, Row } from './database.ts';
import type { DueQueue } from './due-queue.ts';
import { PostgresRecords } from './records.ts';

/** A session that is locked by a transaction, or read by one. */
export class PostgresSession implements SessionState {
  readonly name: string;
  readonly createdAt: number;
  /** The revision after this transaction, if it writes. */
  readonly revision: number;
  readonly records: PostgresRecords;
  readonly ownRecords: PostgresRecords;
  settings: Settings;
  /** Whether anything was written. */
  isChanged = false;
  /** Whether a record may be due soon. */
  hasArranged = false;
  readonly #query: Query;
  readonly #queue: DueQueue;

  constructor(query: Query, row: Row, queue: DueQueue) {
    this.#query = query;
    this.#queue = queue;
    this.name = String(row['name']);
    this.createdAt = Number(row['created_at']);
    this.revision = Number(row['revision']) + 1;
    this.settings = { ...(row['settings'] as Settings) };
    const onWrite = (): void => {
      this.isChanged = true;
    };
    const access = { session: this.name, revision: this.revision, query, onWrite };
    this.records = new PostgresRecords(access, false);
    this.ownRecords = new PostgresRecords(access, true);
  }

  putSettings(settings: Settings): void {
    this.settings = settings;
    this.isChanged = true;
  }

  async arrange(kind: string, id: string, dueIn: number): Promise<void> {
    this.hasArranged = true;
    await this.#queue.arrange(this.#query, { session: this.name, kind, id }, dueIn);
  }

  /** Returns whether a job counts, as the table at the queue explains. */
  async isCurrent(job: string): Promise<boolean> {
    const text = 'select 1 from $schema.record where session = $1 and job = $2';
    return (await this.#query(text, [this.name, job])).length > 0;
  }
}
