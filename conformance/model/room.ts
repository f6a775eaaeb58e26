import { Inconclusive } from '../runner/outcome.ts';
import type { Check } from './scope.ts';
import { sharedSites } from './shared.ts';

/** What a run may create at most: what it creates cannot be deleted. */
export const mostSites = { standard: 30, thorough: 130 };

/** How many sites a run of these checks creates at most, what a longer list needs included. */
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

/**
 * Keeps what a run creates within its limit, whatever a target accepts: what was created cannot be deleted. Requests that
 * should be refused wait for nothing until one of them is accepted. From then on, each that is under way counts as a record,
 * and a little room is kept for those of a kind that is mostly refused: one place serves any number of these in turn, while a
 * request that creates something uses it up.
 */
interface Room {
  /**
   * Waits until one more record may be created.
   *
   * @param wrong what kind of request it is that should be refused; undefined for one that may succeed
   * @returns what to call once the response is known, with whether it was a success
   * @throws Inconclusive when the limit is reached
   */
  take(wrong?: WrongRequest): Promise<(isSuccess: boolean) => void>;
  /** How many records may still be created. */
  left(): number;
}

interface WrongRequest {
  operation: string;
  /** In which way it is wrong. */
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

/** So many requests that should be refused may be under way at the limit, as long as all have been refused. */
const trusted = 8;

/** The share of the room that is kept for requests that will be refused, most likely. */
const reserved = 1 / 15;

/** Requests of a kind of which no more than one in so many was accepted will be refused, most likely. */
const mostAccepted = 6;

/** Near misses that should be refused, and may be accepted: such as a UUID without hyphens in each operation. */
const mostNearMisses = 3;

/**
 * Requests that are wrong in one way are still wrong to different degrees: before so many were sent, to one operation or to all of
 * them together, they tell nothing of the next one.
 */
const fewestKnown = 6;

/** @param countMade how many records the run has created, as far as it knows */
export function createRoom(most: number, countMade: () => number): Room {
  const underWay = { valid: 0, others: 0 };
  /** Requests let through so far: no more than these can have created anything. */
  let admitted = 0;
  /** How many requests that should have been refused were sent, and accepted: of each intent, and of each with its operation. */
  const outcomes = new Map<string, { sent: number; accepted: number }>();
  let isStrict = false;
  /** How many such requests of a kind are under way. */
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
  /** Whether a target accepts more than the near misses that it may. */
  const isLoose = () =>
    [...outcomes].some(
      ([intent, { accepted }]) => accepted > (intent === 'unauthorised' ? 0 : mostNearMisses),
    );
  /** First what will be refused, most likely, then what may succeed, then what will succeed although it should not. */
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
      // The first of a kind show what becomes of the others.
      if (!isKnown && (asking.get(kind) ?? 0) > 0) return left > underWay.others + most * reserved;
      // A target that refused all of them so far can still be asked when valid requests have used the room up.
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
  /** Without requests under way, nothing will make room again. */
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
    async take(wrong) {
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
    left: () => most - countMade(),
  };
}
