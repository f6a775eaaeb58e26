import { Inconclusive } from '../results.ts';
import type { Check } from './scope.ts';
import { sharedSites } from './shared.ts';

/** Maximum number of sites that a run may create, since they cannot be deleted. */
export const mostSites = { standard: 30, thorough: 130 };

/** Maximum number of sites that a run of these checks creates, including those needed for a longer list. */
export function countSites(
  checks: readonly Check[],
  { longerList, most }: { longerList: number; most: number },
): number {
  const own = checks.reduce((sum, { creates = 0 }) => sum + creates, 0);
  const used = new Set(checks.flatMap(({ uses = [] }) => uses));
  const shared = sharedSites.filter((name) => used.has(name)).length;
  const needsList = checks.some(
    ({ operation, stage }) => operation === 'listSites' && stage === 'listing',
  );
  return Math.min(most, Math.max(own + shared, needsList ? longerList : 0));
}

interface WrongRequest {
  operation: string;
  /** What is wrong with the request. */
  intent: string;
}

interface Waiting {
  wrong: WrongRequest | undefined;
  start(): void;
  end(reason: Inconclusive): void;
}

function toKind({ operation, intent }: WrongRequest): string {
  return `${operation} ${intent}`;
}

/**
 * Number of pending requests that are allowed at the limit although they should be refused, as long as all have been refused
 * so far.
 */
const trusted = 8;

/** The share of the limit that is reserved for requests that will most likely be refused. */
const reserved = 1 / 15;

/** A kind of request will most likely be refused if at most one in this many was accepted. */
const mostAccepted = 6;

/**
 * Number of tolerated near misses. They should be refused but may be accepted, for example a UUID without hyphens in each
 * operation.
 */
const mostNearMisses = 3;

/**
 * Minimum number of requests of a kind, at one operation or at all together, before their results predict the next one.
 * Requests with the same kind of error can be wrong to different degrees.
 */
const fewestKnown = 6;

/**
 * Limits the number of records that a run creates, whatever the target accepts, since they cannot be deleted. Requests that
 * should be refused do not wait until one of them is accepted. From then on, each pending request counts as a record. A
 * small reserve is kept for kinds of requests that are usually refused: one slot serves any number of these, while a request
 * that creates a record uses it up.
 *
 * @param countMade returns the number of records that the run has created, as far as known
 */
export function createRoom(most: number, countMade: () => number) {
  const underWay = { valid: 0, others: 0 };
  /** Number of requests sent so far. At most this many records can exist. */
  let admitted = 0;
  /** Sent and accepted requests that should have been refused, by intent, and by intent and operation. */
  const outcomes = new Map<string, { sent: number; accepted: number }>();
  let isStrict = false;
  /** Number of pending requests of each kind. */
  const asking = new Map<string, number>();
  const count = (wrong: WrongRequest | undefined, change: 1 | -1) => {
    underWay[wrong === undefined ? 'valid' : 'others'] += change;
    if (wrong === undefined) return;
    asking.set(toKind(wrong), (asking.get(toKind(wrong)) ?? 0) + change);
  };
  const waiting: Waiting[] = [];

  const isHarmless = ({ wrong }: Waiting) => {
    if (wrong === undefined) return false;
    const known = outcomes.get(toKind(wrong)) ?? outcomes.get(wrong.intent);
    return known === undefined || known.accepted * mostAccepted <= known.sent;
  };
  const learn = ({ operation, intent }: WrongRequest, isSuccess: boolean) => {
    isStrict ||= isSuccess;
    for (const kind of [intent, toKind({ operation, intent })]) {
      const { sent = 0, accepted = 0 } = outcomes.get(kind) ?? {};
      outcomes.set(kind, { sent: sent + 1, accepted: accepted + (isSuccess ? 1 : 0) });
    }
  };
  /** Whether the target accepts more than the tolerated near misses. */
  const isLoose = () =>
    [...outcomes].some(
      ([intent, { accepted }]) => accepted > (intent === 'unauthorised' ? 0 : mostNearMisses),
    );
  /**
   * Priority: requests that will most likely be refused, then those that may succeed, then those that succeed but should
   * not.
   */
  const toRank = (one: Waiting) => (isHarmless(one) ? 0 : one.wrong === undefined ? 1 : 2);
  const isFree = (one: Waiting, made: number) => {
    const kept = isLoose() && !isHarmless(one) ? Math.floor(most * reserved) : 0;
    if (admitted < most - kept) return true;
    const left = most - made - underWay.valid;
    if (isStrict) return left > underWay.others + kept;
    if (one.wrong !== undefined) {
      const kind = toKind(one.wrong);
      const isKnown = [kind, one.wrong.intent].some(
        (name) => (outcomes.get(name)?.sent ?? 0) >= fewestKnown,
      );
      // The first requests of a kind show how the target treats the others.
      if (!isKnown && (asking.get(kind) ?? 0) > 0) return left > underWay.others + most * reserved;
      // If the target refused all of them so far, more can be sent even after valid requests have used up the room.
      return underWay.others < Math.max(trusted, left);
    }
    return left > Math.max(0, underWay.others - trusted);
  };
  const settle = () => {
    for (;;) {
      if (waiting.length === 0) return;
      const made = admitted < most * (1 - reserved) ? 0 : countMade();
      const free = waiting.filter((one) => isFree(one, made));
      const next = [0, 1, 2].flatMap((rank) => free.find((one) => toRank(one) === rank) ?? [])[0];
      if (next === undefined) {
        endWithoutHope(made);
        return;
      }
      waiting.splice(waiting.indexOf(next), 1);
      admitted += 1;
      count(next.wrong, 1);
      next.start();
    }
  };
  /** Rejects all waiting requests if none is pending, because no room will become free. */
  const endWithoutHope = (made: number) => {
    if (underWay.valid + underWay.others > 0) return;
    const why = isStrict
      ? '; some of them were created by requests that should have been refused'
      : '';
    const much =
      made < most
        ? `${made} of at most ${most} sites, and keeps the rest for requests that should be refused`
        : `${made} sites, as many as it may`;
    const reason = `the run has created ${much}${why}`;
    for (const { end } of waiting.splice(0)) end(new Inconclusive(reason));
  };
  return {
    /**
     * Waits until one more record may be created.
     *
     * @param wrong the kind of a request that should be refused; undefined if the request may succeed
     * @returns a function to call after the response, with whether it was a success
     * @throws Inconclusive when the limit is reached
     */
    async take(wrong?: WrongRequest): Promise<(isSuccess: boolean) => void> {
      await new Promise<void>((start, end) => {
        waiting.push({ wrong, start, end });
        settle();
      });
      return (isSuccess) => {
        count(wrong, -1);
        if (wrong !== undefined) learn(wrong, isSuccess);
        settle();
      };
    },
    /** Number of records that may still be created. */
    left: () => most - countMade(),
  };
}
