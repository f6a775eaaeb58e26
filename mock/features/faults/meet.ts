import type { Random } from '../../sessions/random.ts';
import { readLatency } from './check-rule.ts';
import type { FaultEffect, FaultRule, RateLimitEffect } from './fault-rule.ts';

/** What the rules say about one request. */
export interface Injection {
  /** The rule that has the last word. */
  rule: FaultRule;
  /** As the header `X-Mock-Fault` says it. */
  effect: string;
  delayMs: number;
  /** In seconds, where the rate is limited. */
  retryAfter: number;
}

/** How many requests a session made since the start of a window. */
export interface Window {
  start: number;
  count: number;
}

/** How long an effect puts the answer off, in milliseconds. */
export function readDelay(effect: FaultEffect, random: Random): number {
  if (effect.kind !== 'latency') return 0;
  const [from, to] = readLatency(effect);
  return from === to ? from : Math.round(from + (random.next() / 2 ** 32) * (to - from));
}

export function describeEffect(effect: FaultEffect, delay: number): string {
  switch (effect.kind) {
    case 'status':
      return `status=${effect.status}`;
    case 'latency':
      return `latency=${delay}`;
    default:
      return effect.kind;
  }
}

/**
 * Counts a request in its window, which starts with the first request after the one before has ended.
 * @returns how many seconds are left, at least one; nothing while there is room
 */
export function waitForWindow(
  { requests, windowMs }: RateLimitEffect,
  window: Window,
  now: number,
): number | undefined {
  // A clock that was put back starts a new window as well.
  if (now >= window.start + windowMs || now < window.start) {
    window.start = now;
    window.count = 0;
  }
  window.count += 1;
  if (window.count <= requests) return undefined;
  return Math.max(1, Math.ceil((window.start + windowMs - now) / 1000));
}
