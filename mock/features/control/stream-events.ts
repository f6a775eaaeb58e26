import type { MockEvents } from '../../mock-events.ts';
import type { Sink } from '../../mock-request.ts';
import { whenAnswered } from '../../store/store.ts';
import type { AnyJournal } from '../journal/create-journal.ts';
import { type JournalEntry, type JournalFilter, matchesFilter } from '../journal/journal-entry.ts';

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

/** Sends the events of a mock to readers, as server-sent events (HTML Living Standard, section 9.2). */
export interface EventFeed {
  /** Number of readers. */
  readonly size: number;
  /**
   * Adds a reader.
   * @param after the last request that the reader knows. Default: no earlier requests are sent
   */
  add(sink: Sink, filter: JournalFilter, after?: number): void;
}

interface Reader {
  sink: Sink;
  filter: JournalFilter;
}

interface Event {
  /** Undefined if the event is not a request. */
  entry: JournalEntry | undefined;
  session: string | undefined;
  text: string;
}

/** Creates a feed. It subscribes to the mock only while there are readers. */
export function createEventFeed(journal: AnyJournal, events: MockEvents): EventFeed {
  const readers = new Set<Reader>();
  let gathered: Event[] = [];
  let timer: NodeJS.Timeout | undefined;
  let stop = (): void => {};

  function start(): void {
    const beat = setInterval(() => {
      for (const reader of readers) write(reader, ': keep-alive\n\n');
    }, heartbeat);
    beat.unref();
    const ends = [
      journal.subscribe((entry) => gather(toRequestEvent(entry))),
      events.subscribe(({ type, data }) =>
        gather({ entry: undefined, session: data.session, text: toText(type, data) }),
      ),
      () => clearInterval(beat),
    ];
    stop = () => {
      for (const end of ends) end();
    };
  }

  function gather(event: Event): void {
    gathered.push(event);
    if (gathered.length >= mostGathered) flush();
    else timer ??= setTimeout(flush, pause);
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const all = gathered;
    gathered = [];
    for (const reader of readers) {
      const wanted = all.filter((event) => isWanted(event, reader.filter));
      if (wanted.length > 0) write(reader, wanted.map(({ text }) => text).join(''));
    }
  }

  function write(reader: Reader, text: string): void {
    if (reader.sink.buffered > mostBuffered) remove(reader);
    else reader.sink.write(text);
  }

  function remove(reader: Reader): void {
    if (!readers.delete(reader)) return;
    reader.sink.end();
    if (readers.size > 0) return;
    stop();
    clearTimeout(timer);
    timer = undefined;
    gathered = [];
  }

  return {
    get size() {
      return readers.size;
    },
    add: (sink, filter, after) => {
      if (sink.signal.aborted) return;
      // Pending events are for earlier readers only.
      flush();
      const reader = { sink, filter };
      if (readers.size === 0) start();
      readers.add(reader);
      sink.signal.addEventListener('abort', () => remove(reader), { once: true });
      const missed = after === undefined ? [] : journal.list({ ...filter, after });
      void whenAnswered(missed, (entries) => {
        // Some text is sent at once, so that the client knows that the stream is open.
        const texts = [': following\n\n', ...entries.map((entry) => toRequestEvent(entry).text)];
        write(reader, texts.join(''));
      });
    },
  };
}

function toRequestEvent(entry: JournalEntry): Event {
  return { entry, session: entry.session, text: toText('request', entry, entry.id) };
}

/** @param id sent back by the client as the last id when it reconnects */
function toText(event: string, data: unknown, id?: number): string {
  const named = id === undefined ? '' : `id: ${id}\n`;
  return `${named}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

function isWanted({ entry, session }: Event, filter: JournalFilter): boolean {
  if (entry !== undefined) return matchesFilter(filter, entry);
  return filter.session === undefined || filter.session === session;
}
