import type { ResourceModel } from '../../contract/resources/model.ts';
import type { RecordStore, StoredRecord } from '../store/records.ts';
import type { RoleBehaviour } from './behaviour.ts';

/** The hidden field of a deleted record that can be restored: its value before it was deleted. */
export const deletedMark = '$deleted';

const isDeleted = ({ hidden }: StoredRecord): boolean => Object.hasOwn(hidden, deletedMark);

/** The records that are not deleted. A deleted one keeps its place, for the day it is restored. */
class ExistingRecords implements RecordStore {
  readonly all: RecordStore;

  constructor(all: RecordStore) {
    this.all = all;
  }

  async find(kind: string, id: string): Promise<StoredRecord | undefined> {
    const record = await this.all.find(kind, id);
    return record === undefined || isDeleted(record) ? undefined : record;
  }

  async list(kind: string, parent?: string): Promise<readonly StoredRecord[]> {
    const records = await this.all.list(kind, parent);
    return records.some(isDeleted) ? records.filter((record) => !isDeleted(record)) : records;
  }

  /** A new record replaces a deleted one with the same id. */
  async insert(record: StoredRecord): Promise<void> {
    const deleted = await this.all.find(record.kind, record.id);
    if (deleted !== undefined && isDeleted(deleted)) await this.all.remove(record.kind, record.id);
    await this.all.insert(record);
  }

  replace(record: StoredRecord): Promise<void> {
    return this.all.replace(record);
  }

  remove(kind: string, id: string): Promise<boolean> {
    return this.all.remove(kind, id);
  }
}

/** Hides deleted records from a behaviour, if the document has resources that keep them. */
export function hideDeleted({ resources }: ResourceModel, behaviour: RoleBehaviour): RoleBehaviour {
  const isNeeded = [...resources.values()].some(({ keepsDeleted }) => keepsDeleted);
  if (!isNeeded) return behaviour;
  return (request, context) => {
    const records = new ExistingRecords(context.records);
    return behaviour(request, { ...context, records });
  };
}

/** All records, the deleted ones included. */
export function withDeleted(records: RecordStore): RecordStore {
  return records instanceof ExistingRecords ? records.all : records;
}

/** Puts a record away. @param value how responses show it from then on */
export async function putAway(
  record: StoredRecord,
  value: StoredRecord['value'],
  records: RecordStore,
): Promise<StoredRecord> {
  const hidden = { ...record.hidden, [deletedMark]: record.value };
  const deleted = { ...record, value, hidden };
  await records.replace(deleted);
  return deleted;
}

/** Brings back a deleted record as it was. A record that is not deleted stays as it is. */
export async function restoreRecord(
  record: StoredRecord,
  records: RecordStore,
): Promise<StoredRecord> {
  const { [deletedMark]: before, ...hidden } = record.hidden;
  if (before === undefined) return record;
  const value = Object.assign({}, before);
  const restored = { ...record, value, hidden };
  await records.replace(restored);
  return restored;
}
