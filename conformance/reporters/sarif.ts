import { toJsonText } from '../../writers/json-text.ts';
import {
  doesCount,
  exitCodes,
  type FailureGroup,
  type GroupedFailure,
  hasThrown,
  type RunResult,
} from '../results.ts';
import type { FileReportOptions } from './json.ts';
import { selectFailures } from './select-failures.ts';
import { toFailureLines, toVerdictText } from './texts.ts';

/**
 * The failures as SARIF 2.1.0 for code scanning, with a rule for each broken requirement and a result for each failure.
 * Known failures are suppressed.
 *
 * @example await writeFile('conformance.sarif', toSarifReport(result));
 */
export function toSarifReport(result: RunResult, { full = false }: FileReportOptions = {}): string {
  const { tool, contract, target, seed, requests, options } = result;
  const { baseUrl, ...places } = target;
  const groups = selectFailures(result.groups, 'each check', full);
  const rules = groups.map((group) => toRule(group, options.strict));
  const run = {
    tool: { driver: { name: tool.name, version: tool.version, rules } },
    automationDetails: { id: 'site-contract/conformance/' },
    invocations: [toInvocation(result)],
    results: groups.flatMap((group, ruleIndex) => toResults(result, group, ruleIndex)),
    columnKind: 'utf16CodeUnits',
    properties: {
      target: baseUrl,
      ...places,
      contract: `${contract.title} ${contract.version}`,
      seed,
      requests,
      verdict: toVerdictText(result).headline,
    },
  };
  return toJsonText(
    {
      $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
      version: '2.1.0',
      runs: [run],
    },
    1,
  );
}

function toInvocation(result: RunResult): object {
  const { verdict, startedAt, durationMs, warnings, checks, command } = result;
  const errors = verdict.kind === 'not-run' ? [verdict.reason] : [];
  const thrown = checks.filter(hasThrown).map(({ id, outcome }) => {
    const reason = 'reason' in outcome ? outcome.reason : '';
    return `${id}: ${reason}`;
  });
  const toNotifications = (level: 'error' | 'warning', texts: readonly string[]) =>
    texts.map((text) => ({ level, message: { text } }));
  return {
    executionSuccessful: verdict.kind !== 'not-run',
    exitCode: exitCodes[verdict.kind],
    ...(command !== undefined && { commandLine: command }),
    startTimeUtc: startedAt,
    endTimeUtc: new Date(Date.parse(startedAt) + durationMs).toISOString(),
    toolExecutionNotifications: [
      ...toNotifications('error', errors),
      ...toNotifications('warning', [...warnings, ...thrown]),
    ],
  };
}

/** The rules of known failures have other ids, because the rules of a SARIF file are unique. */
function toRuleId({ requirement, level, known: isKnown }: FailureGroup): string {
  const parts = [requirement.id, level === 'MUST' ? '' : level, isKnown ? 'known' : ''];
  return parts.filter((part) => part !== '').join('/');
}

function toRule(group: FailureGroup, strict: boolean): object {
  const { requirement, level, operations } = group;
  const description = { text: `${requirement.statement} (${requirement.section})` };
  return {
    id: toRuleId(group),
    shortDescription: { text: requirement.statement },
    fullDescription: description,
    help: description,
    defaultConfiguration: { level: toLevel(group, strict) },
    properties: { tags: [level, ...operations] },
  };
}

function toLevel(group: FailureGroup, strict: boolean): 'error' | 'warning' {
  return doesCount(group, strict) ? 'error' : 'warning';
}

function toResults({ options }: RunResult, group: FailureGroup, ruleIndex: number): object[] {
  return group.failures.map((failure) => {
    const { check, operation, pointer, known: acceptance } = failure;
    const justification = `${acceptance?.reason} (until ${acceptance?.expires})`;
    return {
      ruleId: toRuleId(group),
      ruleIndex,
      kind: 'fail',
      level: toLevel(group, options.strict),
      message: { text: toFailureLines(failure).join('\n') },
      // The target's source code is unknown.
      locations: [{ logicalLocations: [{ name: operation, kind: 'function' }] }],
      partialFingerprints: { 'checkAndPlace/v2': toFingerprint(group, failure) },
      // Code scanning lists a suppressed result as closed.
      ...(acceptance !== undefined && {
        suppressions: [{ kind: 'external', status: 'accepted', justification }],
      }),
      properties: { check, ...(pointer !== undefined && { pointer }) },
    };
  });
}

/** Identifies a failure in the reports of several runs. Items of a list are at other places if the data is different. */
function toFingerprint({ requirement }: FailureGroup, { check, pointer }: GroupedFailure): string {
  const pattern = pointer?.replaceAll(/\/\d+(?=\/|$)/g, '/*');
  return [check, requirement.id, ...(pattern ? [pattern] : [])].join(' ');
}
