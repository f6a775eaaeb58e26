import type { RunResult } from '../results.ts';
import { toJsonText } from './json-text.ts';

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
