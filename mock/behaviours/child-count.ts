import type { Resource } from '../../contract/resources/model.ts';
import { normalise } from '../../contract/resources/words.ts';
import type { RecordStore } from '../store/records.ts';

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
function listCountNames({ name, plural }: Resource): string[] {
  const nouns = [normalise(name), normalise(plural)];
  const behind = nouns.flatMap((noun) => [`${noun}count`, `${noun}total`]);
  const before = ['total', 'num', 'numberof'].map((word) => word + normalise(plural));
  return [...behind, ...before];
}
