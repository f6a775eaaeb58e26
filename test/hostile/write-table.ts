import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import type { PartResult } from './campaign.ts';

const file = 'docs/reliability.md';
const start = '<!-- campaign -->';
const end = '<!-- /campaign -->';

/** What the parts measured, as a table in Markdown. */
export function toTable(results: readonly PartResult[]): string {
  const rows = results.flatMap((result) => result.rows);
  return [
    '| Attack | How | Result |',
    '| --- | --- | --- |',
    ...rows.map((row) => `| ${row.what} | ${row.how} | ${row.result} |`),
  ].join('\n');
}

/** Puts the table of a whole campaign in place of the one in the documentation. */
export async function writeTable(results: readonly PartResult[], findings: number): Promise<void> {
  const text = await readFile(file, 'utf8');
  const [before, rest] = text.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined)
    throw new Error(`${file} has no place for the table: add ${start} and ${end}`);
  const date = new Date().toISOString().slice(0, 10);
  const machine = `${date}, Node ${process.versions.node}, ${process.platform}, ${cpus().length} cores`;
  const line = `${machine}: ${findings === 0 ? 'everything held' : `${findings} findings`}.`;
  await writeFile(file, [before, start, `\n${line}\n\n${toTable(results)}\n`, end, after].join(''));
}
