/** Writes the tables under `docs/` that follow from the document, the requirements and the checks: `npm run docs`. */
import { mkdir, writeFile } from 'node:fs/promises';
import { toDocuments } from './documents.ts';

async function main(): Promise<void> {
  await mkdir('docs', { recursive: true });
  for (const [file, text] of Object.entries(toDocuments())) await writeFile(file, text);
}

void main();
