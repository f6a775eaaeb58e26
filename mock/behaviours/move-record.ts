import { readAt } from '../../contract/resolve-reference.ts';
import type { Resource } from '../../contract/resources/model.ts';
import type { StoredRecord } from '../store/records.ts';
import type { RoleContext, ServedRole } from './behaviour.ts';
import { refuseMissing, toRecordKey } from './locate.ts';

/**
 * Moves a record to the parent that its field names, where a request changed it. Records whose key contains that of their parent
 * stay: their paths would change.
 * @throws Refusal `not-found` if the parent does not exist
 */
export async function moveRecord(
  { model }: ServedRole,
  { parent: link }: Resource,
  record: StoredRecord,
  { records }: RoleContext,
): Promise<StoredRecord> {
  const parent = model.resources.get(link?.resource ?? '');
  const id = link?.field === undefined ? undefined : readAt(record.value, link.field);
  const isNamed = parent !== undefined && id !== undefined && id !== null;
  if (!isNamed || record.parent === undefined) return record;
  const key = toRecordKey(parent, [id], undefined);
  if (key === record.parent || record.id.startsWith(`${record.parent}/`)) return record;
  const exists = (await records.find(parent.name, key)) !== undefined;
  if (!exists && parent.isCreated) throw refuseMissing(parent, [id]);
  return { ...record, parent: key };
}
