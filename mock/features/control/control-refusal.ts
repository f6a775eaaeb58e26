import type { Fault } from '../../../contract/index.ts';
import type { ControlProblemId } from '../../../generated/control-names.ts';

interface RefusalDetails {
  /** Every single fault that was found. Default: none. */
  faults?: readonly Fault[];
  /** Headers that the answer needs, names and values in turn. Default: none. */
  headers?: readonly string[];
}

/** The end of a request to the control surface that cannot be met. */
export class ControlRefusal {
  readonly problem: ControlProblemId;
  readonly detail: string;
  readonly faults: readonly Fault[];
  readonly headers: readonly string[];

  constructor(
    problem: ControlProblemId,
    detail: string,
    { faults = [], headers = [] }: RefusalDetails = {},
  ) {
    this.problem = problem;
    this.detail = detail;
    this.faults = faults;
    this.headers = headers;
  }
}
