import { escapeJson } from '../../writers/json-text.ts';
import type { RunResult } from '../results.ts';
import { selectFailures } from './select-failures.ts';

export interface FileReportOptions {
  /** Shows all failures with their exchanges, and whole texts. Default: one exchange for each requirement, or each failed check. */
  full?: boolean;
}

/**
 * The result as JSON, as described by `spec/report.schema.json`. The groups contain the failures of the checks.
 *
 * @example await writeFile('report.json', toJsonReport(result));
 */
export function toJsonReport(result: RunResult, { full = false }: FileReportOptions = {}): string {
  const report = {
    $schema: 'urn:site-contract:report:2',
    // Increases when programs that read the previous version would misread a report.
    formatVersion: 2,
    ...result,
    groups: selectFailures(result.groups, 'each requirement', full),
    checks: result.checks.map(({ requirements, outcome, ...check }) => ({
      ...check,
      requirements: requirements.map(({ id }) => id),
      outcome: 'failures' in outcome ? { ...outcome, failures: undefined } : outcome,
    })),
  };
  const members = Object.entries(report).map(([name, value]) => {
    // One line for each check, observation and record.
    const isList = Array.isArray(value) && value.length > 0 && name !== 'groups';
    const text = isList
      ? `[\n  ${value.map((item) => JSON.stringify(item)).join(',\n  ')}\n ]`
      : JSON.stringify(value, undefined, 1).replaceAll('\n', '\n ');
    return ` ${JSON.stringify(name)}: ${text}`;
  });
  return `${escapeJson(`{\n${members.join(',\n')}\n}`)}\n`;
}
