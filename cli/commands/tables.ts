import { createCommand } from '../command.ts';
import { configOption, contractOptions, formatOption } from '../option.ts';

export const assumptions = createCommand({
  name: 'assumptions',
  summary: 'List what the interface leaves open, and what the mock does',
  usage: '[options]',
  options: {
    ...contractOptions,
    format: formatOption,
    config: configOption,
  },
  examples: [
    {
      line: 'site-contract assumptions',
      does: 'Lists every question with its value and the alternatives.',
    },
    {
      line: 'site-contract assumptions --overlay observed.yaml',
      does: 'The same with an overlay applied; changed values are marked.',
    },
  ],
  notes: [
    "To change an assumption, write an OpenAPI Overlay and start the mock with --overlay. The action `{ target: \"$['x-assumptions']['list-order']\", update: { value: newest-first } }` lists new sites first.",
  ],
  exits: { 0: 'listed', 2: 'could not run; the reason is on stderr' },
  run: async ({ contract: document, overlay, format }, { stdout }) => {
    const { loadContract } = await import('../../contract/load-contract.ts');
    const { toAssumptionTable } = await import('../tables.ts');
    const contract = await loadContract({ document, overlays: overlay });
    stdout.write(toAssumptionTable(contract, format));
    return 0;
  },
});

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
