import { type Contract, explainWrongValue } from '../../contract/index.ts';
import { toExcerpt } from '../../writers/terminal-text.ts';
import type { CheckResult, Exchange, Failure, KnownFailure, Level, RunResult } from '../results.ts';
import { toFinding } from './group-causes.ts';
import { listByStatus, type ReportStatus, toReportStatus } from './report-status.ts';
import {
  toFailureLines,
  toRequirementText,
  toRunCommand,
  toShellText,
  toVerdictText,
} from './report-texts.ts';

/** Incremented when programs that read the previous version would misread a report. */
const reportFormatVersion = 1;

/** Id of the schema of a report, `spec/report.schema.json`. */
const reportSchemaId = 'urn:site-contract:report:1';

/**
 * The whole result as JSON, as described by `spec/report.schema.json`.
 *
 * @example await writeFile('report.json', toJsonReport(result));
 */
export function toJsonReport(result: RunResult): string {
  return toJsonText({ $schema: reportSchemaId, formatVersion: reportFormatVersion, ...result });
}

// Escape these: some control terminals, some break lines in certain programs, and the others are invisible.
const unsafe = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffe\uffff]/gu;

/** Formats JSON for a file, with two spaces per level and all invisible characters escaped. */
function toJsonText(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2).replace(unsafe, toEscape)}\n`;
}

function toEscape(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
}

const exitCodes = { conforms: 0, broken: 1, 'not-run': 2 } as const;

interface SarifReportOptions {
  /** A file of your repository that results refer to, for example the contract. Default: none. */
  file?: string | undefined;
}

/**
 * The failures as SARIF 2.1.0 for code scanning, with a rule for each check and a result for each failure. Known failures
 * are suppressed, with their reason.
 *
 * @example await writeFile('conformance.sarif', toSarifReport(result));
 */
export function toSarifReport(result: RunResult, { file }: SarifReportOptions = {}): string {
  const { tool, contract, target, checks, options, seed, requests } = result;
  const run = {
    tool: { driver: { name: tool.name, version: tool.version, rules: checks.map(toRule) } },
    automationDetails: { id: 'site-contract/conformance/' },
    invocations: [toInvocation(result)],
    results: checks.flatMap((check, ruleIndex) =>
      toResults(check, { ruleIndex, status: toReportStatus(check, options.strict), file }),
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
  return toSarifLog([run]);
}

/** A SARIF file with the findings of one or more tools. */
export function toSarifLog(runs: readonly unknown[]): string {
  return toJsonText({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs,
  });
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

const levels: Readonly<Record<Level, string>> = {
  MUST: 'error',
  SHOULD: 'warning',
  OBSERVE: 'note',
};

/** Converts a check to a SARIF rule. */
function toRule({ id, title, level, operation, requirements }: CheckResult): object {
  const statements = requirements.map(toRequirementText);
  const description = statements.length === 0 ? title : statements.join('\n');
  return {
    id,
    shortDescription: { text: title },
    fullDescription: { text: description },
    help: { text: `${title}\n\n${description}` },
    defaultConfiguration: { level: levels[level] },
    properties: { tags: [operation, level], requirements: requirements.map((entry) => entry.id) },
  };
}

const excerptLength = { value: 2000, body: 8000 };
/** Converts the failures of a check to results with the rule, the requirement and the exchange. */
function toResults(
  check: CheckResult,
  {
    ruleIndex,
    status,
    file,
  }: { ruleIndex: number; status: ReportStatus; file: string | undefined },
): object[] {
  const { outcome, id } = check;
  if (outcome.status !== 'failed') return [];
  return outcome.failures.map((failure, index) => ({
    ruleId: id,
    ruleIndex,
    kind: 'fail',
    level: status === 'tolerated' ? 'warning' : 'error',
    message: { text: toMessage(check, failure) },
    locations: [toLocation(check, file)],
    partialFingerprints: { 'checkAndPlace/v1': `${id}#${index}` },
    ...(outcome.known !== undefined && { suppressions: [toSuppression(outcome.known)] }),
    ...(failure.exchange !== undefined && toExchange(failure.exchange)),
    properties: {
      ...(failure.pointer !== undefined && { pointer: failure.pointer }),
      ...(failure.exchange !== undefined && { reproduce: toShellText(failure) }),
    },
  }));
}

function toMessage(check: CheckResult, failure: Failure): string {
  const [message, ...rows] = toFailureLines(failure, excerptLength.value);
  const finding = toFinding({ check, failure, others: [] });
  return [finding, `${check.title}: ${message}`, ...rows].join('\n');
}

/** The target's source code is unknown, so a result refers to a file only if the options contain one. */
function toLocation({ operation, requirements }: CheckResult, file: string | undefined): object {
  return {
    ...(file !== undefined && {
      // Code scanning rejects a file without a line.
      physicalLocation: { artifactLocation: { uri: file }, region: { startLine: 1 } },
    }),
    logicalLocations: [
      { name: operation, kind: 'function' },
      ...requirements.map(({ id }) => ({ name: id, kind: 'element' })),
    ],
  };
}

/** Marks a result as known or accepted, so that code scanning lists it as closed. */
export function toSuppression({
  reason,
  expires,
}: Pick<KnownFailure, 'reason' | 'expires'>): object {
  return { kind: 'external', status: 'accepted', justification: `${reason} (until ${expires})` };
}

function toExchange({ request, reply }: Exchange): object {
  const cut = (text: string) => ({ text: toExcerpt(text, excerptLength.body) });
  const { method, url, headers, body } = request;
  return {
    webRequest: {
      protocol: 'HTTP',
      method,
      target: url,
      headers,
      ...(body !== undefined && { body: cut(body) }),
    },
    webResponse:
      reply === undefined
        ? { noResponseReceived: true }
        : { statusCode: reply.status, headers: reply.headers, body: cut(reply.body) },
  };
}

/** An OpenAPI Overlay 1.0 document that sets assumptions of the contract. */
export interface ObservedOverlay {
  /** The version of the Overlay Specification. */
  overlay: '1.0.0';
  /** What the overlay describes. */
  info: { title: string; version: string };
  /** One for each observed assumption. */
  actions: {
    target: string;
    description: string;
    update: { value: string | number | boolean | null };
  }[];
}

/**
 * Converts observations to an overlay. A mock with this overlay behaves like the target. Observations without an assumption
 * are omitted, and so are values that the mock does not support. If most checks were inconclusive, all are omitted, because
 * observations of a target that refuses everything are meaningless.
 */
export function toObservedOverlay(
  { checks, observations, target, startedAt }: RunResult,
  { document }: Contract,
): ObservedOverlay {
  const actions = observations.flatMap(({ check, statement, assumption }) => {
    if (!isTrusted(checks, check)) return [];
    const known = assumption === undefined ? undefined : document['x-assumptions'][assumption.id];
    if (assumption === undefined || known === undefined) return [];
    const { id, value } = assumption;
    if (explainWrongValue({ ...known, value }) !== undefined) return [];
    return [{ target: `$['x-assumptions']['${id}']`, description: statement, update: { value } }];
  });
  return {
    overlay: '1.0.0',
    info: { title: `Observed behaviour of ${target.baseUrl}`, version: startedAt },
    actions,
  };
}

/** Whether at least half of the operation's checks (for the service as a whole: of all checks) were conclusive. */
function isTrusted(checks: readonly CheckResult[], id: string): boolean {
  const operation = checks.find((check) => check.id === id)?.operation ?? 'service';
  const judged = checks.filter(
    (check) =>
      (operation === 'service' || check.operation === operation) &&
      check.level !== 'OBSERVE' &&
      check.outcome.status !== 'skipped' &&
      check.outcome.status !== 'not-run',
  );
  const open = judged.filter(({ outcome }) => outcome.status === 'inconclusive');
  return 2 * open.length <= judged.length;
}
