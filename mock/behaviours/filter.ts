import { isRecord, readAt } from '../../contract/resolve-reference.ts';
import type {
  FieldComparison,
  ListShape,
  Pointer,
  SortRule,
} from '../../contract/resources/model.ts';
import type { StoredRecord } from '../store/records.ts';
import type { Location } from './locate.ts';

type Parameters = Readonly<Record<string, unknown>>;

/** One field that a list is sorted by. */
type SortKey = ReturnType<SortRule['fields']['get']> & object;

/** Selects the records that the path and the query ask for, and sorts them. */
export function selectRecords(
  records: readonly StoredRecord[],
  list: ListShape,
  { fields }: Location,
  parameters: Parameters,
): readonly StoredRecord[] {
  let selected = records;
  for (const [pointer, value] of fields)
    selected = selected.filter((record) => matches(record, pointer, value));
  for (const [parameter, pointer] of list.filters) {
    const wanted = readParameter(parameters, parameter);
    if (wanted !== undefined) selected = filterBy(selected, pointer, wanted);
  }
  for (const [parameter, comparison] of list.comparisons) {
    const bound = readParameter(parameters, parameter);
    if (bound !== undefined)
      selected = selected.filter((record) => isWithin(record, comparison, bound));
  }
  const { leftOut } = list;
  if (leftOut?.field !== undefined && parameters[leftOut.parameter] !== true)
    selected = selected.filter((record) => isUnset(readField(record, leftOut.field ?? '')));
  return sortRecords(searchRecords(selected, list, parameters), list, parameters);
}

/** Whether a field such as `archived` or `deleted_at` says that it did not happen. */
const isUnset = (value: unknown): boolean =>
  value === undefined || value === null || value === false;

/** The value of a parameter, or of a field of one: `filter[status]`. */
function readParameter(parameters: Parameters, name: string): unknown {
  const [, outer = '', inner = ''] = /^([^[]+)\[([^\]]+)\]$/.exec(name) ?? [];
  return parameters[name] ?? readAt(parameters[outer], [inner]);
}

/** Words that select everything where no record has them as a value: `state=all` beside `open` and `closed`. */
const wildcards = ['all', 'any', '*'];

function filterBy(
  records: readonly StoredRecord[],
  pointer: Pointer,
  wanted: unknown,
): readonly StoredRecord[] {
  const selected = records.filter((record) => matches(record, pointer, wanted));
  const isWildcard = typeof wanted === 'string' && wildcards.includes(wanted.toLowerCase());
  return isWildcard && selected.length === 0 ? records : selected;
}

/** Whether a field has the wanted value, or one of several, or contains it, if it is a list. */
function matches(record: StoredRecord, pointer: Pointer, wanted: unknown): boolean {
  const field = readField(record, pointer);
  if (field === undefined) return false;
  const values = Array.isArray(field) ? field : [field];
  if (Array.isArray(wanted)) return wanted.some((option) => includes(values, option));
  if (includes(values, wanted)) return true;
  // A list has to contain all of `labels=bug,ui`.
  const hasSeveral = Array.isArray(field) && typeof wanted === 'string' && wanted.includes(',');
  return hasSeveral && wanted.split(',').every((part) => includes(values, part.trim()));
}

function includes(values: readonly unknown[], wanted: unknown): boolean {
  return values.some((value) => isEqual(value, wanted));
}

function readField({ value, hidden }: StoredRecord, pointer: Pointer): unknown {
  return readAt(value, pointer) ?? readAt(hidden, pointer);
}

/** Ids in queries are texts, and UUIDs are equal regardless of case. A list may contain the records that are meant. */
function isEqual(value: unknown, wanted: unknown): boolean {
  if (value === wanted) return true;
  if (isRecord(value)) {
    const names = ['id', 'name', 'slug', 'key'];
    return names.some((name) => value[name] !== undefined && isEqual(value[name], wanted));
  }
  if (typeof value === 'object' || typeof wanted === 'object') return false;
  return String(value).toLowerCase() === String(wanted).toLowerCase();
}

function isWithin(
  record: StoredRecord,
  { field, compare }: FieldComparison,
  bound: unknown,
): boolean {
  const value = readField(record, field);
  if (value === undefined || value === null) return false;
  const text = String(value).toLowerCase();
  const wanted = String(bound).toLowerCase();
  if (compare === 'contains') return text.includes(wanted);
  if (compare === 'starts') return text.startsWith(wanted);
  const order = compareBound(value, compare === 'at-most' ? toEndOfDay(bound) : bound);
  switch (compare) {
    case 'greater':
      return order > 0;
    case 'at-least':
      return order >= 0;
    case 'less':
      return order < 0;
    case 'at-most':
      return order <= 0;
  }
}

/** A date that ends a range contains its whole day. */
function toEndOfDay(bound: unknown): unknown {
  const isDate = typeof bound === 'string' && /^\d{4}-\d\d-\d\d$/.test(bound);
  return isDate ? `${bound}T23:59:59.999Z` : bound;
}

/** Numbers and times are compared as such; a time may be a number of seconds. */
function compareBound(value: unknown, bound: unknown): number {
  const number = Number(bound);
  if (typeof value === 'number' && !Number.isNaN(number)) return value - number;
  const time = Date.parse(String(bound));
  const valueTime = typeof value === 'number' ? value * 1000 : Date.parse(String(value));
  if (!Number.isNaN(time) && !Number.isNaN(valueTime)) return valueTime - time;
  return compare(String(value), String(bound));
}

/** The records with every word of the search in one of their texts. */
function searchRecords(
  records: readonly StoredRecord[],
  { search }: ListShape,
  parameters: Parameters,
): readonly StoredRecord[] {
  const sent = search === undefined ? undefined : readParameter(parameters, search.parameter);
  if (search === undefined || typeof sent !== 'string') return records;
  const words = sent
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return records.filter((record) => {
    const text = joinFields(record, search.fields);
    return words.every((word) => text.includes(word));
  });
}

/** The texts of fields on a line each, in lower case. */
function joinFields(record: StoredRecord, pointers: readonly Pointer[]): string {
  const values = pointers.map((pointer) => readField(record, pointer) ?? '');
  return values.map(String).join('\n').toLowerCase();
}

function sortRecords(
  records: readonly StoredRecord[],
  { sort }: ListShape,
  parameters: Parameters,
): readonly StoredRecord[] {
  const sent = sort === undefined ? undefined : parameters[sort.parameter];
  if (sort === undefined || sent === undefined) return records;
  const keys = readSortKeys(sort, sent);
  const direction = String(parameters[sort.direction ?? ''] ?? '').toLowerCase();
  const isReversed = direction.startsWith('desc');
  return records.toSorted((left, right) => {
    for (const { field, descending } of keys) {
      const order = compare(readAt(left.value, field), readAt(right.value, field));
      if (order !== 0) return descending === isReversed ? order : -order;
    }
    return 0;
  });
}

/** What `-createdAt,name` or `name:desc` sorts by. Unknown names are ignored. */
function readSortKeys({ fields }: SortRule, sent: unknown): SortKey[] {
  const keys: SortKey[] = [];
  for (const value of [sent].flat()) {
    const text = String(value);
    const parts = fields.has(text) ? [text] : text.split(',');
    for (const part of parts) {
      const key = fields.get(part) ?? readSortKey(fields, part.trim());
      if (key !== undefined) keys.push(key);
    }
  }
  return keys;
}

function readSortKey(fields: SortRule['fields'], text: string): SortKey | undefined {
  const [, sign, name = '', direction] = /^([+-]?)(.*?)(?:[:\s]+(asc|desc)\w*)?$/i.exec(text) ?? [];
  const key = fields.get(name);
  if (key === undefined) return undefined;
  const isReversed = sign === '-' || direction?.toLowerCase() === 'desc';
  return isReversed ? { field: key.field, descending: !key.descending } : key;
}

/** Missing values come first. */
function compare(left: unknown, right: unknown): number {
  if (left === right) return 0;
  if (left === undefined || left === null) return -1;
  if (right === undefined || right === null) return 1;
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return String(left) < String(right) ? -1 : 1;
}
