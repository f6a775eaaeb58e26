import type PQueue from 'p-queue';
import { wait } from './halt.ts';

/** Requests in flight: enough for so many a second at the delay of the network, within bounds. */
const inFlight = { least: 16, most: 64, perSecond: 240 };

/** How a refusal changes the gap between requests: much if the last one was recent, otherwise a little. */
const slowdown = { leastMs: 5, mostMs: 1000, first: 2, later: 1.1, soon: 30 };

/** What each accepted request adds to the share of concurrent requests, and leaves of the gap between requests. */
const recovery = { share: 0.0003, gap: 0.998 };

export interface Turn {
  /** Services often limit only writes. */
  kind: 'read' | 'write';
  /** Has priority over other requests. */
  isRepeated: boolean;
  /** Waits until no other request is in flight, so that the cause of a lost connection is clear. */
  isAlone: boolean;
}

export type Pace = Pacer;

/**
 * Limits the requests in flight. When a rate limit or a gateway refuses one, the whole run pauses, and goes on with half as
 * many at once and a longer gap between requests of the refused kinds. Each accepted request speeds it up a little.
 */
export async function createPace(signal: AbortSignal): Promise<Pace> {
  // Imported here: the program is CommonJS, and cannot require the default export of an ES module.
  const { default: PQueue } = await import('p-queue');
  const queue = new PQueue({ concurrency: inFlight.least });
  const gate = new PQueue({ concurrency: 1 });
  const exclusive = new PQueue({ concurrency: 1 });
  return new Pacer({ queue, gate, exclusive }, signal);
}

interface Queues {
  /** The requests in flight. */
  queue: PQueue;
  /** Requests of a refused kind, which wait for their turn one after the other. */
  gate: PQueue;
  /** Requests that are sent alone. */
  exclusive: PQueue;
}

class Pacer {
  readonly #queues: Queues;
  readonly #signal: AbortSignal;
  readonly #refused = new Set<Turn['kind']>();
  #gapMs = 0;
  #nextAt = 0;
  #slowedAt = 0;
  #acceptedSince = 0;
  #most = inFlight.least;
  #share = 1;

  constructor(queues: Queues, signal: AbortSignal) {
    this.#queues = queues;
    this.#signal = signal;
  }

  async run<T>(send: () => Promise<T>, { kind, isRepeated, isAlone }: Turn): Promise<T> {
    const { queue, gate } = this.#queues;
    const priority = isRepeated ? 1 : 0;
    for (;;) {
      if (this.#refused.has(kind)) await gate.add(() => this.#waitForTurn(), { priority });
      if (isAlone) return this.#runAlone(send);
      const queuedAt = Date.now();
      // A slowdown sends the requests that are not yet in flight back to the gate.
      const isCurrent = () => !this.#refused.has(kind) || this.#slowedAt <= queuedAt;
      const result = await queue.add(
        async () => (isCurrent() ? { sent: await send() } : undefined),
        { priority },
      );
      if (result !== undefined) return result.sent;
    }
  }

  /** @param sentAt when the refused request was sent */
  slowDown(kind: Turn['kind'], sentAt: number, pauseMs: number): void {
    this.#refused.add(kind);
    this.#nextAt = Math.max(this.#nextAt, Date.now() + pauseMs);
    // Requests that were in flight at the last slowdown were refused for the same reason.
    if (sentAt < this.#slowedAt) return;
    const factor = this.#acceptedSince < slowdown.soon ? slowdown.first : slowdown.later;
    this.#gapMs = Math.min(slowdown.mostMs, Math.max(slowdown.leastMs, factor * this.#gapMs));
    this.#share = Math.max(1 / this.#most, this.#share / 2);
    this.#slowedAt = Date.now();
    this.#acceptedSince = 0;
    this.#adjust();
  }

  /** @param roundTripMs the fastest response so far */
  accept(kind: Turn['kind'], roundTripMs: number): void {
    this.#share = Math.min(1, this.#share + recovery.share);
    const wanted = Math.round((inFlight.perSecond * roundTripMs) / 1000);
    this.#most = Math.min(inFlight.most, Math.max(inFlight.least, wanted));
    this.#adjust();
    if (!this.#refused.has(kind)) return;
    this.#acceptedSince += 1;
    this.#gapMs *= recovery.gap;
  }

  #adjust(): void {
    this.#queues.queue.concurrency = Math.max(1, Math.floor(this.#share * this.#most));
  }

  /** Waits for the turn of a request, without occupying a place among those in flight. */
  async #waitForTurn(): Promise<void> {
    const signal = this.#signal;
    for (let now = Date.now(); this.#nextAt > now && !signal.aborted; now = Date.now())
      await wait(this.#nextAt - now, signal);
    this.#nextAt = Date.now() + this.#gapMs;
  }

  #runAlone<T>(send: () => Promise<T>): Promise<T> {
    const { queue, exclusive } = this.#queues;
    return exclusive.add(async () => {
      queue.pause();
      try {
        await queue.onPendingZero();
        return await send();
      } finally {
        queue.start();
      }
    });
  }
}
