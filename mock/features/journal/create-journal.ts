import type { MockReply, RequestHead } from '../../mock-request.ts';
import type { JournalEntry, JournalFilter, JournalSummary } from './journal-entry.ts';
import { JournalRecord } from './journal-record.ts';

export interface JournalQuery extends JournalFilter {
  /** How many entries at most: the last ones. Default: all that are kept. */
  limit?: number | undefined;
  /** Only entries with a greater id. */
  after?: number | undefined;
}

/** The last requests to a mock, and their answers. */
export interface Journal {
  /** Oldest first. */
  list(query?: JournalQuery): JournalEntry[];
  /** Forgets all requests, or those of one session. */
  clear(session?: string): void;
  /** Tells a listener of each request once it is answered. @returns what ends that */
  subscribe(listener: (entry: JournalEntry) => void, filter?: JournalFilter): () => void;
  /** The same without headers and bodies, of every request: a tenth of the work. */
  follow(listener: (summary: JournalSummary) => void): () => void;
}

/** A journal, and how a request gets into it. */
export interface WritableJournal extends Journal {
  /** The id of the last request, 0 before the first. */
  readonly lastId: number;
  record(
    head: RequestHead,
    body: Uint8Array | undefined,
    reply: MockReply,
    durationMs: number,
  ): void;
}

/** How many bytes of bodies all entries hold together: as much as 256 entries with the longest bodies that are kept. */
const mostHeldBytes = 8 * 1024 * 1024;

/** @param size how many requests are kept */
export function createJournal(size: number, onError: (line: string) => void): WritableJournal {
  // A ring: the place of a record follows from its id.
  const ring: (JournalRecord | undefined)[] = [];
  let heldBytes = 0;
  /** The oldest record that may still hold bodies. */
  let oldestWhole = 1;
  const subscriptions = new Set<(record: JournalRecord) => void>();
  let lastId = 0;

  function list({ limit = size, after = 0, ...filter }: JournalQuery = {}): JournalEntry[] {
    const found: JournalEntry[] = [];
    const first = Math.max(after, lastId - size, 0);
    for (let id = lastId; id > first && found.length < limit; id -= 1) {
      const record = ring[id % size];
      if (record?.isMeant(filter)) found.push(record.toEntry());
    }
    return found.reverse();
  }

  function clear(session?: string): void {
    for (let at = 0; at < ring.length; at += 1) {
      const record = ring[at];
      if (record === undefined || (session ?? record.session) !== record.session) continue;
      heldBytes -= record.heldBytes;
      ring[at] = undefined;
    }
  }

  function dropOldestBodies(): void {
    oldestWhole = Math.max(oldestWhole, lastId - size + 1);
    while (heldBytes > mostHeldBytes && oldestWhole < lastId) {
      const record = ring[oldestWhole % size];
      oldestWhole += 1;
      if (record === undefined) continue;
      heldBytes -= record.heldBytes;
      record.dropBodies();
    }
  }

  return {
    get lastId() {
      return lastId;
    },
    list,
    clear,
    record: (head, body, reply, durationMs) => {
      lastId += 1;
      const record = new JournalRecord(lastId, head, body, reply, durationMs);
      heldBytes += record.heldBytes - (ring[lastId % size]?.heldBytes ?? 0);
      ring[lastId % size] = record;
      if (heldBytes > mostHeldBytes) dropOldestBodies();
      if (subscriptions.size === 0) return;
      for (const tell of subscriptions) tell(record);
    },
    subscribe: (listener, filter = {}) =>
      add((record) => {
        if (record.isMeant(filter)) listener(record.toEntry());
      }),
    follow: (listener) => add((record) => listener(record.toSummary())),
  };

  function add(listener: (record: JournalRecord) => void): () => void {
    const tell = (record: JournalRecord): void => {
      try {
        listener(record);
      } catch (error) {
        // The listener is none of the client's business.
        onError(`a listener of the journal threw ${String(error)}`);
      }
    };
    subscriptions.add(tell);
    return () => subscriptions.delete(tell);
  }
}
