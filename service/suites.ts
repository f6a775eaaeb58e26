/*
 * service/: what is special about the built-in service. mock/ and conformance/ in it extend the engine of the same name; entries/
 * are entries of the package. It may import the engine. Start here for the suites, in mock/behaviours.ts for the mock.
 */

import { type CheckDescription, describePlannedChecks } from '../conformance/describe-checks.ts';
import type { RunEvent as SuiteEvent } from '../conformance/options.ts';
import type { RunResult } from '../conformance/results.ts';
import { runAnyContract } from '../conformance/run-any-contract.ts';
import type { ServiceSuite } from '../conformance/service-suite.ts';
import { withValidExamples } from '../conformance/valid-examples.ts';
import { type Contract, contract as defaultContract } from '../contract/index.ts';
import { siteSuite } from './conformance/index.ts';
import type { RunOptions } from './conformance/options.ts';

/** The services that have checks of their own. */
const suites: readonly ServiceSuite<RunOptions>[] = [siteSuite];

function findSuite(contract: Contract): ServiceSuite<RunOptions> | undefined {
  return suites.find((suite) => suite.recognises(contract));
}

/** Describes the checks of a contract. */
export function describeChecks(contract: Contract): CheckDescription[] {
  return findSuite(contract)?.describeChecks(contract) ?? describePlannedChecks(contract);
}

/**
 * Runs the suite against a base URL.
 *
 * @example const result = await runSuite({ baseUrl: 'http://127.0.0.1:4010', apiKey, workspace });
 * @returns the results; no behaviour of the target throws an error
 * @throws if `only` has a name that selects no check, or if one of your own checks is incomplete, has an unknown value, or
 *   has the id of another check
 */
export async function runSuite(options: RunOptions): Promise<RunResult> {
  const { contract = defaultContract, onEvent } = options;
  const suite = findSuite(contract);
  if (suite !== undefined) return suite.run(contract, options);
  const tell = (event: SuiteEvent) =>
    onEvent?.(event.type === 'planned' ? { ...event, sites: 0 } : event);
  return runAnyContract(withValidExamples(contract), { ...options, onEvent: tell });
}
