import type { ResourceModel } from '../../contract/resources/model.ts';
import type { RecordStore, StoredRecord } from '../store/records.ts';
import { addToCount } from './child-count.ts';
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

/** Adds a record to the count that its container shows, or subtracts it. */
export async function countRecord(
  model: ResourceModel,
  { kind, parent }: StoredRecord,
  change: 1 | -1,
  records: RecordStore,
): Promise<void> {
  const resource = model.resources.get(kind);
  const container = resource?.parent?.resource;
  if (resource !== undefined && container !== undefined && parent !== undefined)
    await addToCount(resource, container, parent, change, records);
}
