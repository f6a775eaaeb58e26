import { createCommand } from '../command.ts';
import { conformanceOptions } from './conformance-options.ts';

/** `site-contract conformance`. The suite is imported when it runs. */
export const conformance = createCommand({
  name: 'conformance',
  options: conformanceOptions,
  examples: [
    { line: 'site-contract conformance', does: 'Tests a mock started for the run.' },
    {
      line: 'SITE_CONTRACT_API_KEY=<key> site-contract conformance https://staging.example.com --workspace <uuid> --allow-writes --html report.html',
      does: 'Tests a deployment and writes an HTML report.',
    },
    {
      line: 'site-contract conformance --only listSites --seed 7',
      does: 'Runs the checks of one operation, repeatably.',
    },
  ],
  notes: [
    'The service has no delete operation, so the data of a run stays; the report lists it. On another machine, checks that write run only with --allow-writes.',
  ],
  exits: {
    0: 'the target conforms',
    1: 'a requirement is broken',
    2: 'the suite could not run; the reason is on stderr',
  },
  run: async (values, context) =>
    (await import('../conformance/run-conformance.ts')).runConformance(values, context),
});
