/** Maximum total size of the bodies that wait for clients, in bytes: one limit for requests, and one for responses. */
const mostHeld = 256 * 1024 * 1024;

/**
 * Smaller bodies of HTTP/1.1 are not counted, since a client needs a connection for each. On one connection of HTTP/2,
 * hundreds of them wait at the same time.
 */
export const smallestHeld = 64 * 1024;

/** A request or a response whose body waits for its client. */
interface Waiting {
  once(event: 'close', listener: () => void): unknown;
  destroy(): unknown;
}

/**
 * Counts the bodies that wait for their clients. If all together become too large for the memory of a process, the oldest
 * are destroyed.
 */
export function createMemoryLimit(most: number) {
  /** Sizes, oldest first. */
  const held = new Map<Waiting, number>();
  let total = 0;

  /** Counts so many bytes more, until the request or the response is closed. */
  function hold(waiting: Waiting, bytes: number): void {
    const before = held.get(waiting);
    if (before === undefined) waiting.once('close', () => release(waiting));
    held.set(waiting, (before ?? 0) + bytes);
    total += bytes;
    for (const oldest of held.keys()) {
      if (total <= most || oldest === waiting) break;
      release(oldest);
      oldest.destroy();
    }
  }

  function release(waiting: Waiting): void {
    total -= held.get(waiting) ?? 0;
    held.delete(waiting);
  }

  return {
    hold,
    /** Number of counted bytes. */
    get total() {
      return total;
    },
  };
}

// All servers share them, like the memory of the process.
/** Requests whose bodies are still arriving. */
export const unfinishedRequests = createMemoryLimit(mostHeld);

/** Responses that clients have not read yet. */
export const unreadResponses = createMemoryLimit(mostHeld);
