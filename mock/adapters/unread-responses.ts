import type { Writable } from 'node:stream';

/** How much of responses may wait for clients that do not read them, over all connections, by the length of their bodies. */
const mostUnread = 256 * 1024 * 1024;

/** Smaller responses are not counted: a client needs a connection for each. */
const smallest = 64 * 1024;

/** What clients have not read yet, the oldest response first. Servers of one process share its memory. */
const unread = new Map<Writable, number>();
let total = 0;

/**
 * Counts a response that is being sent, until it is read or its connection ends. Where all together become too large for the
 * memory of a process, those that have waited longest are broken off.
 */
export function limitUnread(
  response: Writable,
  { length }: string | Uint8Array,
  limit = mostUnread,
): void {
  if (length < smallest) return;
  unread.set(response, length);
  total += length;
  response.once('close', () => forget(response));
  for (const oldest of unread.keys()) {
    if (total <= limit || oldest === response) break;
    forget(oldest);
    oldest.destroy();
  }
}

function forget(response: Writable): void {
  total -= unread.get(response) ?? 0;
  unread.delete(response);
}
