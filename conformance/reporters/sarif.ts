import { type FailureGroup, hasThrown, type KnownFailure, type RunResult } from '../results.ts';
import { type FileReportOptions, toJsonText } from './json.ts';
import { shortenGroups, toFailureLines, toRunCommand, toVerdictText } from './texts.ts';

const exitCodes = { conforms: 0, broken: 1, 'not-run': 2 } as const;

interface SarifReportOptions extends FileReportOptions {
  /** A file of your repository that results refer to, for example the contract. Default: none. */
  file?: string | undefined;
}

/**
 * The failures as SARIF 2.1.0 for code scanning, with a rule for each broken requirement and a result for each failure.
 * Known failures are suppressed.
 *
 * @example await writeFile('conformance.sarif', toSarifReport(result));
 */
export function toSarifReport(
  result: RunResult,
  { file, full = false }: SarifReportOptions = {},
): string {
  const { tool, contract, target, seed, requests } = result;
  const groups = shortenGroups(result.groups, full);
  const run = {
    tool: { driver: { name: tool.name, version: tool.version, rules: groups.map(toRule) } },
    automationDetails: { id: 'site-contract/conformance/' },
    invocations: [toInvocation(result)],
    results: groups.flatMap((group, ruleIndex) => toResults(result, group, ruleIndex, file)),
    columnKind: 'utf16CodeUnits',
    properties: {
      target: target.baseUrl,
      workspace: target.workspace,
      contract: `${contract.title} ${contract.version}`,
      ...{ seed, requests, verdict: toVerdictText(result).headline },
    },
  };
  return toJsonText({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [run],
  });
}

function toInvocation(result: RunResult): object {
  const { verdict, startedAt, durationMs, warnings, checks } = result;
  const errors = verdict.kind === 'not-run' ? [verdict.reason] : [];
  const thrown = checks
    .filter(hasThrown)
    .map(({ id, outcome }) => `${id}: ${'reason' in outcome ? outcome.reason : ''}`);
  const toNotifications = (level: 'error' | 'warning', texts: readonly string[]) =>
    texts.map((text) => ({ level, message: { text } }));
  return {
    executionSuccessful: verdict.kind !== 'not-run',
    exitCode: exitCodes[verdict.kind],
    commandLine: toRunCommand(result),
    startTimeUtc: startedAt,
    endTimeUtc: new Date(Date.parse(startedAt) + durationMs).toISOString(),
    toolExecutionNotifications: [
      ...toNotifications('error', errors),
      ...toNotifications('warning', [...warnings, ...thrown]),
    ],
  };
}

/** The rules of known failures have other ids, because the rules of a SARIF file are unique. */
function toRuleId({ requirement, level, known }: FailureGroup): string {
  return [requirement.id, ...(level === 'MUST' ? [] : [level]), ...(known ? ['known'] : [])].join(
    '/',
  );
}

function toRule(group: FailureGroup): object {
  const { requirement, level, operations } = group;
  const description = { text: `${requirement.statement} (${requirement.section})` };
  return {
    id: toRuleId(group),
    shortDescription: { text: requirement.statement },
    fullDescription: description,
    help: description,
    defaultConfiguration: { level: level === 'MUST' ? 'error' : 'warning' },
    properties: { tags: [level, ...operations] },
  };
}

function toResults(
  { checks, options }: RunResult,
  group: FailureGroup,
  ruleIndex: number,
  file: string | undefined,
): object[] {
  return group.failures.map((failure, index) => {
    const { check, operation, pointer } = failure;
    const outcome = checks.find(({ id }) => id === check)?.outcome;
    const known = outcome?.status === 'failed' ? outcome.known : undefined;
    return {
      ruleId: toRuleId(group),
      ruleIndex,
      kind: 'fail',
      level: group.level === 'MUST' || options.strict ? 'error' : 'warning',
      message: { text: toFailureLines(failure).join('\n') },
      locations: [
        {
          // The target's source code is unknown. Code scanning rejects a file without a line.
          ...(file !== undefined && {
            physicalLocation: { artifactLocation: { uri: file }, region: { startLine: 1 } },
          }),
          logicalLocations: [{ name: operation, kind: 'function' }],
        },
      ],
      partialFingerprints: { 'checkAndPlace/v1': `${check}#${index}` },
      ...(known !== undefined && { suppressions: [toSuppression(known)] }),
      properties: { check, ...(pointer !== undefined && { pointer }) },
    };
  });
}

/** Code scanning lists a suppressed result as closed. */
function toSuppression({ reason, expires }: KnownFailure): object {
  return { kind: 'external', status: 'accepted', justification: `${reason} (until ${expires})` };
}
