import { readAt } from '../../contract/resolve-reference.ts';
import type { Resource, ResourceModel } from '../../contract/resources/model.ts';
import { normalise } from '../../contract/resources/words.ts';
import type { RecordStore, StoredRecord } from '../store/records.ts';
import { toRecordKey } from './locate.ts';

/**
 * Adds to the field of a record that counts others, such as `trackCount` of a playlist, if it has one.
 * @param container the name of its resource
 * @param id its key
 */
export async function addToCount(
  counted: Resource,
  container: string,
  id: string,
  change: 1 | -1,
  records: RecordStore,
): Promise<void> {
  const record = await records.find(container, id);
  if (record === undefined) return;
  const names = listCountNames(counted);
  const name = Object.keys(record.value).find((field) => names.includes(normalise(field)));
  const count = name === undefined ? undefined : record.value[name];
  if (name === undefined || typeof count !== 'number') return;
  const value = { ...record.value, [name]: Math.max(0, count + change) };
  await records.replace({ ...record, value });
}

/** `trackCount`, `tracks_count`, `totalTracks`, `num_tracks`. */
export function listCountNames({ name, plural }: Resource): string[] {
  const nouns = [normalise(name), normalise(plural)];
  const behind = nouns.flatMap((noun) => [`${noun}count`, `${noun}total`]);
  const before = ['total', 'num', 'numberof'].map((word) => word + normalise(plural));
  return [...behind, ...before];
}

/** Adds a record to the counts that its container and the records that it names show, or subtracts it. */
export async function countRecord(
  model: ResourceModel,
  { kind, parent, value }: StoredRecord,
  change: 1 | -1,
  records: RecordStore,
): Promise<void> {
  const resource = model.resources.get(kind);
  if (resource === undefined) return;
  const container = resource.parent?.resource;
  if (container !== undefined && parent !== undefined)
    await addToCount(resource, container, parent, change, records);
  for (const [pointer, name] of resource.references) {
    const target = model.resources.get(name);
    const id = readAt(value, pointer);
    const isNamed = target !== undefined && name !== container && id !== undefined && id !== null;
    if (!isNamed) continue;
    const key = toRecordKey(target, [id], undefined);
    await addToCount(resource, name, key, change, records);
  }
}
