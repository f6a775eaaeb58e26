import type { Check as AnyCheck, Scope as AnyScope } from '../runner/check.ts';
import type { Run as AnyRun, RunSettings as AnySettings } from '../runner/run.ts';
import type { Ledger } from './ledger.ts';
import type { Forms } from './names.ts';

/** A run against the Site Management Service: what any run has, and the records of this service. */
export interface Run extends AnyRun {
  ledger: Ledger;
  options: RunSettings;
  /** The maximum number of sites that the run may create. */
  mostSites: number;
  /** A domain under which the target accepts hosts, or a known host if it accepts only those. */
  domain: string;
  /** The forms of values that the target accepts. */
  forms: Forms;
  /** A random number from which names and unknown ids are derived. No two runs share any, even with the same seed. */
  mark: number;
  /** Whether this run created a name. */
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

/** What a check gets: the run, and functions to report what it found. */
export interface Scope extends AnyScope<Run> {
  check: Check;
}
