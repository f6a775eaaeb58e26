/** Writes the tables in `docs/` and the schema of the config file: `npm run docs`. */
import { writeFile } from 'node:fs/promises';
import { listChecks } from '../conformance/index.ts';
import { contract } from '../contract/index.ts';
import { toConfigSchema } from './config-file.ts';
import { commands } from './run-command.ts';
import { toDocuments } from './tables.ts';

async function main(): Promise<void> {
  const documents = toDocuments(listChecks(contract));
  for (const [file, text] of Object.entries(documents)) await writeFile(file, text);
  const loaded = await Promise.all(Object.values(commands).map(({ load }) => load()));
  await writeFile('spec/config.schema.json', toConfigSchema(loaded));
}

void main();
