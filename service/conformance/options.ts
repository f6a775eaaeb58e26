import type {
  CheckedEvent,
  PlannedEvent,
  RunOptions as SuiteOptions,
  WaitingEvent,
} from '../../conformance/options.ts';
import type { Contract } from '../../contract/index.ts';
import type { Check } from './model/scope.ts';

/** The options of a run. */
export interface RunOptions extends Omit<SuiteOptions, 'onEvent'> {
  /** UUID of the workspace to test in. */
  workspace: string;
  /** UUID of a second workspace. Default: a random UUID, if the target accepts any. */
  otherWorkspace?: string | undefined;
  /** Your own checks, which run together with those of the suite. Default: none. */
  checks?: readonly Check[] | undefined;
  /** The contract to check against. Default: the included one. */
  contract?: Contract | undefined;
  /** Called with the progress of the run. Default: no listener. */
  onEvent?: ((event: RunEvent) => void) | undefined;
}

/** The progress of a run. */
export type RunEvent = PlannedSitesEvent | WaitingEvent | CheckedEvent;

/** Sent before the first request. */
interface PlannedSitesEvent extends PlannedEvent {
  /** The maximum number of sites that the run creates. */
  sites: number;
}
