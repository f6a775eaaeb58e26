import type { MockEvent, MockEvents } from '../../events.ts';
import type { Sink } from '../../handler.ts';
import {
  type JournalEntry,
  type JournalFilter,
  type JournalRecord,
  type JournalStore,
  matchesFilter,
} from '../../store/journal.ts';

/** How often a comment keeps the connections alive, in milliseconds. */
const heartbeat = 15_000;

/**
 * Maximum number of bytes that wait for a slow reader. Beyond that it is disconnected, and can request what it missed.
 */
const mostBuffered = 256 * 1024;

/** Number of earlier requests that are read at once: each may have two bodies of 16 KiB. */
const batch = 5;

/** A client that follows the events of a mock. */
class Reader {
  readonly filter: JournalFilter;
  readonly #sink: Sink;
  /** Whether it still gets requests from before it connected. */
  #isCatchingUp = false;
  /** Whether requests arrived since it last looked for them. */
  #hasMissed = false;
  /** The id of the last request that it got. */
  #lastId = 0;
  /** The number of bytes that it had not read at the last heartbeat. */
  #unread = 0;

  constructor(sink: Sink, filter: JournalFilter) {
    this.#sink = sink;
    this.filter = filter;
  }

  write(text: string): void {
    if (this.#sink.buffered > mostBuffered) this.#sink.abort();
    else this.#sink.write(text);
  }

  /**
   * Sends a request, unless the reader gets it later, or already has it.
   * @param writeText writes it once for all readers
   */
  offer(record: JournalRecord, writeText: () => string): void {
    if (!matchesFilter(this.filter, record)) return;
    this.#hasMissed = true;
    if (this.#isCatchingUp || record.id <= this.#lastId) return;
    this.#lastId = record.id;
    this.write(writeText());
  }

  /** Keeps the connection alive, unless its client has read nothing since the last heartbeat. */
  beat(): void {
    const { buffered } = this.#sink;
    if (buffered > 0 && buffered === this.#unread) this.#sink.abort();
    else if (buffered === 0) this.#sink.write(': keep-alive\n\n');
    this.#unread = buffered;
  }

  end(): void {
    this.#sink.end();
  }

  /** Sends the requests after an id, as fast as they are read, until there are no more. */
  async catchUp(journal: JournalStore, after: number): Promise<void> {
    this.#isCatchingUp = true;
    this.#lastId = after;
    while (this.#isCatchingUp && !this.#sink.signal.aborted) {
      this.#hasMissed = false;
      const query = { ...this.filter, after: this.#lastId, limit: batch, fromStart: true };
      const entries = await journal.list(query);
      for (const entry of entries) {
        this.#lastId = entry.id;
        this.write(toRequestText(entry));
        await this.#sink.drained();
      }
      this.#isCatchingUp = entries.length > 0 || this.#hasMissed;
    }
  }
}

/** Sends the events of a mock to readers, as server-sent events (HTML Living Standard, section 9.2). */
export class EventFeed {
  readonly #journal: JournalStore;
  readonly #events: MockEvents;
  readonly #readers = new Set<Reader>();
  /** Ends the subscriptions that the readers share. */
  #stop = (): void => {};

  constructor(journal: JournalStore, events: MockEvents) {
    this.#journal = journal;
    this.#events = events;
  }

  /** Number of readers. */
  get size(): number {
    return this.#readers.size;
  }

  /**
   * Adds a reader.
   * @param after the last request that the reader knows. Default: no earlier requests are sent
   */
  add(sink: Sink, filter: JournalFilter, after?: number): void {
    if (sink.signal.aborted) return;
    const reader = new Reader(sink, filter);
    if (this.#readers.size === 0) this.#start();
    this.#readers.add(reader);
    sink.signal.addEventListener('abort', () => this.#remove(reader), { once: true });
    // Some text is sent at once, so that the client knows that the stream is open.
    reader.write(': following\n\n');
    // A store that cannot be read ends the stream. The client reads on from its last request.
    if (after !== undefined) reader.catchUp(this.#journal, after).catch(() => reader.end());
  }

  #remove(reader: Reader): void {
    this.#readers.delete(reader);
    reader.end();
    if (this.#readers.size === 0) this.#stop();
  }

  #start(): void {
    const beat = setInterval(() => {
      for (const reader of this.#readers) reader.beat();
    }, heartbeat);
    beat.unref();
    const leaveJournal = this.#journal.subscribe((record) => this.#sendRequest(record));
    const leaveEvents = this.#events.subscribe((event) => this.#sendEvent(event));
    this.#stop = () => {
      clearInterval(beat);
      leaveJournal();
      leaveEvents();
    };
  }

  #sendRequest(record: JournalRecord): void {
    let text: string | undefined;
    const writeText = (): string => {
      text ??= toRequestText(record.toEntry());
      return text;
    };
    for (const reader of this.#readers) reader.offer(record, writeText);
  }

  #sendEvent({ type, data }: MockEvent): void {
    const text = writeEvent(type, data);
    for (const reader of this.#readers) {
      const { session = data.session } = reader.filter;
      if (session === data.session) reader.write(text);
    }
  }
}

/** The id is sent back by the client as the last id when it reconnects. */
function toRequestText(entry: JournalEntry): string {
  return `id: ${entry.id}\n${writeEvent('request', entry)}`;
}

function writeEvent(event: string, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
