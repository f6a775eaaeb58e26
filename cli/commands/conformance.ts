import { createCommand } from '../command.ts';
import { conformanceOptions } from './conformance-options.ts';

/** `site-contract conformance`. The suite is loaded when it runs. */
export const conformance = createCommand({
  name: 'conformance',
  summary: 'Run the conformance suite against a base URL, or against a mock of its own',
  usage: '[base-url] [options]',
  options: conformanceOptions,
  examples: [
    { line: 'site-contract conformance', does: 'Starts a mock on a free port and checks it.' },
    {
      line: 'SITE_CONTRACT_API_KEY=<key> site-contract conformance https://staging.example.com --workspace <uuid> --allow-writes --html report.html',
      does: 'Checks a deployment and writes a page about it.',
    },
    {
      line: 'site-contract conformance --only listSites --seed 7',
      does: 'Runs the checks of one operation, and the same again with the same seed.',
    },
  ],
  notes: [
    'The interface has no delete: what a run creates stays. A target that is not on this machine is written to with --allow-writes alone; without it, checks that write are skipped. Every run ends with the list of what it created.',
  ],
  exits: {
    0: 'the target conforms',
    1: 'a requirement is broken',
    2: 'the suite could not run; the reason stands on stderr',
  },
  run: async (values, context) =>
    (await import('../conformance/run-conformance.ts')).runConformance(values, context),
});
