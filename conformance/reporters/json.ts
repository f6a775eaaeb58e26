import type { RunResult } from '../results.ts';

/** Grows by one when a reader of the last version would misread a report. */
export const reportFormatVersion = 1;

/** Names the schema of a report, `spec/report.schema.json`. */
export const reportSchemaId = 'urn:site-contract:report:1';

// Written as escapes: some terminals obey them, some readers of lines break there, and nobody sees the others.
const unsafe = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffe\uffff]/gu;

/**
 * The whole result as JSON, for programs: `spec/report.schema.json` describes it.
 *
 * @example await writeFile('report.json', toJsonReport(result));
 */
export function toJsonReport(result: RunResult): string {
  const report = { $schema: reportSchemaId, formatVersion: reportFormatVersion, ...result };
  const text = JSON.stringify(report, undefined, 2);
  return `${text.replace(unsafe, toJsonEscape)}\n`;
}

function toJsonEscape(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
}
