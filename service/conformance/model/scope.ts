/*
 * service/conformance/model/: what the checks of the built-in service stand on: calls, records, the ledger of what was written,
 * and what lists must show. It imports conformance/runner/, data/ and contract/. Start here: what a check is; then call.ts and
 * records.ts.
 */

import type { Exchange, Failure, Level } from '../../../conformance/results.ts';
import type { Credential } from '../../../conformance/runner/client.ts';
import type { Halt } from '../../../conformance/runner/halt.ts';
import type { Journal } from '../../../conformance/runner/journal.ts';
import type { Probes } from '../../../conformance/runner/probes.ts';
import type { Sent, Target } from '../../../conformance/runner/target.ts';
import type { Contract } from '../../../contract/index.ts';
import type { RequirementId } from '../../../generated/requirements.js';
import type { SiteBudget } from './budget.ts';
import type { Ledger } from './ledger.ts';
import type { Forms, Names } from './names.ts';

/** How long a list may lag behind writes, in milliseconds. */
export const settleMs = 3000;

/** State that all checks of a run share. */
export interface Run {
  /** The contract to check against. */
  contract: Contract;
  /** The service under test. */
  target: Target;
  /** Ends the run early. */
  halt: Halt;
  /** Selects among many similar probes. */
  probes: Probes;
  /** Names of the shared records that the selected checks use. */
  uses: Set<string>;
  /** Checks with a request that got no response or was not sent, with the reason. */
  interrupted: Map<string, Error>;
  /** All exchanges of the run. */
  journal: Journal;
  /** The records that the run created, with their expected values. */
  ledger: Ledger;
  /** The options of the run. */
  options: RunSettings;
  /** Whether requests that change the target are allowed. */
  mayWrite: boolean;
  /** Limits the number of sites that the run creates. */
  budget: SiteBudget;
  /** How long to wait for a list to show writes, and the longest delay so far, in milliseconds. */
  patience: { most: number; longest: number };
  /** The valid credential. */
  credential: Credential;
  /** A domain for which the target accepts hosts, or a known host if it accepts only existing ones. */
  domain: string;
  /** The forms of values that the target accepts. */
  forms: Forms;
  /** A random number that names and unknown ids are derived from. It differs for each run, even with the same seed. */
  mark: number;
  /** Whether this run generated a name. */
  isOwnName(name: string): boolean;
  /** Creates the names of the check at this index. */
  createNames(checkIndex: number): Names;
  /** Removes all secrets from a text. */
  redact(text: string): string;
  /** Creates a shared value on first use, and returns the same one to all checks. */
  share<T>(name: string, make: () => Promise<T>): Promise<T>;
  /** Converts a request and its response for a report. Pass the result to `scope.fail` as `exchange`. */
  show(sent: Sent): Exchange;
}

interface RunSettings {
  /** The API key of the App. */
  apiKey: string;
  /** UUID of the workspace to test in. */
  workspace: string;
  /** UUID of a second workspace, if there is one. */
  otherWorkspace: string | undefined;
  /** Repeats the run. */
  seed: number;
  /** Whether checks run that need about 110 sites. */
  thorough: boolean;
}

/**
 * When a check runs. `calls` checks run concurrently and may write. `listing` checks run concurrently after them and only
 * read. `verdict` checks run last and evaluate all responses so far.
 */
export const stages = ['calls', 'listing', 'verdict'] as const;
export type Stage = (typeof stages)[number];

/** One check as data. */
export interface Check {
  /** A permanent id: `<operationId or service>/<expectation>`. */
  id: string;
  /** A plain sentence in the present tense. */
  title: string;
  /** The operation that it checks; `service` if it checks several. */
  operation: string;
  /** How a failure counts. An `OBSERVE` check calls `scope.observe`, and never fails the run. */
  level: Level;
  /** The requirements that it proves. */
  requirements: readonly RequirementId[];
  /** What is sent; shown by `--explain`, with `expects`. */
  sends: string;
  /** What a correct target returns. */
  expects: string;
  /** When it runs. */
  stage: Stage;
  /** Whether it changes data of a conforming target. */
  writes: boolean;
  /** The number of records that it creates, without shared ones. Default: 0. */
  creates?: number;
  /** The shared records that it uses. Each is created once in a run. Default: none. */
  uses?: readonly string[];
  /**
   * Sends requests that must be refused. It passes only if the run also had an accepted request of the operation.
   * Default: false.
   */
  refuses?: boolean;
  /** A failure says where the target serves its operations, if not at the base URL. Default: false. */
  locates?: boolean;
  /** Runs only with `--thorough`. Default: false. */
  thorough?: boolean;
  /** Sends requests, and calls `scope.fail` for each broken expectation. Returning without one passes the check. */
  run(scope: Scope): Promise<void> | void;
}

/** The run, and the check that sends a request. */
export interface Sender {
  /** The run: its options, and functions to send requests and show them in reports. */
  run: Run;
  /** The check that sends a request. */
  check: { id: string };
}

/** The run, and functions to report results. Each check receives one. */
export interface Scope extends Sender, Names {
  /** This check. */
  check: Check;
  /** Records a broken expectation. The check continues. */
  fail(failure: Failure): void;
  /** Records what the target does where the interface is undocumented. */
  observe(
    statement: string,
    assumption?: { id: string; value: string | number | boolean | null },
  ): void;
  /** A seed derived from the seed of the run and the id of the check. */
  seed: number;
}
