import { loadContract } from '../../contract/load-contract.ts';
import { createCommand } from '../command.ts';
import { oneOf, sharedOptions, value } from '../option.ts';

export const interfaceCommand = createCommand({
  options: {
    part: value('', 'What to list: requirements or assumptions', {
      parse: oneOf(['requirements', 'assumptions']),
      positional: true,
      shown: 'both',
    }),
    format: value('<form>', 'Output format: text, markdown or json', {
      parse: oneOf(['text', 'markdown', 'json']),
      fallback: 'text',
    }),
    ...sharedOptions,
  },
  help: `Examples:
  site-contract interface requirements
      Lists each requirement, and the checks that prove it.
  site-contract interface assumptions --overlay observed.yaml
      Lists each open question with the value of the mock; values that the overlay changes are marked.

To change an assumption, write an OpenAPI Overlay and start the mock with --overlay. The action \`{ target: "$['x-assumptions']['list-order']", update: { value: newest-first } }\` lists new sites first.

Exit codes:
  0  listed
  2  could not run; the reason is on stderr`,
  run: async ({ part, contract: document, overlay, format }, { stdout }) => {
    const { toInterfaceTables } = await import('../tables.ts');
    const contract = await loadContract({ document, overlays: overlay });
    const checks =
      part === 'assumptions'
        ? []
        : (await import('../../conformance/index.ts')).listChecks(contract);
    stdout.write(toInterfaceTables(contract, checks, format, part));
    return 0;
  },
});
