import type { components } from '../../generated/control-types.ts';

type Schemas = components['schemas'];

/** A request to the service, and its response. */
export interface JournalEntry extends Omit<Schemas['RequestEntry'], 'operation'> {
  /** The matched operation, if any. */
  operation?: string;
}

/** The same without headers and bodies. */
export type JournalSummary = Omit<JournalEntry, 'request' | 'response'>;

/** Headers and body of a request or a response, with secrets shortened. */
export type JournalMessage = Schemas['Message'];

/** The beginning of a request or response body. */
export type JournalBody = NonNullable<JournalMessage['body']>;

/** Selects entries. Omitted fields match everything. */
export interface JournalFilter {
  /** An `operationId`. */
  operation?: string | undefined;
  /** A status, or a range such as `4xx`. */
  status?: number | string | undefined;
  /** The name of a session. */
  session?: string | undefined;
}

/** Selects the entries of the journal to list. */
export interface JournalQuery extends JournalFilter {
  /** The maximum number of entries; the latest are returned. Default: all. */
  limit?: number | undefined;
  /** Whether the limit returns the oldest entries instead. Default: false. */
  fromStart?: boolean | undefined;
  /** Only entries with a greater id. */
  after?: number | undefined;
  /** Only entries with a smaller id. */
  before?: number | undefined;
}

/** The fields of an entry that need no conversion. */
interface Selectable {
  readonly id: number;
  readonly session: string;
  readonly operation?: string | undefined;
  readonly status: number;
}

/** The latest requests of all sessions, and their responses. */
export interface JournalStore {
  /** Adds a record, and gives it the next id. The oldest records are removed when there are too many. */
  append(record: JournalRecord): Promise<void>;
  /** The entries, oldest first. */
  list(query?: JournalQuery): Promise<JournalEntry[]>;
  /** Removes all records, or those of one session. */
  clear(session?: string): Promise<void>;
  /** The id of the last record, 0 before the first. */
  readLastId(): Promise<number>;
  /** Calls a listener with each new record, also of other mocks. @returns a function that removes it */
  subscribe(listener: (record: JournalRecord) => void): () => void;
}

/** A request and its response, which are converted only when they are read. */
export interface JournalRecord {
  /** 0 until it was appended. */
  id: number;
  readonly session: string;
  readonly operation?: string | undefined;
  readonly status: number;
  toEntry(): JournalEntry;
  toSummary(): JournalSummary;
}

/** Selects entries of a journal, which are in order. */
export function selectEntries<Entry extends Selectable>(
  entries: readonly Entry[],
  { limit = entries.length, fromStart, after = 0, before = Infinity, ...filter }: JournalQuery = {},
): Entry[] {
  const selected = entries.filter(
    (entry) => entry.id > after && entry.id < before && matchesFilter(filter, entry),
  );
  return fromStart
    ? selected.slice(0, limit)
    : selected.slice(Math.max(0, selected.length - limit));
}

export function matchesFilter(
  { operation, session, status }: JournalFilter,
  entry: Omit<Selectable, 'id'>,
): boolean {
  return (
    (operation === undefined || operation === entry.operation) &&
    (session === undefined || session === entry.session) &&
    (status === undefined || matchesStatus(String(status), entry.status))
  );
}

function matchesStatus(wanted: string, status: number): boolean {
  const text = String(status).padStart(3, '0');
  return /xx$/i.test(wanted) ? wanted.charAt(0) === text.charAt(0) : wanted === text;
}
