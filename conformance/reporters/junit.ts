import { escapeMarkup } from '../../writers/terminal-text.ts';
import {
  type CheckResult,
  doesCount,
  failsRun,
  type GroupedFailure,
  hasThrown,
  type RunResult,
} from '../results.ts';
import type { FileReportOptions } from './json.ts';
import { shortenGroups, toFailureLines, toReceived, toVerdictText } from './texts.ts';

/**
 * JUnit XML for Jenkins, GitLab and GitHub Actions: a suite for each operation, a case for each check. Only what fails the
 * run is a `<failure>`. Known failures and broken SHOULDs are skipped, with their reason.
 *
 * @example await writeFile('junit.xml', toJunitReport(result));
 */
export function toJunitReport(result: RunResult, { full = false }: FileReportOptions = {}): string {
  const { tool, startedAt, durationMs, checks, options } = result;
  const timestamp = startedAt.replace(/(?:\.\d+)?Z$/, '');
  const shown = shortenGroups(result.groups, full).flatMap(({ failures }) => failures);
  const suites = [...new Set(checks.map(({ operation }) => operation))].map((operation) => {
    const group = checks.filter((check) => check.operation === operation);
    const cases = group.map((check) => toCase(check, options.strict, shown)).join('');
    const time = toSeconds(group.reduce((sum, check) => sum + check.durationMs, 0));
    const attributes = { name: operation, ...countCases(group, options.strict), time, timestamp };
    return toElement('testsuite', attributes, toProperties(result) + cases);
  });
  const totals = countCases(checks, options.strict);
  const run = totals.failures + totals.errors === 0 ? toRunSuite(result, timestamp) : undefined;
  const all = {
    tests: totals.tests + (run === undefined ? 0 : 1),
    failures: totals.failures + (run?.failures ?? 0),
    errors: totals.errors + (run?.errors ?? 0),
    skipped: totals.skipped,
    time: toSeconds(durationMs),
  };
  return toDocument(
    toElement('testsuites', { name: tool.name, ...all }, [...suites, run?.xml ?? ''].join('')),
  );
}

/** Writes JUnit XML with one line for each suite and each case. */
export function toDocument(root: string): string {
  const lines = root.replaceAll(/(?=<(?:testsuite|testcase|properties|\/testsuites?)\b)/g, '\n');
  return `<?xml version="1.0" encoding="UTF-8"?>\n${lines.trim()}\n`;
}

/** An additional case for a run that does not pass although no case shows it. */
function toRunSuite(result: RunResult, timestamp: string) {
  if (result.verdict.kind === 'conforms') return undefined;
  const { headline, explanation } = toVerdictText(result);
  const errors = result.verdict.kind === 'not-run' ? 1 : 0;
  const failures = 1 - errors;
  const outcome = toElement(
    errors > 0 ? 'error' : 'failure',
    { message: `${headline}. ${explanation}`, type: result.verdict.kind },
    escapeMarkup([explanation, ...result.warnings].join('\n')),
  );
  const attributes = { name: 'verdict', classname: 'run', time: '0.000' };
  const suite = { name: 'run', tests: 1, failures, errors, skipped: 0, time: '0.000', timestamp };
  const content = toProperties(result) + toElement('testcase', attributes, outcome);
  return { xml: toElement('testsuite', suite, content), failures, errors };
}

function countCases(checks: readonly CheckResult[], strict: boolean) {
  const failures = checks.filter((check) => failsRun(check, strict)).length;
  const errors = checks.filter(hasThrown).length;
  const passed = checks.filter(({ outcome }) => outcome.status === 'passed').length;
  const tests = checks.length;
  return { tests, failures, errors, skipped: tests - passed - failures - errors };
}

function toCase(check: CheckResult, strict: boolean, shown: readonly GroupedFailure[]): string {
  const { id, operation, durationMs } = check;
  return toElement(
    'testcase',
    { name: id, classname: operation, time: toSeconds(durationMs) },
    toOutcome(check, strict, shown),
  );
}

const names = { inconclusive: 'Inconclusive', skipped: 'Skipped', 'not-run': 'Not run' } as const;

function toOutcome(check: CheckResult, strict: boolean, shown: readonly GroupedFailure[]): string {
  const { outcome, level, title } = check;
  if (outcome.status === 'passed') return '';
  if (outcome.status !== 'failed')
    return hasThrown(check)
      ? toElement('error', { message: outcome.reason, type: 'suite error' })
      : toElement('skipped', { message: `${names[outcome.status]}: ${outcome.reason}` });
  const own = shown.filter((failure) => failure.check === check.id);
  const requirement = check.requirements.map(({ statement }) => statement).join(' ');
  const lines = [`${level} ${requirement || title}`].concat(
    own.flatMap((failure) => ['', ...toFailureLines(failure, Number.POSITIVE_INFINITY)]),
  );
  const [first] = outcome.failures;
  const problem = `${title}: ${first === undefined ? '' : `received ${toReceived(first, 200)}`}`;
  const text = escapeMarkup(lines.join('\n'));
  if (failsRun(check, strict)) return toElement('failure', { message: problem, type: level }, text);
  const { known } = outcome;
  const message =
    known !== undefined
      ? `Known until ${known.expires}: ${known.reason} (${problem})`
      : `${doesCount(check, true) ? `${level}, fails only under --strict` : level}: ${problem}`;
  return toElement('skipped', { message }) + toElement('system-out', {}, text);
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
