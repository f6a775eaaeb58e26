import type { FaultsState } from '../features/faults/fault-rule.ts';

/** Small values of a session. Those that are missing have their initial value, as after a reset. */
export interface Settings {
  /** The state of the random numbers for ids and keys. */
  readonly random?: readonly number[] | undefined;
  /** How the clock differs from its source. Default: not at all. */
  readonly clock?: ClockState | undefined;
  /** The fault rules with their counters; only in the settings of every session. */
  readonly faults?: FaultsState | undefined;
  /** The seed of the webhook secrets. It survives a reset. */
  readonly webhookSeed?: number | undefined;
  /** Number of created delivery ids. */
  readonly deliveryIds?: number | undefined;
  /** The lower-case ids of webhooks whose receiver responded with 410. */
  readonly disabledWebhooks?: readonly string[] | undefined;
}

/** How the clock of a session differs from its source. */
export interface ClockState {
  /** Added to the time of the source, in milliseconds. */
  readonly offset: number;
  /** The time of a frozen clock. */
  readonly frozenAt?: number | undefined;
  /** The time of a seeded source, which advances by a second with each request. */
  readonly stepped?: number | undefined;
}
