import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { replaceFile } from '../../contract/files.ts';
import { loadContract } from '../../contract/load-contract.ts';
import { type Context, createCommand, toNote } from '../command.ts';
import { type OptionValues, sharedOptions, value } from '../option.ts';
import { toUnwritable } from '../usage-error.ts';

const options = {
  ...sharedOptions,
  out: value('<folder>', 'Folder for the module', {
    fallback: 'compiled',
    isFile: () => true,
    isWritten: true,
  }),
};

export const compile = createCommand({
  options,
  help: `Examples:
  site-contract compile --contract openapi.yaml --out src/contract
      Writes src/contract/contract.mjs, and its types.

The module has the document, the resources and the validators. A mock of it runs where code from text is forbidden, such as in service workers with a strict policy and at the edge: \`createMock({ contract })\`. Run the command again after each change of the document, and after each update of site-contract.

Exit codes:
  0  written
  2  could not run; the reason is on stderr`,
  run: runCompile,
});

async function runCompile(
  { contract: document, overlay, out }: OptionValues<typeof options>,
  context: Context,
): Promise<number> {
  const contract = await loadContract({ document, overlays: overlay });
  const { moduleTypes, writeModule } = await import('../../contract/compiled/write-module.ts');
  const file = path.join(out, 'contract.mjs');
  try {
    mkdirSync(out, { recursive: true });
    replaceFile(file, writeModule(contract));
    replaceFile(path.join(out, 'contract.d.mts'), moduleTypes);
  } catch (error) {
    throw toUnwritable('out', out, error);
  }
  toNote(context)(`wrote ${file}`);
  return 0;
}
