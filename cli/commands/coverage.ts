import { createCommand } from '../command.ts';
import { configOption, formatOption } from './contract-options.ts';

/** `site-contract coverage`. */
export const coverage = createCommand({
  name: 'coverage',
  summary: 'List the requirements of the interface, and the checks that prove each',
  usage: '[options]',
  options: {
    format: formatOption,
    config: configOption,
  },
  examples: [
    { line: 'site-contract coverage', does: 'Prints a paragraph for each requirement.' },
    {
      line: 'site-contract coverage --format markdown',
      does: 'Prints a Markdown table.',
    },
  ],
  notes: ['For a requirement without a check, it prints why no check can prove it.'],
  exits: { 0: 'listed', 2: 'could not run; the reason is on stderr' },
  run: async ({ format }, { stdout }) => {
    const { listChecks } = await import('../../conformance/index.ts');
    const { contract } = await import('../../contract/index.ts');
    const { toCoverageTable } = await import('../tables.ts');
    stdout.write(toCoverageTable(listChecks(contract), format));
    return 0;
  },
});
