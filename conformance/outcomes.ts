import type { Failure } from './results.ts';

/** Ends a check as inconclusive: the target did not provide what it needs, for a reason that the interface allows. */
export class Inconclusive extends Error {
  /** The name of the class. */
  override name = 'Inconclusive';
}

/** Ends a check because a request got no response, even after retries. `never-fails-itself` reports that. */
export class Unanswered extends Inconclusive {
  override name = 'Unanswered';
}

/** Ends a check as failed: an expectation is broken, and the check cannot continue. */
export class Failed extends Error {
  /** The name of the class. */
  override name = 'Failed';
  /** The broken expectation. */
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** The result of work. Undefined if it was inconclusive, as when a service refuses what it may refuse. */
export async function unlessInconclusive<Result>(
  work: Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Inconclusive) return undefined;
    throw error;
  }
}
