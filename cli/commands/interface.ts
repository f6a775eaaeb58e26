import { loadContract } from '../../contract/load-contract.ts';
import { isBuiltIn } from '../../service/recognise.ts';
import { type Context, createCommand } from '../command.ts';
import { type OptionValues, oneOf, sharedOptions, value } from '../option.ts';
import { UsageError } from '../usage-error.ts';

const options = {
  part: value('', 'What to list: requirements, assumptions, or wrong examples', {
    parse: oneOf(['requirements', 'assumptions', 'examples']),
    positional: true,
    shown: 'requirements and assumptions',
  }),
  format: value('<form>', 'Output format: text, markdown or json', {
    parse: oneOf(['text', 'markdown', 'json']),
    fallback: 'text',
  }),
  ...sharedOptions,
};

export const interfaceCommand = createCommand({
  options,
  help: `Examples:
  site-contract interface requirements
      Lists each requirement, and the checks that prove it.
  site-contract interface assumptions --overlay observed.yaml
      Lists each open question with the value of the mock; values that the overlay changes are marked.
  site-contract interface examples --contract openapi.yaml
      Lists the examples and defaults that do not match their schemas.

To change an assumption, write an OpenAPI Overlay and start the mock with --overlay. The action \`{ target: "$['x-assumptions']['list-order']", update: { value: newest-first } }\` lists new records first.

For another contract, it lists the operations with their roles, and the assumptions.

Exit codes:
  0  listed
  1  an example does not match its schema
  2  could not run; the reason is on stderr`,
  run: runInterface,
});

async function runInterface(
  { part, contract: document, overlay, format }: OptionValues<typeof options>,
  { stdout }: Context,
): Promise<number> {
  const contract = await loadContract({ document, overlays: overlay });
  const print = (list: string) => (format === 'json' ? stdout.raw(list) : stdout.text(list));
  if (part === 'examples') {
    const { listWrongExamples, toExampleLines } = await import('../gate/wrong-examples.ts');
    const examples = await listWrongExamples(contract, overlay.length > 0 ? undefined : document);
    print(toExampleLines(examples, format));
    return examples.length === 0 ? 0 : 1;
  }
  if (!isBuiltIn(contract)) {
    if (part === 'requirements')
      throw new UsageError(
        'the requirements belong to the built-in contract; site-contract conformance --list --contract <file> lists the checks of another one',
      );
    const { toOperationTables } = await import('../tables.ts');
    print(toOperationTables(contract, format, part));
    return 0;
  }
  const { toInterfaceTables } = await import('../tables.ts');
  const checks =
    part === 'assumptions'
      ? []
      : (await import('../../service/entries/conformance.ts')).listChecks(contract);
  print(toInterfaceTables(contract, checks, format, part));
  return 0;
}
