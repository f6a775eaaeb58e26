import type { MockEvents, Sink } from '../../handler.ts';
import type { JournalStore } from '../../store/store.ts';
import type { JournalEntry, JournalFilter } from '../journal/journal-entry.ts';

/** How often a comment keeps the connection alive, in milliseconds. */
const heartbeat = 15_000;

/**
 * How long events are collected before they are sent, in milliseconds, so that requests do not wait for each reader.
 */
const pause = 50;

const mostGathered = 250;

/**
 * Maximum number of buffered bytes for a slow reader. Beyond that it is disconnected, and can request what it missed.
 */
const mostBuffered = 256 * 1024;

interface Reader {
  sink: Sink;
  filter: JournalFilter;
}

interface Event {
  text: string;
  isMeant(filter: JournalFilter): boolean;
}

/**
 * Sends the events of a mock to readers, as server-sent events (HTML Living Standard, section 9.2). It subscribes to the
 * mock only while there are readers.
 */
export class EventFeed {
  readonly #journal: JournalStore;
  readonly #events: MockEvents;
  readonly #readers = new Set<Reader>();
  #gathered: Event[] = [];
  #timer: NodeJS.Timeout | undefined;
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
    // Pending events are for earlier readers only.
    this.#flush();
    const reader = { sink, filter };
    if (this.size === 0) this.#start();
    this.#readers.add(reader);
    sink.signal.addEventListener('abort', () => this.#remove(reader), { once: true });
    // Some text is sent at once, so that the client knows that the stream is open.
    this.#write(reader, ': following\n\n');
    if (after === undefined) return;
    Promise.resolve(this.#journal.list({ ...filter, after })).then(
      (entries) => this.#write(reader, entries.map(toRequestText).join('')),
      () => this.#remove(reader),
    );
  }

  #start(): void {
    const beat = setInterval(() => {
      for (const reader of this.#readers) this.#write(reader, ': keep-alive\n\n');
    }, heartbeat);
    beat.unref();
    const ends = [
      this.#journal.subscribe((record) =>
        this.#gather({
          text: toRequestText(record.toEntry()),
          isMeant: (filter) => record.isMeant(filter),
        }),
      ),
      this.#events.subscribe(({ type, data }) =>
        this.#gather({
          text: toText(type, data),
          isMeant: ({ session = data.session }) => session === data.session,
        }),
      ),
      () => clearInterval(beat),
    ];
    this.#stop = () => {
      for (const end of ends) end();
    };
  }

  #gather(event: Event): void {
    this.#gathered.push(event);
    if (this.#gathered.length >= mostGathered) this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), pause);
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const all = this.#gathered;
    this.#gathered = [];
    for (const reader of this.#readers) {
      const meant = all.filter((event) => event.isMeant(reader.filter));
      if (meant.length > 0) this.#write(reader, meant.map(({ text }) => text).join(''));
    }
  }

  #write(reader: Reader, text: string): void {
    if (reader.sink.buffered > mostBuffered) this.#remove(reader);
    else reader.sink.write(text);
  }

  #remove(reader: Reader): void {
    if (!this.#readers.delete(reader)) return;
    reader.sink.end();
    if (this.size > 0) return;
    this.#stop();
    this.#flush();
  }
}

/** The id is sent back by the client as the last id when it reconnects. */
function toRequestText(entry: JournalEntry): string {
  return `id: ${entry.id}\n${toText('request', entry)}`;
}

function toText(event: string, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
