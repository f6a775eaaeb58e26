import { createCommand } from '../command.ts';
import { configOption, contractOptions } from './contract-options.ts';
import { formatOption } from './format-option.ts';

/** `site-contract assumptions`. */
export const assumptions = createCommand({
  name: 'assumptions',
  summary: 'List what the interface leaves open, and what the mock does there',
  usage: '[options]',
  options: {
    ...contractOptions,
    format: formatOption,
    config: configOption,
  },
  examples: [
    {
      line: 'site-contract assumptions',
      does: 'Every question, the value that holds, and the others.',
    },
    {
      line: 'site-contract assumptions --overlay observed.yaml',
      does: 'The same with an overlay, whose changes are marked.',
    },
  ],
  notes: [
    "To change one, write an OpenAPI Overlay and start the mock with --overlay: the action `{ target: \"$['x-assumptions']['list-order']\", update: { value: newest-first } }` lists new sites first.",
  ],
  exits: { 0: 'listed', 2: 'could not run; the reason stands on stderr' },
  run: async ({ contract: document, overlay, format }, { stdout }) => {
    const { loadContract } = await import('../../contract/load-contract.ts');
    const { toAssumptionTable } = await import('../assumption-table.ts');
    const contract = await loadContract({ document, overlays: overlay });
    stdout.write(toAssumptionTable(contract, format));
    return 0;
  },
});
