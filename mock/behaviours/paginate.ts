import { encodeText } from '../../contract/parse-url.ts';
import { readAt } from '../../contract/resolve-reference.ts';
import type { ListShape, Resource } from '../../contract/resources/model.ts';
import { Refusal } from '../refusal.ts';
import type { StoredRecord } from '../store/records.ts';
import type { RoleContext } from './behaviour.ts';

/** One page of a list. */
export interface Page {
  records: readonly StoredRecord[];
  /** The number of all selected records. */
  total: number;
  /** The value of the position parameter for the next page. Undefined on the last one. */
  next: string | number | undefined;
  /** The same for the page before. Undefined on the first one, and where cursors only lead forward. */
  previous: string | number | undefined;
  /** The same for the first and the last page. Undefined where cursors lead to the pages. */
  first: number | undefined;
  last: number | undefined;
  /** The number of records that fit on a page. */
  size: number;
  /** The position of this page: its number, or its offset. */
  position: number;
  /** The number of records on this page. */
  count: number;
  /** The number of pages. */
  pages: number;
  hasPrevious: boolean;
  isFirst: boolean;
  isLast: boolean;
  isEmpty: boolean;
  /** The number of its first record, from 1. Undefined if it is empty. */
  from: number | undefined;
  /** The number of its last record, from 1. Undefined if it is empty. */
  to: number | undefined;
}

/** Cuts a page out of the selected records. */
export function paginate(
  records: readonly StoredRecord[],
  list: ListShape,
  parameters: Readonly<Record<string, unknown>>,
  { resource, context }: { resource: Resource; context: RoleContext },
): Page {
  const size = readSize(list, parameters, records.length, context);
  const start = readStart(list, parameters, records, resource, size, context);
  const pageRecords = records.slice(start, start + size);
  const total = records.length;
  const isLast = start + size >= total;
  const isPaged = list.style !== 'none' && list.position !== undefined;
  const position = list.style === 'page' ? readPageNumber(list, parameters) : start;
  return {
    records: pageRecords,
    total,
    next:
      isLast || !isPaged
        ? undefined
        : toPosition(list, position, start + size, pageRecords.at(-1), resource),
    ...findPages(list, { position, size, total }),
    size,
    position,
    count: pageRecords.length,
    pages: size === 0 ? 0 : Math.ceil(total / size),
    hasPrevious: start > 0,
    isFirst: start === 0,
    isLast,
    isEmpty: pageRecords.length === 0,
    from: pageRecords.length === 0 ? undefined : start + 1,
    to: pageRecords.length === 0 ? undefined : start + pageRecords.length,
  };
}

/** The positions of other pages, where pages have numbers or offsets. */
function findPages(
  { style, firstPage }: ListShape,
  { position, size, total }: { position: number; size: number; total: number },
): Pick<Page, 'previous' | 'first' | 'last'> {
  const lastIndex = size === 0 ? 0 : Math.max(0, Math.ceil(total / size) - 1);
  if (style === 'page')
    return {
      first: firstPage,
      previous: position > firstPage ? position - 1 : undefined,
      last: firstPage + lastIndex,
    };
  if (style === 'offset')
    return {
      first: 0,
      previous: position > 0 ? Math.max(0, position - size) : undefined,
      last: lastIndex * size,
    };
  return { first: undefined, previous: undefined, last: undefined };
}

/** The assumption about the size of a page that neither the request nor the document decides. */
const usualSize = 20;

function readSize(
  list: ListShape,
  parameters: Readonly<Record<string, unknown>>,
  total: number,
  { assumptions }: RoleContext,
): number {
  const isPaged = list.size !== undefined || list.position !== undefined;
  if (!isPaged) return total;
  const sent = Number(parameters[list.size ?? ''] ?? Number.NaN);
  if (Number.isFinite(sent) && sent >= 0) return Math.floor(sent);
  const assumed = assumptions['page-size'];
  return typeof assumed === 'number' ? assumed : usualSize;
}

function readPageNumber(list: ListShape, parameters: Readonly<Record<string, unknown>>): number {
  const sent = Number(parameters[list.position ?? ''] ?? list.firstPage);
  return Number.isFinite(sent) ? Math.max(Math.floor(sent), list.firstPage) : list.firstPage;
}

function readStart(
  list: ListShape,
  parameters: Readonly<Record<string, unknown>>,
  records: readonly StoredRecord[],
  resource: Resource,
  size: number,
  context: RoleContext,
): number {
  const sent = parameters[list.position ?? ''];
  if (list.position === undefined || sent === undefined || sent === '') return 0;
  switch (list.style) {
    case 'page':
      return (readPageNumber(list, parameters) - list.firstPage) * size;
    case 'offset':
      return Math.max(0, Math.floor(Number(sent)) || 0);
    case 'cursor':
      return readCursor(list, String(sent), records, resource, context);
    case 'none':
      return 0;
  }
}

/**
 * Cursors from `next` name the last record of the page before, and its index: if it was deleted, the next one has that index.
 * They are in a form that clients do not read.
 */
const toCursor = (id: string, index: number): string =>
  btoa(`${index}:${encodeText(id)}`).replaceAll('=', '');

/** The number of the records before the page that a cursor leads to. Undefined if it is not a cursor. */
function readOwnCursor(sent: string, records: readonly StoredRecord[]): number | undefined {
  const [, oldIndex, id] = /^(\d{1,9}):(.+)$/.exec(decodeCursor(sent)) ?? [];
  if (oldIndex === undefined) return undefined;
  const index = records.findIndex((record) => encodeText(record.id) === id);
  return index === -1 ? Math.min(Number(oldIndex), records.length) : index + 1;
}

function decodeCursor(sent: string): string {
  try {
    return atob(sent);
  } catch {
    return '';
  }
}

function readCursor(
  list: ListShape,
  sent: string,
  records: readonly StoredRecord[],
  resource: Resource,
  { assumptions }: RoleContext,
): number {
  const start =
    list.cursorFrom === 'last-id'
      ? records.findIndex((record) => isNamed(record, sent, resource)) + 1 || undefined
      : readOwnCursor(sent, records);
  if (start !== undefined) return start;
  if (assumptions['unknown-cursor'] === 'empty') return records.length;
  const faults = [{ parameter: list.position ?? '', detail: 'is not a cursor of this list' }];
  const detail = `The parameter ${list.position} is not a cursor of this list. Send one from a response, or none for the first page.`;
  throw new Refusal('invalid-parameter', detail, { faults });
}

function isNamed(record: StoredRecord, sent: string, resource: Resource): boolean {
  const [pointer = ''] = resource.id;
  return String(readAt(record.value, pointer)).toLowerCase() === sent.toLowerCase();
}

function toPosition(
  list: ListShape,
  position: number,
  end: number,
  last: StoredRecord | undefined,
  resource: Resource,
): string | number | undefined {
  switch (list.style) {
    case 'page':
      return position + 1;
    case 'offset':
      return end;
    case 'cursor': {
      if (last === undefined) return undefined;
      const [pointer = ''] = resource.id;
      return list.cursorFrom === 'last-id'
        ? String(readAt(last.value, pointer))
        : toCursor(last.id, end - 1);
    }
    case 'none':
      return undefined;
  }
}
