import type { RunResult } from '../results.ts';

/** Grows by one when a reader of the last version would misread a report. */
const reportFormatVersion = 1;

/** Names the schema of a report, `spec/report.schema.json`. */
const reportSchemaId = 'urn:site-contract:report:1';

/**
 * The whole result as JSON, for programs: `spec/report.schema.json` describes it.
 *
 * @example await writeFile('report.json', toJsonReport(result));
 */
export function toJsonReport(result: RunResult): string {
  return toJsonText({ $schema: reportSchemaId, formatVersion: reportFormatVersion, ...result });
}

// Written as escapes: some terminals obey them, some readers of lines break there, and nobody sees the others.
const unsafe = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffe\uffff]/gu;

/** JSON for a file, two spaces a level, in which every character can be seen. */
export function toJsonText(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2).replace(unsafe, toEscape)}\n`;
}

function toEscape(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
}
