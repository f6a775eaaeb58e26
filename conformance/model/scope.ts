import type { AnyCheck, AnyScope } from '../runner/check.ts';
import type { AnyRun, AnySettings } from '../runner/run.ts';
import type { Ledger } from './ledger.ts';
import type { Forms } from './names.ts';

/** A run against the Site Management Service: the parts of any run, and the records of this service. */
export interface Run extends AnyRun {
  ledger: Ledger;
  options: RunSettings;
  /** Maximum number of sites that the run may create. */
  mostSites: number;
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
  apiKey: string;
  workspace: string;
  otherWorkspace: string | undefined;
  thorough: boolean;
  /** How long a list may lag behind writes, in milliseconds. */
  settleMs: number;
}

/** A check of the Site Management Service. */
export interface Check extends AnyCheck<Run> {
  run(scope: Scope): Promise<void> | void;
}

/** The run, and functions to report results. Each check receives one. */
export interface Scope extends AnyScope<Run> {
  check: Check;
}
