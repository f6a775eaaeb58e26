/** What happens to a request. */
export type FaultEffect =
  | StatusEffect
  | LatencyEffect
  /** The connection is reset. */
  | { kind: 'reset' }
  /** The answer breaks off in its body. */
  | { kind: 'truncate' }
  /** No answer ever comes. */
  | { kind: 'hang' }
  | RateLimitEffect;

/** The request is refused with a status. */
export interface StatusEffect {
  kind: 'status';
  /** From 400 to 599. */
  status: number;
  /** Fields of the problem details, in place of the usual ones. */
  problem?: { type?: string; title?: string; detail?: string };
}

/** The answer comes later: by a fixed time, or by any time between two. */
export interface LatencyEffect {
  kind: 'latency';
  milliseconds?: number;
  from?: number;
  to?: number;
}

/** More requests than that within a window are answered with 429 and `Retry-After`. */
export interface RateLimitEffect {
  kind: 'rateLimit';
  requests: number;
  /** By the clock of the session. */
  windowMs: number;
}

/** A rule for faults, as it is asked for. */
export interface FaultRuleOptions {
  /** An `operationId`, or `*`. Default: `*`, every request. */
  operation?: string;
  /** Only requests of this session. Default: those of every session. */
  session?: string;
  /** Which share of the requests is met, from 0 to 1. Default: all of them. */
  probability?: number;
  /** How many requests are met before the rule ends. Default: it does not end by itself. */
  next?: number;
  /** What happens to a matching request. */
  effect: FaultEffect;
}

/** A rule for faults that holds. */
export interface FaultRule extends FaultRuleOptions {
  id: string;
  operation: string;
  /** How many requests the rule has met. */
  injected: number;
}
