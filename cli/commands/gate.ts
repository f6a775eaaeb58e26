import { stepIds } from '../../gate/steps.ts';
import { createCommand } from '../command.ts';
import { gateOptions } from './gate-options.ts';

export const gate = createCommand({
  name: 'gate',
  options: gateOptions,
  examples: [
    {
      line: 'site-contract gate --base git:origin/main',
      does: 'Checks a change before it is merged.',
    },
    {
      line: 'site-contract gate --only deployment --target https://sites.staging.example',
      does: 'Tests a deployment before a release.',
    },
  ],
  notes: [
    `Steps: ${stepIds.join(', ')}. Each step reports what it did, or why it was skipped.`,
    'The step "deployment" takes the key and the workspace from SITE_CONTRACT_API_KEY and SITE_CONTRACT_WORKSPACE.',
    'The reports folder contains gate.md, gate.json, and the reports of each step.',
  ],
  exits: {
    0: 'every step that ran passed',
    1: 'a step failed',
    2: 'a step could not run, or none applied; the reason is in the report',
  },
  run: async (values, context) =>
    (await import('../gate/run-gate-command.ts')).runGateCommand(values, context),
});
