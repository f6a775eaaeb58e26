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
