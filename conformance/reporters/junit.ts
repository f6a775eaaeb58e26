import { escapeMarkup, toDuration, toExcerpt } from '../../writers/terminal-text.ts';
import type { CheckResult, Exchange, Failure, RunResult } from '../results.ts';
import { toFinding, toSingleGroup } from './group-causes.ts';
import { toBodyText } from './json-lines.ts';
import {
  countStatuses,
  groupByOperation,
  type StatusCounts,
  toReportStatus,
} from './report-status.ts';
import {
  listEarlier,
  toFailureLines,
  toNoAnswer,
  toRequirementText,
  toShellText,
  toVerdictText,
} from './report-texts.ts';

/**
 * JUnit XML for Jenkins, GitLab and GitHub Actions: a suite for each operation, a case for each check. Only what fails the
 * run is a `<failure>`. Known failures and broken SHOULDs are skipped, with their reason.
 *
 * @example await writeFile('junit.xml', toJunitReport(result));
 */
export function toJunitReport(result: RunResult): string {
  const { tool, startedAt, options, durationMs, checks } = result;
  const timestamp = startedAt.replace(/(?:\.\d+)?Z$/, '');
  const suites = groupByOperation(result).map(({ operation, checks: group, counts }) => {
    const cases = group.map((check) => toCase(check, options.strict)).join('');
    const time = toSeconds(group.reduce((sum, check) => sum + check.durationMs, 0));
    const attributes = { name: operation, ...toTotals(counts, time), timestamp };
    return toElement('testsuite', attributes, toProperties(result) + cases);
  });
  const run = toRunSuite(result, timestamp);
  const totals = toTotals(countStatuses(checks, options.strict), toSeconds(durationMs));
  const all = {
    ...totals,
    tests: totals.tests + run.failures + run.errors,
    failures: totals.failures + run.failures,
    errors: totals.errors + run.errors,
  };
  const root = toElement('testsuites', { name: tool.name, ...all }, [...suites, run.xml].join(''));
  return toDocument(root);
}

/** Writes JUnit XML with one line for each suite and each case. */
export function toDocument(root: string): string {
  const lines = root.replaceAll(/(?=<(?:testsuite|testcase|properties|\/testsuites?)\b)/g, '\n');
  return `<?xml version="1.0" encoding="UTF-8"?>\n${lines.trim()}\n`;
}

/**
 * An additional case for a run that fails without a failed check: it has no verdict, or its baseline needs a correction.
 * Other runs do not get this case, so that their counts are right.
 */
function toRunSuite(
  result: RunResult,
  timestamp: string,
): { xml: string; failures: number; errors: number } {
  const { verdict, checks, options, warnings } = result;
  const failures =
    verdict.kind === 'broken' && countStatuses(checks, options.strict).failed === 0 ? 1 : 0;
  const errors = verdict.kind === 'not-run' ? 1 : 0;
  if (failures + errors === 0) return { xml: '', failures, errors };
  const { headline, explanation } = toVerdictText(result);
  const outcome = toElement(
    errors > 0 ? 'error' : 'failure',
    { message: `${headline}. ${explanation}`, type: verdict.kind },
    escapeMarkup([explanation, ...warnings].join('\n')),
  );
  const testcase = toElement(
    'testcase',
    { name: 'verdict', classname: 'run', time: '0.000' },
    outcome,
  );
  const suite = { name: 'run', tests: 1, failures, errors, skipped: 0, time: '0.000', timestamp };
  return { xml: toElement('testsuite', suite, toProperties(result) + testcase), failures, errors };
}

function toTotals(counts: StatusCounts, time: string) {
  const { failed, error, tolerated, known, inconclusive, skipped, observed, passed } = counts;
  const left = tolerated + known + inconclusive + skipped + counts['not-run'];
  return {
    tests: failed + error + left + observed + passed,
    failures: failed,
    errors: error,
    skipped: left,
    time,
  };
}

function toCase(check: CheckResult, strict: boolean): string {
  const { id, operation, durationMs } = check;
  return toElement(
    'testcase',
    { name: id, classname: operation, time: toSeconds(durationMs) },
    toOutcome(check, strict),
  );
}

function toOutcome(check: CheckResult, strict: boolean): string {
  const { outcome, level } = check;
  switch (outcome.status) {
    case 'passed':
      return '';
    case 'observed':
      return toElement('system-out', {}, escapeMarkup(outcome.statement));
    case 'inconclusive':
      return toElement('skipped', { message: `Inconclusive: ${outcome.reason}` });
    case 'not-run':
      return toElement('skipped', { message: `Not run: ${outcome.reason}` });
    case 'skipped':
      return toElement('skipped', { message: outcome.reason });
    case 'error':
      return toElement('error', { message: outcome.reason, type: 'suite error' });
    case 'failed':
      break;
  }
  const problem = toFinding(toSingleGroup(check));
  const { known } = outcome;
  if (known === undefined && toReportStatus(check, strict) === 'failed')
    return toElement('failure', { message: problem, type: level }, escapeMarkup(toLines(check)));
  const message =
    known === undefined
      ? `${level}, does not fail the run: ${problem}`
      : `Known until ${known.expires}: ${known.reason} (${problem})`;
  return (
    toElement('skipped', { message }) + toElement('system-out', {}, escapeMarkup(toLines(check)))
  );
}

function toProperties({ tool, contract, target, seed, requests, options }: RunResult): string {
  const values: Record<string, string | number | boolean> = {
    tool: `${tool.name} ${tool.version}`,
    contract: `${contract.title} ${contract.version}`,
    target: target.baseUrl,
    workspace: target.workspace,
    seed,
    requests,
    strict: options.strict,
    thorough: options.thorough,
  };
  const properties = Object.entries(values).map(([name, value]) =>
    toElement('property', { name, value: String(value) }),
  );
  return toElement('properties', {}, properties.join(''));
}

function toSeconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

/** Writes an XML element. `content` is already XML; attributes without a value are omitted. */
export function toElement(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  content = '',
): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(
      ([key, value]) =>
        ` ${key}="${escapeMarkup(String(value)).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')}"`,
    )
    .join('');
  return content === '' ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
}

const shownFailures = 10;
const excerptLength = { value: 2000, body: 4000 };

/** The failures of a check as plain text lines. */
function toLines(check: CheckResult): string {
  const failures = check.outcome.status === 'failed' ? check.outcome.failures : [];
  const left = failures.length - shownFailures;
  return [
    `${check.level} ${check.id}: ${check.title}`,
    ...check.requirements.map((one) => `Requirement ${one.id}: ${toRequirementText(one)}`),
    ...failures.slice(0, shownFailures).flatMap((failure) => ['', ...listLines(failure)]),
    ...(left > 0 ? ['', `and ${left} more`] : []),
  ].join('\n');
}

function listLines(failure: Failure): string[] {
  const { finding, message, pointer, exchange } = failure;
  const lines = toFailureLines(failure, excerptLength.value);
  if (finding !== undefined && finding !== message) lines.unshift(finding);
  if (exchange === undefined) return lines;
  for (const { label, exchange: earlier } of listEarlier(failure))
    lines.push(...toRequestLines(label, earlier));
  lines.push(...toRequestLines('Request', exchange));
  const { reply, durationMs } = exchange;
  if (reply === undefined) lines.push(`Response: ${toNoAnswer(exchange)}`);
  else {
    const type = reply.headers['content-type'] ?? 'no content type';
    lines.push(`Response: ${reply.status}, ${type}, ${toDuration(durationMs)}`);
    if (reply.body !== '') lines.push(...toBodyText(reply.body, pointer, excerptLength.body));
  }
  return [...lines, 'Reproduce:', toShellText(failure) ?? ''];
}

function toRequestLines(label: string, { request: { method, url, body } }: Exchange): string[] {
  const line = `${label}: ${method} ${url}`;
  return body === undefined ? [line] : [line, toExcerpt(body, excerptLength.body)];
}
