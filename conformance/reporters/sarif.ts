import type { CheckResult, RunResult } from '../results.ts';
import { listByStatus } from './group-checks.ts';
import { toJsonText } from './json-text.ts';
import { toReportStatus } from './report-status.ts';
import { toRunCommand } from './run-command.ts';
import { toResults } from './sarif/results.ts';
import { toRule } from './sarif/rules.ts';
import { toVerdictText } from './verdict-text.ts';

const exitCodes = { conforms: 0, broken: 1, 'not-run': 2 } as const;

/**
 * The failures as SARIF 2.1.0, for code scanning: a rule for each check, a result for each failure. A known failure is
 * suppressed, with its reason.
 *
 * @example await writeFile('conformance.sarif', toSarifReport(result));
 */
export function toSarifReport(result: RunResult): string {
  const { tool, contract, target, checks, options, seed, requests } = result;
  const run = {
    tool: { driver: { name: tool.name, version: tool.version, rules: checks.map(toRule) } },
    automationDetails: { id: 'site-contract/conformance/' },
    invocations: [toInvocation(result)],
    results: checks.flatMap((check, ruleIndex) =>
      toResults(check, { ruleIndex, status: toReportStatus(check, options.strict) }),
    ),
    columnKind: 'utf16CodeUnits',
    properties: {
      target: target.baseUrl,
      workspace: target.workspace,
      contract: `${contract.title} ${contract.version}`,
      seed,
      requests,
      verdict: toVerdictText(result).headline,
    },
  };
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [run],
  };
  return toJsonText(log);
}

function toInvocation(result: RunResult): object {
  const { verdict, startedAt, durationMs, warnings } = result;
  const ended = new Date(Date.parse(startedAt) + durationMs).toISOString();
  const notifications = [
    ...(verdict.kind === 'not-run' ? [toNotification('error', verdict.reason)] : []),
    ...warnings.map((warning) => toNotification('warning', warning)),
    ...listByStatus(result, 'error').map(toSuiteError),
  ];
  return {
    executionSuccessful: verdict.kind !== 'not-run',
    exitCode: exitCodes[verdict.kind],
    commandLine: toRunCommand(result),
    startTimeUtc: startedAt,
    endTimeUtc: ended,
    toolExecutionNotifications: notifications,
  };
}

function toNotification(level: 'error' | 'warning', text: string): object {
  return { level, message: { text } };
}

function toSuiteError({ id, outcome }: CheckResult): object {
  const reason = outcome.status === 'error' ? outcome.reason : '';
  return { ...toNotification('warning', `Suite error: ${reason}`), associatedRule: { id } };
}
