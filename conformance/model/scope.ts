import type { Check as AnyCheck, Scope as AnyScope } from '../runner/check.ts';
import type { Run as AnyRun, RunSettings as AnySettings } from '../runner/run.ts';
import type { Ledger } from './ledger.ts';
import type { Forms } from './names.ts';

/** A run against the Site Management Service: what any run has, and the records of this service. */
export interface Run extends AnyRun {
  ledger: Ledger;
  options: RunSettings;
  /** How many sites the run may create in all. */
  mostSites: number;
  /** The domain under which the target takes hosts, or one of the known hosts where it takes those alone. */
  domain: string;
  /** How values have to look that the target takes. */
  forms: Forms;
  /** A random number: names and unknown ids follow from it, so that no two runs share any, not even of one seed. */
  mark: number;
  /** Whether a name was made up by this run. */
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
export type Check = AnyCheck<Run>;

/** What such a check is given. */
export type Scope = AnyScope<Run>;
