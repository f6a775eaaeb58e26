import type { Contract } from '../../../contract/index.ts';
import type { MockEvents } from '../../events.ts';
import type { KnownFacts } from '../../known-services.ts';
import type { StoredClock } from '../../sessions/clock.ts';
import type { Sessions } from '../../sessions/sessions.ts';
import type { Store } from '../../store/store.ts';
import type { StoredFaults } from '../faults/create-faults.ts';
import type { Metrics } from '../metrics.ts';

/** What the control surface needs of the mock that it controls. */
export interface ControlledMock {
  readonly store: Store;
  readonly sessions: Sessions;
  /** The fault rules of all sessions. */
  readonly faults: StoredFaults;
  readonly metrics: Metrics;
  /** Events besides requests. */
  readonly events: MockEvents;
  /** The time of the start, in milliseconds since 1970. */
  readonly startedAt: number;
  /** The accepted API keys. */
  readonly apiKeys: readonly string[];
  /** What the mock tells about a known service. */
  readonly facts: KnownFacts;
  /** Returns the served contract, which can change. */
  readContract(): Contract;
  /** The operations of the served contract. */
  listOperationIds(): readonly string[];
  clockOf(session: string): StoredClock;
  /** Whether `drain` was called. */
  isDraining(): boolean;
  /** Resets a session to the initial data, with its journal, deliveries and fault rules. */
  reset(session: string): Promise<void>;
  /** Deletes a session. @returns whether it existed and could be deleted */
  forget(session: string): Promise<boolean>;
  /** Called with one line for each bug. */
  onError(line: string): void;
}
