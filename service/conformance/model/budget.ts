import { Inconclusive } from '../../../conformance/outcomes.ts';
import { type Intent, isSuccess } from '../../../conformance/runner/journal.ts';
import type { Sent } from '../../../conformance/runner/target.ts';
import { createdKinds } from './ledger.ts';

export type SiteBudget = ReturnType<typeof createBudget>;

/**
 * Limits the number of sites that a run creates, whatever the target does, since they cannot be deleted. Each request that
 * may create one counts, unless it is refused. Even a refused or unanswered one counts until the lists show that it left
 * nothing.
 *
 * @param countStrays counts the sites in the lists that no response of the target returned
 */
export function createBudget(countStrays: () => Promise<number>) {
  let limits = { planned: 0, most: 0 };
  const count = {
    /** Sites of requests that may create one, and of others that were accepted. */
    planned: 0,
    accepted: 0,
    /** Sites that no response returned. */
    strays: 0,
    /** Requests without a response yet, and those with and without a success since the last look at the lists. */
    pending: 0,
    taken: 0,
    unproven: 0,
  };
  /** Sites that the next request may leave besides its own: as many as the earlier ones did on average. */
  const listExtras = () => Math.ceil(count.strays / Math.max(1, count.planned + count.accepted));
  /** Sites that the lists may show without a response having returned them. */
  const countDoubts = () => count.unproven + (count.unproven + count.taken) * listExtras();
  let look: Promise<void> | undefined;
  const waiting: (() => void)[] = [];
  const wake = () => {
    for (const resume of waiting.splice(0)) resume();
  };
  const lookAtLists = async (): Promise<void> => {
    const { unproven, taken } = count;
    try {
      count.strays = await countStrays();
      count.unproven -= unproven;
      count.taken -= taken;
    } finally {
      look = undefined;
      wake();
    }
  };
  const isFull = (mayCreate: boolean) => {
    const { planned, accepted, strays: found, pending } = count;
    // A request that must be refused leaves room for those that may create something.
    const kept = mayCreate ? 0 : Math.max(0, limits.planned - planned);
    const asked = pending + (pending + 1) * listExtras();
    return planned + accepted + found + asked + countDoubts() >= limits.most - kept;
  };
  /** Waits for a response, or looks at the lists if all are in. */
  const makeRoom = async (): Promise<void> => {
    if (look === undefined && count.pending > 0)
      return new Promise((resolve) => waiting.push(resolve));
    if (look === undefined && countDoubts() === 0)
      throw new Inconclusive(`the run has reached its limit of ${limits.most} sites`);
    look ??= lookAtLists();
    return look;
  };
  const left = () => Math.max(0, limits.planned - count.planned);
  return {
    /** Sets the limit. Must be called before the first request. */
    announce(sites: typeof limits): void {
      limits = sites;
    },
    /** Reads the lists as they are before the run creates anything. */
    async start(): Promise<void> {
      // Other checks report an unreadable list.
      if (limits.most > 0) await countStrays().catch(() => {});
    },
    /** Number of sites that may still be created. */
    left,
    /**
     * Waits until a request may be sent without exceeding the announced number.
     * @returns the permission to send it
     * @throws Inconclusive when the run has reached it
     */
    async take(operation: string, intent: Intent) {
      if (createdKinds[operation] !== 'site') return { mayRepeat: () => true, settle: () => {} };
      const mayCreate = intent === 'valid' || intent === 'probe';
      if (mayCreate && left() === 0)
        throw new Inconclusive(`the run has created the ${limits.planned} sites that it needs`);
      while (look !== undefined || isFull(mayCreate)) await makeRoom();
      count.pending += 1;
      return {
        /** Whether to send it again after an unknown outcome, which may create a second site. */
        mayRepeat() {
          if (isFull(mayCreate)) return false;
          count.unproven += 1;
          return true;
        },
        /** Must be called at the end, after the response is in the journal. Undefined: nothing was sent. */
        settle(sent: Sent | undefined) {
          count.pending -= 1;
          if (sent !== undefined && isSuccess(sent)) {
            count[mayCreate ? 'planned' : 'accepted'] += 1;
            count.taken += 1;
            // Shows whether a creation leaves more than one site. Other checks report an unreadable list.
            if (count.planned + count.accepted === 1) look ??= lookAtLists().catch(() => {});
          } else if (sent !== undefined && sent.loss !== 'unreached') count.unproven += 1;
          wake();
        },
      };
    },
  };
}
