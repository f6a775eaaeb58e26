import {
  type CheckResult,
  failsRun,
  type GroupedFailure,
  hasThrown,
  type RunResult,
} from '../results.ts';
import type { FileReportOptions } from './json.ts';
import { type Markup, markup, type Part } from './markup.ts';
import { selectFailures } from './select-failures.ts';
import { toFailureLines, toReceived, toVerdictText, toWords } from './texts.ts';

/** How a case ended. A problem has a message in one line, and details in several. */
interface Ending {
  kind: 'passed' | 'skipped' | 'failure' | 'error';
  type?: string;
  message?: string;
  details?: string;
}
type Case = Ending & Pick<CheckResult, 'id' | 'operation' | 'durationMs'>;

/**
 * JUnit XML for Jenkins, GitLab and GitHub Actions: a suite for each operation, a case for each check. Only what fails the
 * run is a `<failure>`. Known failures and broken SHOULDs are skipped, with their reason.
 *
 * @example await writeFile('junit.xml', toJunitReport(result));
 */
export function toJunitReport(result: RunResult, { full = false }: FileReportOptions = {}): string {
  const { tool, contract, target, seed, requests, startedAt, durationMs, checks, options } = result;
  const groups = selectFailures(result.groups, 'each check', full);
  const failures = groups.flatMap(({ failures }) => failures);
  const all: Case[] = checks.map((check) => ({
    ...check,
    ...toEnding(check, options.strict, failures),
  }));
  // A run may not pass although no check shows it.
  const isShown = all.some(({ kind }) => kind === 'failure' || kind === 'error');
  if (result.verdict.kind !== 'conforms' && !isShown)
    all.push({ id: 'verdict', operation: 'run', durationMs: 0, ...toVerdictEnding(result) });
  const { baseUrl, ...places } = target;
  const values = {
    tool: `${tool.name} ${tool.version}`,
    contract: `${contract.title} ${contract.version}`,
    target: baseUrl,
    ...places,
    seed,
    requests,
  };
  const properties = Object.entries(values).map(
    ([name, value]) => markup`<property name="${name}" value="${value}"/>`,
  );
  const operations = new Set(all.map(({ operation }) => operation));
  const suites = [...operations].map((operation) => {
    const cases = all.filter((testCase) => testCase.operation === operation);
    const time = cases.reduce((sum, testCase) => sum + testCase.durationMs, 0);
    return markup`<testsuite name="${operation}" ${toCounts(cases)} time="${toSeconds(time)}" timestamp="${startedAt.replace(/(?:\.\d+)?Z$/, '')}">
<properties>${properties}</properties>
${cases.map(toCase)}</testsuite>
`;
  });
  return markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${tool.name}" ${toCounts(all)} time="${toSeconds(durationMs)}">
${suites}</testsuites>
`.markup;
}

function toCounts(cases: readonly Case[]): Markup {
  const counts = { passed: 0, failure: 0, error: 0, skipped: 0 };
  for (const { kind } of cases) counts[kind] += 1;
  return markup`tests="${cases.length}" failures="${counts.failure}" errors="${counts.error}" skipped="${counts.skipped}"`;
}

function toCase({ id, operation, durationMs, ...ending }: Case): Markup {
  return markup`<testcase name="${id}" classname="${operation}" time="${toSeconds(durationMs)}">${toContent(ending)}</testcase>
`;
}

function toContent({ kind, type, message, details }: Ending): Part {
  if (kind === 'passed') return undefined;
  if (kind !== 'skipped')
    return markup`<${kind} message="${message}" type="${type}">${details}</${kind}>`;
  const output = details !== undefined && markup`<system-out>${details}</system-out>`;
  return markup`<skipped message="${message}"/>${output}`;
}

function toVerdictEnding(result: RunResult): Ending {
  const { verdict, warnings } = result;
  const { headline, explanation } = toVerdictText(result);
  return {
    kind: verdict.kind === 'not-run' ? 'error' : 'failure',
    type: verdict.kind,
    message: `${headline}. ${explanation}`,
    details: [explanation, ...warnings].join('\n'),
  };
}

function toEnding(
  check: CheckResult,
  strict: boolean,
  failures: readonly GroupedFailure[],
): Ending {
  const { id, outcome, level, title, requirements } = check;
  if (outcome.status === 'passed') return { kind: 'passed' };
  if (outcome.status !== 'failed')
    return hasThrown(check)
      ? { kind: 'error', type: 'suite error', message: outcome.reason }
      : { kind: 'skipped', message: `${toWords(outcome)}: ${outcome.reason}` };
  const requirement = requirements.map(({ statement }) => statement).join(' ');
  const ofCheck = failures.filter((failure) => failure.check === id);
  const lines = ofCheck.flatMap((failure) => ['', ...toFailureLines(failure)]);
  const details = [`${level} ${requirement || title}`, ...lines].join('\n');
  const [first] = outcome.failures;
  const problem = `${title}: ${first === undefined ? '' : `received ${toReceived(first, 200)}`}`;
  if (failsRun(check, strict)) return { kind: 'failure', type: level, message: problem, details };
  const { known: acceptance } = outcome;
  const message =
    acceptance === undefined
      ? `${level}, fails only under --strict: ${problem}`
      : `Known until ${acceptance.expires}: ${acceptance.reason} (${problem})`;
  return { kind: 'skipped', message, details };
}

function toSeconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}
