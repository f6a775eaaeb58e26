import { escapePointer, isRecord, readAt } from '../../contract/resolve-reference.ts';
import { toType } from '../../contract/schema-fields.ts';

/** A field whose value is not the one that was expected. */
export interface Difference {
  /** JSON Pointer into the record. */
  pointer: string;
  expected: unknown;
  received: unknown;
  /**
   * `normalised`: the same value in another form, such as other case, white space or form of a date. `lost`: missing or
   * null. `replaced`: another value.
   */
  kind: 'normalised' | 'lost' | 'replaced';
}

/**
 * Compares the fields of an expected record with those of a received one. Fields that only one of them has are not compared,
 * nor are values of different JSON types: a service may show the object whose id was sent.
 */
export function compareRecords(expected: unknown, received: unknown, pointer = ''): Difference[] {
  if (isRecord(expected) && isRecord(received))
    return Object.entries(expected).flatMap(([name, value]) =>
      compareRecords(value, readAt(received, [name]), `${pointer}/${escapePointer(name)}`),
    );
  const isList = Array.isArray(expected) && Array.isArray(received);
  if (isList && expected.length === received.length && !isSorted(expected, received))
    return expected.flatMap((item, index) =>
      compareRecords(item, received[index], `${pointer}/${index}`),
    );
  const kind = classify(expected, received);
  return kind === undefined ? [] : [{ pointer, expected, received, kind }];
}

function classify(expected: unknown, received: unknown): Difference['kind'] | undefined {
  if (isSame(expected, received) || expected === undefined) return undefined;
  const isEmpty = expected === null || expected === '' || isEmptyList(expected);
  if (received === undefined || received === null) return isEmpty ? undefined : 'lost';
  if (expected === null || toType(expected) !== toType(received)) return undefined;
  return isEquivalent(expected, received) ? 'normalised' : 'replaced';
}

/** Whether two JSON values are the same. */
export const isSame = (left: unknown, right: unknown): boolean =>
  left === right || JSON.stringify(left) === JSON.stringify(right);

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** Whether two texts or numbers say the same: in another case, with other white space, or as another form of a time or number. */
function isEquivalent(expected: unknown, received: unknown): boolean {
  if (typeof expected === 'number' && typeof received === 'number')
    return !Number.isInteger(expected) && isClose(expected, received);
  if (Array.isArray(expected) && Array.isArray(received)) return isReordered(expected, received);
  if (typeof expected !== 'string' || typeof received !== 'string') return false;
  if (toPlain(expected) === toPlain(received)) return true;
  if (isWithoutSpaces(expected, received)) return true;
  const isTime = /^\d{4}-\d{2}-\d{2}/.test(expected) && /^\d{4}-\d{2}-\d{2}/.test(received);
  return isTime && Math.abs(Date.parse(expected) - Date.parse(received)) < 1000;
}

const toPlain = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim().replace(/\/$/, '');

/** Account numbers, telephone numbers and postcodes are often stored without their spaces. Lines are not joined so. */
function isWithoutSpaces(expected: string, received: string): boolean {
  const compact = toPlain(expected).replaceAll(' ', '');
  return !expected.includes('\n') && compact === toPlain(received);
}

/** Whether two fractions differ only by how they were rounded. */
function isClose(expected: number, received: number): boolean {
  return Math.abs(expected - received) <= Math.abs(expected) * 1e-6;
}

/** Whether a service has sorted a list, as it may where the order has no meaning. */
function isSorted(expected: readonly unknown[], received: readonly unknown[]): boolean {
  const sorted = received.toSorted(compareScalars);
  return isSame(sorted, received) && isReordered(expected, received);
}

function compareScalars(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return String(left).localeCompare(String(right), 'en');
}

function toSortedTexts(items: readonly unknown[]): string[] {
  const texts = items.map((item) => JSON.stringify(item));
  return texts.toSorted();
}

function isReordered(expected: readonly unknown[], received: readonly unknown[]): boolean {
  return isSame(toSortedTexts(expected), toSortedTexts(received));
}
