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

export type Pace = Awaited<ReturnType<typeof createPace>>;

/**
 * Limits the requests in flight. When a rate limit or a gateway refuses one, the whole run pauses, and goes on with half as
 * many at once and a longer gap between requests of the refused kinds. Each accepted request speeds it up a little.
 */
export async function createPace(signal: AbortSignal) {
  // Imported here: the program is CommonJS, and cannot require the default export of an ES module.
  const { default: PQueue } = await import('p-queue');
  const queue = new PQueue({ concurrency: inFlight.least });
  const gate = new PQueue({ concurrency: 1 });
  const exclusive = new PQueue({ concurrency: 1 });
  const refused = new Set<Turn['kind']>();
  let gapMs = 0;
  let [nextAt, slowedAt, acceptedSince] = [0, 0, 0];
  let most = inFlight.least;
  let share = 1;
  const adjust = () => {
    queue.concurrency = Math.max(1, Math.floor(share * most));
  };
  /** Waits for the turn of a request, without occupying a place among those in flight. */
  const waitForTurn = async () => {
    for (let now = Date.now(); nextAt > now && !signal.aborted; now = Date.now())
      await wait(nextAt - now, signal);
    nextAt = Date.now() + gapMs;
  };
  const runAlone = <T>(send: () => Promise<T>): Promise<T> =>
    exclusive.add(async () => {
      queue.pause();
      try {
        await queue.onPendingZero();
        return await send();
      } finally {
        queue.start();
      }
    });
  return {
    async run<T>(send: () => Promise<T>, { kind, isRepeated, isAlone }: Turn): Promise<T> {
      const priority = isRepeated ? 1 : 0;
      for (;;) {
        if (refused.has(kind)) await gate.add(waitForTurn, { priority });
        if (isAlone) return runAlone(send);
        const queuedAt = Date.now();
        // A slowdown sends the requests that are not yet in flight back to the gate.
        const isCurrent = () => !refused.has(kind) || slowedAt <= queuedAt;
        const result = await queue.add(
          async () => (isCurrent() ? { sent: await send() } : undefined),
          { priority },
        );
        if (result !== undefined) return result.sent;
      }
    },
    /** @param sentAt when the refused request was sent */
    slowDown(kind: Turn['kind'], sentAt: number, pauseMs: number): void {
      refused.add(kind);
      nextAt = Math.max(nextAt, Date.now() + pauseMs);
      // Requests that were in flight at the last slowdown were refused for the same reason.
      if (sentAt < slowedAt) return;
      const factor = acceptedSince < slowdown.soon ? slowdown.first : slowdown.later;
      gapMs = Math.min(slowdown.mostMs, Math.max(slowdown.leastMs, factor * gapMs));
      share = Math.max(1 / most, share / 2);
      slowedAt = Date.now();
      acceptedSince = 0;
      adjust();
    },
    /** @param roundTripMs the fastest response so far */
    accept(kind: Turn['kind'], roundTripMs: number): void {
      share = Math.min(1, share + recovery.share);
      const wanted = Math.round((inFlight.perSecond * roundTripMs) / 1000);
      most = Math.min(inFlight.most, Math.max(inFlight.least, wanted));
      adjust();
      if (!refused.has(kind)) return;
      acceptedSince += 1;
      gapMs *= recovery.gap;
    },
  };
}
