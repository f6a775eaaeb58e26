import type { AnyCheck, AnyScope } from '../runner/check.ts';
import type { AnyRun, AnySettings, Budget } from '../runner/run.ts';
import type { Ledger } from './ledger.ts';
import type { Forms } from './names.ts';

/** Limits the number of sites that the run creates. */
export interface SiteBudget extends Budget {
  /** Sets the limit. Must be called before the first request. */
  announce(sites: { planned: number; most: number }): void;
  /** Reads the lists as they are before the run creates anything. */
  start(): Promise<void>;
}

/** How long a list may lag behind writes, in milliseconds. */
export const settleMs = 3000;

/** A run against the Site Management Service: the parts of any run, and the records of this service. */
export interface Run extends AnyRun {
  /** The records that the run created, with their expected values. */
  ledger: Ledger;
  /** The options of the run. */
  options: RunSettings;
  /** Limits the number of sites that the run creates. */
  budget: SiteBudget;
  /** A domain for which the target accepts hosts, or a known host if it accepts only existing ones. */
  domain: string;
  /** The forms of values that the target accepts. */
  forms: Forms;
  /** A random number that names and unknown ids are derived from. It differs for each run, even with the same seed. */
  mark: number;
  /** Whether this run generated a name. */
  isOwnName(name: string): boolean;
}

export interface RunSettings extends AnySettings {
  /** The API key of the App. */
  apiKey: string;
  /** UUID of the workspace to test in. */
  workspace: string;
  /** UUID of a second workspace, if there is one. */
  otherWorkspace: string | undefined;
  /** Whether checks run that need about 110 sites. */
  thorough: boolean;
}

/** A check of the Site Management Service. */
export interface Check extends AnyCheck<Run> {
  /** Sends requests, and calls `scope.fail` for each broken expectation. Returning without one passes the check. */
  run(scope: Scope): Promise<void> | void;
}

/** The run, and functions to report results. Each check receives one. */
export interface Scope extends AnyScope<Run> {
  /** This check. */
  check: Check;
}
