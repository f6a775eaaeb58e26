import { lstatSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Command as Parser } from 'commander';
import type { OptionTable } from './option.ts';

/**
 * Removes the reports that a command is going to write. If it cannot start or is killed, no report of an earlier run, or one
 * that somebody planted, is taken for its own. Files that the command also reads stay until it replaces them.
 */
export function removeEarlierReports(
  table: OptionTable,
  values: Readonly<Record<string, unknown>>,
) {
  const reports: string[] = [];
  const inputs = new Set<string>();
  for (const [key, value] of Object.entries(values)) {
    const listReports = table[key]?.listReports;
    for (const text of [value].flat()) {
      if (typeof text !== 'string') continue;
      if (listReports === undefined) inputs.add(toLocation(text));
      else reports.push(...listReports(text));
    }
  }
  for (const file of reports) if (!inputs.has(toLocation(file))) removeFile(file);
}

/** The same for a command whose options are wrong: their texts as far as they were read. */
export function removeNamedReports(table: OptionTable, parser: Parser): void {
  const values: Record<string, unknown> = {};
  for (const [key, { positional, fallback }] of Object.entries(table)) {
    const text: unknown = parser.getOptionValue(key);
    const isGiven = Array.isArray(text) ? text.length > 0 : text !== undefined;
    if (positional !== true) values[key] = isGiven ? text : fallback;
  }
  for (const [position, word] of parser.args.entries()) values[`argument ${position}`] = word;
  removeEarlierReports(table, values);
}

/** The path of a file without links. It may not exist. */
function toLocation(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return path.resolve(file);
  }
}

/** Devices and pipes stay, and so does what cannot be removed: writing the report then explains why. */
function removeFile(file: string): void {
  try {
    const stats = lstatSync(file);
    if (stats.isFile()) rmSync(file);
  } catch {
    // Nothing is there, or it is not accessible.
  }
}
