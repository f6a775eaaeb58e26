import { Inconclusive } from '../../../conformance/outcomes.ts';
import { type Intent, isSuccess } from '../../../conformance/runner/journal.ts';
import type { Sent } from '../../../conformance/runner/target.ts';
import { createdKinds } from './ledger.ts';
import { SiteTally } from './site-tally.ts';

/** How many sites the checks of a run need, and the most that it may leave. */
interface SiteLimits {
  planned: number;
  most: number;
}

/** The permission to send one request. */
interface Permit {
  /** Whether to send it again after an unknown outcome, which may create a second site. */
  mayRepeat(): boolean;
  /** Must be called at the end, after the response is in the journal. Undefined: nothing was sent. */
  settle(sent: Sent | undefined): void;
}

const unlimited: Permit = { mayRepeat: () => true, settle: () => {} };

/**
 * Limits the number of sites that a run creates, whatever the target does, since they cannot be deleted. Each request that
 * may create one counts, unless it is refused. Even a refused or unanswered one counts until the lists show that it left
 * nothing.
 */
export class SiteBudget {
  readonly #countStrays: () => Promise<number>;
  readonly #tally = new SiteTally();
  #limits: SiteLimits = { planned: 0, most: 0 };
  /** The reading of the lists that is going on. */
  #look: Promise<void> | undefined;
  #waiting: (() => void)[] = [];

  /** @param countStrays counts the sites in the lists that no response of the target returned */
  constructor(countStrays: () => Promise<number>) {
    this.#countStrays = countStrays;
  }

  /** Sets the limit. Must be called before the first request. */
  announce(limits: SiteLimits): void {
    this.#limits = limits;
  }

  /** Reads the lists as they are before the run creates anything. */
  async start(): Promise<void> {
    // Other checks report an unreadable list.
    if (this.#limits.most > 0) await this.#countStrays().catch(() => {});
  }

  /** Number of sites that may still be created. */
  left(): number {
    return Math.max(0, this.#limits.planned - this.#tally.planned);
  }

  /**
   * Waits until a request may be sent without exceeding the announced number.
   * @throws Inconclusive when the run has reached it
   */
  async take(operation: string, intent: Intent): Promise<Permit> {
    if (createdKinds[operation] !== 'site') return unlimited;
    const mayCreate = intent === 'valid' || intent === 'probe';
    if (mayCreate && this.left() === 0)
      throw new Inconclusive(`the run has created the ${this.#limits.planned} sites that it needs`);
    while (this.#look !== undefined || this.#isFull(mayCreate)) await this.#makeRoom();
    this.#tally.pending += 1;
    return {
      mayRepeat: () => this.#mayRepeat(mayCreate),
      settle: (sent) => this.#settle(sent, mayCreate),
    };
  }

  #mayRepeat(mayCreate: boolean): boolean {
    if (this.#isFull(mayCreate)) return false;
    this.#tally.unproven += 1;
    return true;
  }

  #settle(sent: Sent | undefined, mayCreate: boolean): void {
    this.#tally.pending -= 1;
    if (sent !== undefined && isSuccess(sent)) {
      this.#tally.addSuccess(mayCreate);
      // Shows whether a creation leaves more than one site. Other checks report an unreadable list.
      if (this.#tally.countSuccesses() === 1) this.#look ??= this.#lookAtLists().catch(() => {});
    } else if (sent !== undefined && sent.loss !== 'unreached') this.#tally.unproven += 1;
    this.#wake();
  }

  #isFull(mayCreate: boolean): boolean {
    // A request that must be refused leaves room for those that may create something.
    const kept = mayCreate ? 0 : this.left();
    return this.#tally.countAtWorst() >= this.#limits.most - kept;
  }

  /** Waits for a response, or looks at the lists if all are in. */
  async #makeRoom(): Promise<void> {
    if (this.#look === undefined && this.#tally.pending > 0)
      return new Promise((resolve) => this.#waiting.push(resolve));
    if (this.#look === undefined && this.#tally.countDoubts() === 0)
      throw new Inconclusive(`the run has reached its limit of ${this.#limits.most} sites`);
    this.#look ??= this.#lookAtLists();
    return this.#look;
  }

  async #lookAtLists(): Promise<void> {
    const unlisted = this.#tally.listUnproven();
    try {
      this.#tally.resolve(unlisted, await this.#countStrays());
    } finally {
      this.#look = undefined;
      this.#wake();
    }
  }

  #wake(): void {
    for (const resume of this.#waiting.splice(0)) resume();
  }
}
