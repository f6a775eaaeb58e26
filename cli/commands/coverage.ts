import { createCommand } from '../command.ts';
import { configOption } from './contract-options.ts';
import { formatOption } from './format-option.ts';

/** `site-contract coverage`. */
export const coverage = createCommand({
  name: 'coverage',
  summary: 'List the sentences of the interface, and the checks that prove each',
  usage: '[options]',
  options: {
    format: formatOption,
    config: configOption,
  },
  examples: [
    { line: 'site-contract coverage', does: 'One requirement a paragraph.' },
    {
      line: 'site-contract coverage --format markdown',
      does: 'The same as a table for a document.',
    },
  ],
  notes: ['A requirement without a check says why no check can prove it.'],
  exits: { 0: 'listed', 2: 'could not run; the reason stands on stderr' },
  run: async ({ format }, { stdout }) => {
    const { listChecks } = await import('../../conformance/index.ts');
    const { contract } = await import('../../contract/index.ts');
    const { toCoverageTable } = await import('../coverage-table.ts');
    stdout.write(toCoverageTable(listChecks(contract), format));
    return 0;
  },
});
