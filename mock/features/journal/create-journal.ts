/*
 * mock/features/journal/: the recorded requests: entries, expectations and archives. It imports store/, contract/ and writers/.
 * Start here: it builds an entry; mock/store/ keeps them.
 */

import { mostFaults } from '../../../contract/validators.ts';
import { createRedactor } from '../../../writers/redact.ts';
import { guardListener } from '../../events.ts';
import { type MockReply, type MockRequest, toPairs } from '../../handler.ts';
import { countBytes } from '../../http/respond.ts';
import {
  type JournalEntry,
  type JournalFilter,
  type JournalMessage,
  type JournalQuery,
  type JournalRecord,
  type JournalStore,
  type JournalSummary,
  matchesFilter,
} from '../../store/journal.ts';
import type { MemoryJournal } from '../../store/memory-journal.ts';
import { defaultSession } from '../../store/store.ts';
import { readTrace } from '../../trace.ts';
import { expectRequests, type JournalExpectation } from './expect-requests.ts';

/** The latest requests to a mock in memory, and their responses. */
export interface Journal {
  /** The entries, oldest first. */
  list(query?: JournalQuery): JournalEntry[];
  /**
   * Checks that requests were made.
   * @returns the matching requests
   * @throws UnmetExpectation naming the requests that were made instead
   * @example
   * mock.journal.expect({ operation: 'createSite', times: 1, body: { name: 'Bakery' } });
   */
  expect(expectation: JournalExpectation): JournalEntry[];
  /** Removes all entries, or those of one session. */
  clear(session?: string): void;
  /** Calls a listener after each response. @returns a function that removes the listener */
  subscribe(listener: (entry: JournalEntry) => void, filter?: JournalFilter): () => void;
}

/** The latest requests to a mock in a store, and their responses. */
export interface StoredJournal extends Pick<Journal, 'subscribe'> {
  /** The entries, oldest first. */
  list(query?: JournalQuery): Promise<JournalEntry[]>;
  /**
   * Checks that requests were made.
   * @returns the matching requests
   * @throws UnmetExpectation naming the requests that were made instead
   */
  expect(expectation: JournalExpectation): Promise<JournalEntry[]>;
  /** Removes all entries, or those of one session. */
  clear(session?: string): Promise<void>;
}

/**
 * Creates the methods of the journal of a store.
 * @param listOperationIds returns the operations of the current contract
 */
export function createStoredJournal(
  store: JournalStore,
  listOperationIds: () => readonly string[],
  onError: (line: string) => void,
): StoredJournal {
  return {
    list: (query) => store.list(query),
    expect: async (expectation) => {
      const entries = await store.list({ session: expectation.session });
      return expectRequests(expectation, entries, listOperationIds());
    },
    clear: (session) => store.clear(session),
    subscribe: (listener, filter) => subscribe(store, onError, listener, filter),
  };
}

/**
 * Creates the methods of a journal in memory.
 * @param listOperationIds returns the operations of the current contract
 */
export function createMemoryJournal(
  memory: MemoryJournal,
  listOperationIds: () => readonly string[],
  onError: (line: string) => void,
): Journal {
  return {
    list: (query) => memory.listNow(query),
    expect: (expectation) => {
      const entries = memory.listNow({ session: expectation.session });
      return expectRequests(expectation, entries, listOperationIds());
    },
    clear: (session) => memory.clearNow(session),
    subscribe: (listener, filter) => subscribe(memory, onError, listener, filter),
  };
}

function subscribe(
  store: JournalStore,
  onError: (line: string) => void,
  listener: (entry: JournalEntry) => void,
  filter: JournalFilter = {},
): () => void {
  const tell = guardListener(listener, 'a listener of the journal', onError);
  return store.subscribe((record) => {
    if (matchesFilter(filter, record)) tell(record.toEntry());
  });
}

/** Returns the part of a journal that belongs to one session. */
export function toSessionJournal(journal: Journal, session: string): Journal;
export function toSessionJournal(journal: StoredJournal, session: string): StoredJournal;
export function toSessionJournal(journal: Journal | StoredJournal, session: string) {
  return {
    list: (query?: JournalQuery) => journal.list({ ...query, session }),
    expect: (expectation: JournalExpectation) => journal.expect({ ...expectation, session }),
    clear: () => journal.clear(session),
    subscribe: (listener: (entry: JournalEntry) => void, filter?: JournalFilter) =>
      journal.subscribe(listener, { ...filter, session }),
  };
}

/** Maximum size of a saved body, in bytes. */
const keptBytes = 16 * 1024;

const redactor = createRedactor({ keepsStart: true });
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * A request and its response, which are formatted when they are read. Bodies are copied up to their limit: a part of one would
 * keep the whole in memory.
 */
export class RequestRecord implements JournalRecord {
  id = 0;
  readonly session: string;
  readonly #endedAt = Date.now();
  readonly #durationMs: number;
  readonly #request: { method: string; path: string; query: string; headers: readonly string[] };
  readonly #reply: Omit<MockReply, 'body'>;
  readonly #sent: KeptBody | undefined;
  readonly #received: KeptBody | undefined;

  constructor(request: MockRequest, reply: MockReply, durationMs: number) {
    const { method, path, query, rawHeaders: headers, bytes, session } = request;
    const { body, status, operation, ignored, injected, delayMs } = reply;
    const faults =
      reply.faults.length > mostFaults ? reply.faults.slice(0, mostFaults) : reply.faults;
    this.session = session?.name ?? defaultSession;
    this.#durationMs = durationMs;
    this.#request = { method, path, query, headers };
    this.#reply = { status, headers: reply.headers, operation, faults, ignored, injected, delayMs };
    if (bytes !== undefined && bytes.length > 0) this.#sent = keepBytes(bytes);
    if (body !== undefined && body !== '')
      this.#received =
        body.length > keptBytes ? keepBytes(encoder.encode(body)) : { text: body, size: undefined };
  }

  get operation(): string | undefined {
    return this.#reply.operation;
  }

  /** 0 if the connection ends without a response. */
  get status(): number {
    const disruption = this.#reply.injected?.disruption;
    return disruption === 'reset' || disruption === 'hang' ? 0 : this.#reply.status;
  }

  toEntry(): JournalEntry {
    const { headers } = this.#request;
    return {
      ...this.toSummary(),
      request: toMessage(headers, this.#sent),
      response:
        this.status === 0 ? { headers: [] } : toMessage(this.#reply.headers, this.#received),
    };
  }

  toSummary(): JournalSummary {
    const { operation, faults, ignored, injected, delayMs = 0 } = this.#reply;
    const { method, path, query, headers } = this.#request;
    const find = (name: string): string | undefined => {
      const pair = toPairs(headers).find(([key]) => key.toLowerCase() === name);
      return pair?.[1];
    };
    return {
      id: this.id,
      time: new Date(this.#endedAt - this.#durationMs).toISOString(),
      session: this.session,
      ...(operation !== undefined && { operation }),
      method,
      path,
      query: redactor.text(query),
      status: this.status,
      durationMs: Math.round((this.#durationMs + delayMs) * 1000) / 1000,
      faults: [...faults],
      ...(ignored !== undefined && { ignored: [...ignored] }),
      ...(injected !== undefined && { injected: { id: injected.id, effect: injected.effect } }),
      ...readTrace(find),
    };
  }
}

/** The beginning of a body, and the size of the whole in bytes. Default: the text is the whole. */
interface KeptBody {
  text: string;
  size: number | undefined;
}

function keepBytes(bytes: Uint8Array): KeptBody {
  const size = bytes.length;
  if (size <= keptBytes) return { text: decoder.decode(bytes), size };
  // A character that is cut by the limit is left out.
  const text = decoder.decode(bytes.subarray(0, keptBytes), { stream: true });
  decoder.decode();
  return { text, size };
}

function toMessage(list: readonly string[], kept: KeptBody | undefined): JournalMessage {
  const headers = toPairs(list).map(([name, value]) => {
    return { name, value: redactor.header(name, value) };
  });
  if (kept === undefined) return { headers };
  const { text, size: bytes = countBytes(text) } = kept;
  return { headers, body: { text: redactor.text(text), bytes, truncated: bytes > keptBytes } };
}
