/*
 * service/conformance/: the suite of the built-in service. It imports conformance/, contract/ and generated/. Start in
 * run-sites.ts, the run; list-checks.ts lists the checks.
 */

import type { ServiceSuite } from '../../conformance/service-suite.ts';
import { isBuiltIn } from '../recognise.ts';
import { explainCheck } from './explain-check.ts';
import { listChecks } from './list-checks.ts';
import type { RunOptions } from './options.ts';
import { runSites } from './run-sites.ts';

/** The checks of the Site Management Service. */
export const siteSuite: ServiceSuite<RunOptions> = {
  recognises: isBuiltIn,
  describeChecks: (contract) => listChecks(contract).map(explainCheck),
  run: runSites,
};
