import { createCommand } from '../command.ts';
import { configOption, contractOptions, formatOption } from './contract-options.ts';

/** `site-contract assumptions`. */
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
