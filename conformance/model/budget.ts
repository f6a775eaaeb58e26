import { Inconclusive } from '../results.ts';
import { isSuccess } from '../runner/journal.ts';
import { prepare, type Ticket } from '../runner/run.ts';
import { createdKinds } from './ledger.ts';
import type { Check, Run, SiteBudget } from './scope.ts';
import { sharedSites } from './shared.ts';
import { listStrays } from './strays.ts';
import { walk } from './workspace.ts';

/**
 * Sites that requests may leave although they must be refused, by being accepted or by taking effect all the same. They come
 * on top of those that the checks need.
 */
const strays = 10;

/** Length of the list that its checks need, to detect a wrong default and a usual cap; with --thorough, a wrong maximum. */
export const listLengths = { standard: 26, thorough: 103 };

/**
 * Maximum number of sites that a run of these checks creates.
 * @param carriers checks that only send requests; they do not need a longer list
 */
export function countSites(
  checks: readonly Check[],
  carriers: readonly Check[],
  thorough: boolean,
): { planned: number; most: number } {
  const all = [...checks, ...carriers];
  const used = new Set(all.flatMap(({ uses = [] }) => uses));
  const own = all.reduce((sum, { creates = 0 }) => sum + creates, 0);
  const shared = sharedSites.filter((name) => used.has(name)).length;
  const isListed = checks.some(
    ({ operation, stage }) => operation === 'listSites' && stage === 'listing',
  );
  const length = listLengths[thorough ? 'thorough' : 'standard'];
  const planned = Math.max(own + shared, isListed ? length : 0);
  const mayStray = all.some(
    ({ operation, writes }) => writes && createdKinds[operation] === 'site',
  );
  return { planned, most: planned + (mayStray ? strays : 0) };
}

/**
 * Limits the number of sites that a run creates, whatever the target does, since they cannot be deleted. Each request that
 * may create one counts, unless it is refused. Even a refused or unanswered one counts until the lists show that it left
 * nothing.
 *
 * @param countStrays counts the sites in the lists that no response of the target returned
 */
export function createBudget(countStrays: () => Promise<number>): SiteBudget {
  let limits = { planned: 0, most: 0 };
  const count = {
    /** Sites of requests that may create one, and of others that were accepted. */
    planned: 0,
    accepted: 0,
    /** Sites that no response returned. */
    strays: 0,
    /** Requests without a response yet, and those without a success since the last look at the lists. */
    pending: 0,
    unproven: 0,
  };
  let look: Promise<void> | undefined;
  const waiting: (() => void)[] = [];
  const wake = () => {
    for (const resume of waiting.splice(0)) resume();
  };
  const lookAtLists = async (): Promise<void> => {
    const { unproven } = count;
    try {
      count.strays = await countStrays();
      count.unproven -= unproven;
    } finally {
      look = undefined;
      wake();
    }
  };
  const isFull = (mayCreate: boolean) => {
    const { planned, accepted, strays: found, pending, unproven } = count;
    // A request that must be refused leaves room for those that may create something.
    const kept = mayCreate ? 0 : Math.max(0, limits.planned - planned);
    return planned + accepted + found + pending + unproven >= limits.most - kept;
  };
  /** Waits for a response, or looks at the lists if all are in. */
  const makeRoom = async (): Promise<void> => {
    if (look === undefined && count.pending > 0)
      return new Promise((resolve) => waiting.push(resolve));
    if (look === undefined && count.unproven === 0)
      throw new Inconclusive(`the run has reached its limit of ${limits.most} sites`);
    look ??= lookAtLists();
    return look;
  };
  const left = () => Math.max(0, limits.planned - count.planned);
  return {
    announce(sites) {
      limits = sites;
    },
    async start() {
      // Other checks report an unreadable list.
      if (limits.most > 0) await countStrays().catch(() => {});
    },
    left,
    async take(operation, intent): Promise<Ticket> {
      if (createdKinds[operation] !== 'site') return { mayRepeat: () => true, settle: () => {} };
      const mayCreate = intent === 'valid' || intent === 'probe';
      if (mayCreate && left() === 0)
        throw new Inconclusive(`the run has created the ${limits.planned} sites that it needs`);
      while (isFull(mayCreate)) await makeRoom();
      count.pending += 1;
      return {
        mayRepeat() {
          if (isFull(mayCreate)) return false;
          count.unproven += 1;
          return true;
        },
        settle(sent) {
          count.pending -= 1;
          if (sent !== undefined && isSuccess(sent)) count[mayCreate ? 'planned' : 'accepted'] += 1;
          else if (sent !== undefined && sent.loss !== 'unreached') count.unproven += 1;
          wake();
        },
      };
    },
  };
}

/** Creates the function that counts the sites in the lists that requests of the run left, although no response returned them. */
export function createStrayCounter(run: () => Run): () => Promise<number> {
  return async () => {
    const { options, ledger } = run();
    const { workspace, otherWorkspace = workspace } = options;
    const scope = { run: run(), check: { id: 'preflight' } };
    const counts = [...new Set([workspace, otherWorkspace])].map(async (place) => {
      const { ids, sites } = await prepare('the list', () => walk(scope, place));
      if (!ledger.before.has(place)) ledger.before.set(place, new Set(ids));
      return listStrays(run(), place, sites).length;
    });
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  };
}
