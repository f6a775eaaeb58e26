import type { ResourceModel } from '../../contract/resources/model.ts';
import type { Awaitable, RecordStore, StoredRecord } from './records.ts';
import type { Records } from './store.ts';

/** The records of any contract, as one kind of the records of a session. */
export function createRecordStore(model: ResourceModel, records: Records): RecordStore {
  const toId = (kind: string, id: string): string => `${kind} ${id}`;
  const isAtRoot = (kind: string): boolean => model.resources.get(kind)?.parent === undefined;
  return {
    find: (kind, id) => records.find('record', toId(kind, id)),
    list(kind, parent): Awaitable<readonly StoredRecord[]> {
      if (parent !== undefined) return records.list('record', toId(kind, parent));
      return isAtRoot(kind) ? records.list('record', toId(kind, '')) : listKind(records, kind);
    },
    insert: (record) => records.insert('record', record),
    replace: (record) => records.replace('record', record),
    remove: (kind, id) => records.remove('record', toId(kind, id)),
  };
}

/** The records of a kind below every parent. */
async function listKind(records: Records, kind: string): Promise<StoredRecord[]> {
  return (await records.list('record')).filter((record) => record.kind === kind);
}
