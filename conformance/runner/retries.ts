import type { Attempt } from './client.ts';

/** How a request is repeated that got no response of the service. */
export interface Retry {
  /** Maximum number of retries for this reason. */
  most: number;
  /** Pause before a retry. */
  pauseMs: number;
  /** Whether the request had no effect for certain. */
  isHarmless?: boolean;
  /** Repeats the request while no other is in flight. */
  isAlone?: boolean;
  /** Pauses the whole run, for as long as Retry-After says, and slows it down. */
  slows?: boolean;
}

/** What is retried, always on a new connection. Everything else is the response of the target, 500 and 501 included. */
const retries = {
  unreached: { most: 5, pauseMs: 500, isHarmless: true },
  lost: { most: 2, pauseMs: 20, isAlone: true },
  timeout: { most: 1, pauseMs: 0 },
  429: { most: 12, pauseMs: 1000, isHarmless: true, slows: true },
  502: { most: 4, pauseMs: 1000, slows: true },
  503: { most: 4, pauseMs: 1000, slows: true },
  504: { most: 4, pauseMs: 1000, slows: true },
} as const satisfies Readonly<Record<string, Retry>>;

export type Reason = keyof typeof retries;

export function findRetry(reason: Reason): Retry {
  return retries[reason];
}

/** Why to repeat a request; undefined if the service itself answered. */
export function toReason({ reply, loss }: Pick<Attempt, 'reply' | 'loss'>): Reason | undefined {
  const reason: string | number | undefined = reply?.status ?? loss;
  return reason !== undefined && isReason(reason) ? reason : undefined;
}

function isReason(reason: string | number): reason is Reason {
  return Object.hasOwn(retries, reason);
}

/** Longer waits are not worth it, so the request remains unanswered. */
export const longestWaitMs = 60_000;
