import type { MockEvents } from '../../events.ts';
import type { Sink } from '../../handler.ts';
import type { JournalStore } from '../../store/store.ts';
import { type JournalEntry, type JournalFilter, matchesFilter } from '../journal/journal-entry.ts';

/** How often a comment keeps the connection alive, in milliseconds. */
const heartbeat = 15_000;

/**
 * Maximum number of buffered bytes for a slow reader. Beyond that it is disconnected, and can request what it missed.
 */
const mostBuffered = 256 * 1024;

/** Sends the events of a mock to readers, as server-sent events (HTML Living Standard, section 9.2). */
export function createEventFeed(journal: JournalStore, events: MockEvents) {
  const readers = new Set<Sink>();

  /**
   * Adds a reader.
   * @param after the last request that the reader knows. Default: no earlier requests are sent
   */
  function add(sink: Sink, filter: JournalFilter, after?: number): void {
    if (sink.signal.aborted) return;
    const write = (text: string): void => {
      if (sink.buffered > mostBuffered) end();
      else sink.write(text);
    };
    const beat = setInterval(() => write(': keep-alive\n\n'), heartbeat);
    beat.unref();
    const unsubscribe = [
      journal.subscribe((record) => {
        if (matchesFilter(filter, record)) write(toRequestText(record.toEntry()));
      }),
      events.subscribe(({ type, data }) => {
        if ((filter.session ?? data.session) === data.session) write(toText(type, data));
      }),
    ];
    const end = (): void => {
      if (!readers.delete(sink)) return;
      clearInterval(beat);
      for (const each of unsubscribe) each();
      sink.end();
    };
    readers.add(sink);
    sink.signal.addEventListener('abort', end, { once: true });
    // Some text is sent at once, so that the client knows that the stream is open.
    write(': following\n\n');
    if (after === undefined) return;
    Promise.resolve(journal.list({ ...filter, after })).then(
      (entries) => write(entries.map(toRequestText).join('')),
      end,
    );
  }

  return {
    /** Number of readers. */
    get size() {
      return readers.size;
    },
    add,
  };
}

/** The id is sent back by the client as the last id when it reconnects. */
function toRequestText(entry: JournalEntry): string {
  return `id: ${entry.id}\n${toText('request', entry)}`;
}

function toText(event: string, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
