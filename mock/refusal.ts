import type { Fault, ProblemId } from '../contract/index.ts';

interface RefusalDetails {
  /** All faults that were found. Default: none. */
  faults?: readonly Fault[];
  /** Headers that the response needs, as alternating names and values. Default: none. */
  headers?: readonly string[];
  /** Replaces the status in the catalogue. */
  status?: number;
}

const none: readonly never[] = [];

/** A refused request: a problem of the catalogue, what was wrong, and what to do. */
export class Refusal<Problem extends string = ProblemId> {
  /** The problem type of the catalogue. */
  readonly problem: Problem;
  /** What was wrong, and what to do. */
  readonly detail: string;
  /** All faults that were found. */
  readonly faults: readonly Fault[];
  /** Headers of the response, as alternating names and values. */
  readonly headers: readonly string[];
  /** Replaces the status in the catalogue. */
  readonly status: number | undefined;

  constructor(
    problem: Problem,
    detail: string,
    { faults = none, headers = none, status }: RefusalDetails = {},
  ) {
    this.problem = problem;
    this.detail = detail;
    this.faults = faults;
    this.headers = headers;
    this.status = status;
  }
}

export function refuseTooLarge(limit: number): Refusal {
  const detail = `The request body is larger than the limit of ${limit} bytes. Send a smaller one.`;
  return new Refusal('body-too-large', detail);
}

/** A reply of the mock that violates its own contract: a bug, never the client's mistake. */
export class ContractBreach extends Error {
  override readonly name = 'ContractBreach';
  readonly faults: readonly Fault[];

  /** @param what the text before the faults, for example `the reply of createSite` */
  constructor(what: string, faults: readonly Fault[]) {
    const list = faults.map(({ pointer = '', detail }) => `${pointer || 'the body'} ${detail}`);
    super(`${what} breaks the contract: ${list.join('; ')}`);
    this.faults = faults;
  }
}
