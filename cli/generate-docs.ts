/** Writes the tables in `docs/` from the document, the requirements and the checks: `npm run docs`. */
import { mkdir, writeFile } from 'node:fs/promises';
import { listChecks } from '../conformance/index.ts';
import { contract } from '../contract/index.ts';
import { toDocuments } from './tables.ts';

async function main(): Promise<void> {
  await mkdir('docs', { recursive: true });
  const documents = toDocuments(listChecks(contract));
  for (const [file, text] of Object.entries(documents)) await writeFile(file, text);
}

void main();
