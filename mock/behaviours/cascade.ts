import type { ResourceModel } from '../../contract/resources/model.ts';
import type { RecordStore, StoredRecord } from '../store/records.ts';
import { countRecord } from './child-count.ts';
import { unlinkAll } from './relations.ts';

/** Removes a record, the records that it contains, and its relations. */
export async function removeRecord(
  model: ResourceModel,
  record: StoredRecord,
  records: RecordStore,
): Promise<void> {
  for (const child of model.resources.values()) {
    if (child.parent?.resource !== record.kind) continue;
    const contained = await records.list(child.name, record.id);
    for (const inner of [...contained]) await removeRecord(model, inner, records);
  }
  await unlinkAll(model, record, records);
  await records.remove(record.kind, record.id);
  await countRecord(model, record, -1, records);
}
