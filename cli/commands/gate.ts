import { stepIds } from '../../gate/steps.ts';
import { createCommand } from '../command.ts';
import { gateOptions } from './gate-options.ts';

/** `site-contract gate`. */
export const gate = createCommand({
  name: 'gate',
  summary: 'Run every check that applies, and give one verdict',
  usage: '[options]',
  options: gateOptions,
  examples: [
    { line: 'site-contract gate --base git:origin/main', does: 'Before a change is merged.' },
    {
      line: 'site-contract gate --only deployment --target https://sites.staging.example',
      does: 'Before a release.',
    },
  ],
  notes: [
    `Steps: ${stepIds.join(', ')}. Each step reports what it did, or why it was skipped.`,
    'The step "deployment" takes its key, workspace and baseline from the settings of "conformance".',
    'The folder of reports holds gate.md, gate.json, gate.junit.xml, gate.sarif and gate.html, and the reports of each step.',
  ],
  exits: {
    0: 'every step that ran passed',
    1: 'a step failed',
    2: 'a step could not run, or none applied; the reason is in the report',
  },
  run: async (values, context) =>
    (await import('../gate/run-gate-command.ts')).runGateCommand(values, context),
});
