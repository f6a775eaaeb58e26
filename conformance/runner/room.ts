import { Inconclusive } from './outcome.ts';

/**
 * Keeps what a run creates within its limit, whatever a target accepts: what was created cannot be deleted. Requests that
 * should be refused wait for nothing until one of them is accepted. From then on, each that is under way counts as a record.
 */
export interface Room {
  /**
   * Waits until one more record may be created.
   *
   * @param isValid whether the request may succeed
   * @returns what to call once the response is known, with whether it was a success
   * @throws Inconclusive when the limit is reached
   */
  take(isValid: boolean): Promise<(isSuccess: boolean) => void>;
  /** How many records may still be created. */
  left(): number;
}

interface Waiting {
  start(): void;
  end(reason: Inconclusive): void;
}

/** So many requests that should be refused may be under way at the limit, as long as all have been refused. */
const trusted = 8;

/** @param countMade how many records the run has created, as far as it knows */
export function createRoom(most: number, noun: string, countMade: () => number): Room {
  const underWay = { valid: 0, others: 0 };
  /** Requests let through so far: no more than these can have created anything. */
  let admitted = 0;
  /** Whether a request was accepted that should have been refused. */
  let isStrict = false;
  const valid: Waiting[] = [];
  const others: Waiting[] = [];

  const settle = () => {
    if (valid.length === 0 && others.length === 0) return;
    const made = admitted < most ? 0 : countMade();
    // Without requests under way, nothing will change that.
    if (made >= most && underWay.valid + underWay.others === 0) {
      const reason = `the run has created ${made} ${noun}, as many as it may${isStrict ? '; some of them were created by requests that should have been refused' : ''}`;
      for (const { end } of [...valid.splice(0), ...(isStrict ? others.splice(0) : [])])
        end(new Inconclusive(reason));
    }
    const isFree = (kind: 'valid' | 'others') => {
      if (admitted < most) return true;
      const left = most - made - underWay.valid;
      // A target that refused all of them so far can still be asked when valid requests have used the room up.
      if (kind === 'others' && !isStrict) return underWay.others < Math.max(trusted, left);
      return left > Math.max(0, underWay.others - (isStrict ? 0 : trusted));
    };
    for (;;) {
      const kind = valid.length > 0 && isFree('valid') ? 'valid' : 'others';
      const next = isFree(kind) ? (kind === 'valid' ? valid : others).shift() : undefined;
      if (next === undefined) return;
      admitted += 1;
      underWay[kind] += 1;
      next.start();
    }
  };
  return {
    async take(isValid) {
      await new Promise<void>((start, end) => {
        (isValid ? valid : others).push({ start, end });
        settle();
      });
      return (isSuccess) => {
        underWay[isValid ? 'valid' : 'others'] -= 1;
        isStrict ||= isSuccess && !isValid;
        settle();
      };
    },
    left: () => most - countMade(),
  };
}
