import { readAt } from '../../contract/resolve-reference.ts';
import type { ListShape, Pointer } from '../../contract/resources/model.ts';
import type { StoredRecord } from '../store/records.ts';
import type { Location } from './locate.ts';

type Parameters = Readonly<Record<string, unknown>>;

/** Selects the records that the path and the query ask for, and sorts them. */
export function selectRecords(
  records: readonly StoredRecord[],
  list: ListShape,
  { fields }: Location,
  parameters: Parameters,
): readonly StoredRecord[] {
  const conditions = new Map<Pointer, unknown>();
  for (const [pointer, value] of fields) conditions.set(pointer, value);
  for (const [parameter, pointer] of list.filters) {
    const wanted = readParameter(parameters, parameter);
    if (wanted !== undefined) conditions.set(pointer, wanted);
  }
  const selected = [...conditions].reduce(
    (remaining, [pointer, wanted]) =>
      remaining.filter((record) => matches(record, pointer, wanted)),
    records,
  );
  return sortRecords(selected, list, parameters);
}

/** The value of a parameter, or of a field of one: `filter[status]`. */
function readParameter(parameters: Parameters, name: string): unknown {
  const [, outer = '', inner = ''] = /^([^[]+)\[([^\]]+)\]$/.exec(name) ?? [];
  return parameters[name] ?? readAt(parameters[outer], [inner]);
}

/** Whether a field has the wanted value, or one of several, or contains it, if it is a list. */
function matches(record: StoredRecord, pointer: Pointer, wanted: unknown): boolean {
  const field = readAt(record.value, pointer) ?? readAt(record.hidden, pointer);
  if (field === undefined) return false;
  const values = Array.isArray(field) ? field : [field];
  const accepted = Array.isArray(wanted) ? wanted : [wanted];
  return values.some((value) => accepted.some((candidate) => isEqual(value, candidate)));
}

/** Ids in queries are texts, and UUIDs are equal regardless of case. */
function isEqual(value: unknown, wanted: unknown): boolean {
  if (value === wanted) return true;
  if (typeof value === 'object' || typeof wanted === 'object') return false;
  return String(value).toLowerCase() === String(wanted).toLowerCase();
}

function sortRecords(
  records: readonly StoredRecord[],
  { sort }: ListShape,
  parameters: Parameters,
): readonly StoredRecord[] {
  const sent = sort === undefined ? undefined : parameters[sort.parameter];
  if (sort === undefined || sent === undefined) return records;
  const [first] = [sent].flat();
  const rule = sort.fields.get(String(first));
  if (rule === undefined) return records;
  const direction = String(parameters[sort.direction ?? ''] ?? '').toLowerCase();
  const isDescending = rule.descending !== direction.startsWith('desc');
  return records.toSorted((left, right) => {
    const order = compare(readAt(left.value, rule.field), readAt(right.value, rule.field));
    return isDescending ? -order : order;
  });
}

/** Missing values come first. */
function compare(left: unknown, right: unknown): number {
  if (left === right) return 0;
  if (left === undefined || left === null) return -1;
  if (right === undefined || right === null) return 1;
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return String(left) < String(right) ? -1 : 1;
}
