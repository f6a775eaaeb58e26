import type { Failure } from '../results.ts';

/** Ends a check as inconclusive: the target did not provide what it needs, for a reason that the interface allows. */
export class Inconclusive extends Error {
  override name = 'Inconclusive';
}

/** Ends a check because a request got no response, even after retries. `never-fails-itself` reports that. */
export class Unanswered extends Inconclusive {
  override name = 'Unanswered';
}

/** Ends a check as failed: an expectation is broken, and the check cannot continue. */
export class Failed extends Error {
  override name = 'Failed';
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** Gives a refusal within `act` a finding in words. Other failures stay unchanged. */
export async function nameRefusal<T>(finding: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const status = error instanceof Failed ? (error.failure.exchange?.reply?.status ?? 0) : 0;
    if (!(error instanceof Failed) || status < 400 || status >= 500) throw error;
    throw new Failed({ ...error.failure, finding });
  }
}
