/** Writes the tables in `docs/`: `npm run docs`. */
import { writeFile } from 'node:fs/promises';
import { listChecks } from '../conformance/index.ts';
import { contract } from '../contract/index.ts';
import { toInterfaceTables } from './tables.ts';

async function writeTable(
  part: 'requirements' | 'assumptions',
  file: string,
  title: string,
  text: string,
): Promise<void> {
  const table = toInterfaceTables(contract, listChecks(contract), 'markdown', part);
  const note = '<!-- Made by `npm run docs`. Do not edit. -->';
  await writeFile(file, `${note}\n# ${title}\n\n${text}\n\n${table}`);
}

void writeTable(
  'requirements',
  'docs/coverage.md',
  'Requirements and their checks',
  'Every requirement of the interface that a client can observe, with its level, and the checks that prove it or the reason why none can. `site-contract conformance --explain <id>` explains a check.',
);
void writeTable(
  'assumptions',
  'docs/assumptions.md',
  'Assumptions: what the interface leaves open',
  'The mock behaves as listed here. The conformance suite only observes these points, and never fails a deployment for them. To change a value, start the mock with an OpenAPI Overlay: `site-contract mock --overlay <file>`. `site-contract conformance --observed <file>` writes an overlay from what a deployment does.',
);
