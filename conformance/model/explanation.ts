import type { Failure } from '../results.ts';
import type { Run } from '../runner/run.ts';
import type { Sent } from '../runner/target.ts';

/** What is added to a failure once the whole run is known. */
export type Explanation = Partial<Pick<Failure, 'finding' | 'cause' | 'about'>>;

/** A failure with the exchange that shows it. */
export interface Shown {
  failure: Failure;
  sent: Sent;
  run: Run;
  /** operationId of the exchange. */
  operation: string;
}

/** What explains other failures comes before all of them. */
export const spreading = { what: 'writes reach other records', distance: -1 };
