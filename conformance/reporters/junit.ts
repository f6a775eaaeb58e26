import type { CheckResult, Failure, RunResult } from '../results.ts';
import { toBodyText } from './body-window.ts';
import { toComparison } from './comparison.ts';
import { toDuration } from './count.ts';
import { escapeMarkup } from './escape-markup.ts';
import { toFinding } from './group-causes.ts';
import { groupByOperation } from './group-checks.ts';
import { countStatuses, type StatusCounts, toReportStatus } from './report-status.ts';
import { toNoAnswer, toShellText } from './reproduce.ts';
import { toVerdictText } from './verdict-text.ts';
import { toExcerpt } from './visible-text.ts';

interface Totals {
  tests: number;
  failures: number;
  errors: number;
  skipped: number;
  time: string;
}

/**
 * JUnit XML, as Jenkins, GitLab and GitHub actions read it: a suite for each operation, a case for each check. What does not
 * fail the run is no `<failure>` here either: a known failure and a broken SHOULD are skipped with their reason.
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
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root.replaceAll(/(?=<(?:testsuite|testcase|properties|\/testsuites?)\b)/g, '\n').trim()}\n`;
}

/**
 * A run without a verdict, or with a baseline to put right, is red even where no single check is: it has a case of its own.
 * Otherwise there is none, so that the counts are those of the run.
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

function toTotals(counts: StatusCounts, time: string): Totals {
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
  const output = () => toElement('system-out', {}, escapeMarkup(toFailureLines(check).join('\n')));
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
  const problem = toFinding({ check, others: [] });
  const status = toReportStatus(check, strict);
  if (outcome.known !== undefined) {
    const { reason, expires } = outcome.known;
    return (
      toElement('skipped', { message: `Known until ${expires}: ${reason} (${problem})` }) + output()
    );
  }
  if (status === 'tolerated') {
    return (
      toElement('skipped', { message: `${level}, does not fail the run: ${problem}` }) + output()
    );
  }
  return toElement(
    'failure',
    { message: problem, type: level },
    escapeMarkup(toFailureLines(check).join('\n')),
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

/** An element with its attributes; `content` is XML already, and an attribute without a value is left out. */
function toElement(
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

/** What a check found broken, as lines without marks, for readers that show plain text. */
function toFailureLines(check: CheckResult): string[] {
  if (check.outcome.status !== 'failed') return [];
  const { failures } = check.outcome;
  const left = failures.length - shownFailures;
  return [
    `${check.level} ${check.id}: ${check.title}`,
    ...check.requirements.map(
      ({ id, statement, section }) => `Requirement ${id}: ${statement} (${section})`,
    ),
    ...failures.slice(0, shownFailures).flatMap((failure) => ['', ...toLines(failure)]),
    ...(left > 0 ? ['', `and ${left} more`] : []),
  ];
}

function toLines(failure: Failure): string[] {
  const { finding, message, pointer, exchange, write, cause } = failure;
  const { expected, received, note } = toComparison(failure, excerptLength.value);
  const lines = [
    ...(finding === undefined || finding === message ? [] : [finding]),
    message,
    `Expected: ${expected}`,
    `Received: ${received}`,
  ];
  if (note !== undefined) lines.push(note);
  if (pointer !== undefined)
    lines.push(`Location: ${pointer === '' ? 'the whole response body' : pointer}`);
  if (exchange === undefined) return lines;
  const { request, reply, durationMs } = exchange;
  for (const [label, other] of [
    ['Caused by', cause],
    ['Written by', write],
  ] as const) {
    if (other === undefined) continue;
    lines.push(`${label}: ${other.request.method} ${other.request.url}`);
    if (other.request.body !== undefined)
      lines.push(toExcerpt(other.request.body, excerptLength.body));
  }
  lines.push(`Request: ${request.method} ${request.url}`);
  if (request.body !== undefined) lines.push(toExcerpt(request.body, excerptLength.body));
  if (reply === undefined) lines.push(`Response: ${toNoAnswer(exchange)}`);
  else {
    const type = reply.headers['content-type'] ?? 'no content type';
    lines.push(`Response: ${reply.status}, ${type}, ${toDuration(durationMs)}`);
    if (reply.body !== '') lines.push(...toBodyText(reply.body, pointer, excerptLength.body));
  }
  return [...lines, 'Reproduce:', toShellText(failure) ?? ''];
}
