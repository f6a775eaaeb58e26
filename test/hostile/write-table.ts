import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import type { PartResult } from './campaign.ts';

const file = 'docs/reliability.md';
const start = '<!-- campaign -->';
const end = '<!-- /campaign -->';

/** Formats the measurements of the parts as a Markdown table. */
export function toTable(results: readonly PartResult[]): string {
  return joinRows(
    results
      .flatMap((result) => result.rows)
      .map((row) => `| ${row.what} | ${row.how} | ${row.result} |`),
  );
}

function joinRows(rows: readonly string[]): string {
  return ['| Attack | How | Result |', '| --- | --- | --- |', ...rows].join('\n');
}

/** The rows of a table by their subject. */
function readRows(table: string): Map<string, string> {
  const [, , ...rows] = table.split('\n').filter((line) => line.startsWith('| '));
  return new Map(rows.map((row) => [row.split(' | ')[0] ?? '', row]));
}

/** Replaces the rows of a campaign in the documentation; rows of other parts stay. */
export async function writeTable(results: readonly PartResult[], findings: number): Promise<void> {
  const text = await readFile(file, 'utf8');
  const [before, rest] = text.split(start);
  const [old, after] = rest?.split(end) ?? [];
  if (before === undefined || old === undefined || after === undefined)
    throw new Error(`${file} has no markers for the table; add ${start} and ${end}`);
  const rows = new Map([...readRows(old), ...readRows(toTable(results))]);
  const date = new Date().toISOString().slice(0, 10);
  const machine = `${date}, Node ${process.versions.node}, ${process.platform}, ${cpus().length} cores`;
  const line = `${machine}: ${findings === 0 ? 'all parts passed' : `${findings} findings`}.`;
  const table = joinRows([...rows.values()]);
  await writeFile(file, [before, start, `\n${line}\n\n${table}\n`, end, after].join(''));
}
