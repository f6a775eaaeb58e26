import {
  type CheckResult,
  failsRun,
  type GroupedFailure,
  hasThrown,
  type RunResult,
} from '../results.ts';
import { html, type Markup, type Part } from './html/page.ts';
import type { FileReportOptions } from './json.ts';
import { shortenGroups, toFailureLines, toReceived, toVerdictText, toWords } from './texts.ts';

/** What a case of the report contains. */
interface CaseBody {
  kind: 'passed' | 'skipped' | 'failure' | 'error';
  content?: Part;
}
type Case = CaseBody & Pick<CheckResult, 'id' | 'operation' | 'durationMs'>;

/**
 * JUnit XML for Jenkins, GitLab and GitHub Actions: a suite for each operation, a case for each check. Only what fails the
 * run is a `<failure>`. Known failures and broken SHOULDs are skipped, with their reason.
 *
 * @example await writeFile('junit.xml', toJunitReport(result));
 */
export function toJunitReport(result: RunResult, { full = false }: FileReportOptions = {}): string {
  const { tool, contract, target, seed, requests, startedAt, durationMs, checks, options } = result;
  const shown = shortenGroups(result.groups, full).flatMap(({ failures }) => failures);
  const all: Case[] = checks.map((check) => ({
    ...check,
    ...toCaseBody(check, options.strict, shown),
  }));
  // A run may not pass although no check shows it.
  const isShown = all.some(({ kind }) => kind === 'failure' || kind === 'error');
  if (result.verdict.kind !== 'conforms' && !isShown)
    all.push({ id: 'verdict', operation: 'run', durationMs: 0, ...toVerdict(result) });
  const values = {
    tool: `${tool.name} ${tool.version}`,
    contract: `${contract.title} ${contract.version}`,
    target: target.baseUrl,
    workspace: target.workspace,
    ...{ seed, requests },
  };
  const properties = Object.entries(values).map(
    ([name, value]) => html`<property name="${name}" value="${value}"/>`,
  );
  const suites = [...new Set(all.map(({ operation }) => operation))].map((operation) => {
    const cases = all.filter((each) => each.operation === operation);
    const time = cases.reduce((sum, each) => sum + each.durationMs, 0);
    return html`<testsuite name="${operation}" ${toCounts(cases)} time="${toSeconds(time)}" timestamp="${startedAt.replace(/(?:\.\d+)?Z$/, '')}">
<properties>${properties}</properties>
${cases.map(toCase)}</testsuite>
`;
  });
  return html`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${tool.name}" ${toCounts(all)} time="${toSeconds(durationMs)}">
${suites}</testsuites>
`.markup;
}

function toCounts(cases: readonly Case[]): Markup {
  const of = (wanted: Case['kind']) => cases.filter(({ kind }) => kind === wanted).length;
  return html`tests="${cases.length}" failures="${of('failure')}" errors="${of('error')}" skipped="${of('skipped')}"`;
}

function toCase({ id, operation, durationMs, content }: Case): Markup {
  return html`<testcase name="${id}" classname="${operation}" time="${toSeconds(durationMs)}">${content}</testcase>
`;
}

function toVerdict(result: RunResult): CaseBody {
  const { headline, explanation } = toVerdictText(result);
  const message = `${headline}. ${explanation}`;
  const text = [explanation, ...result.warnings].join('\n');
  return result.verdict.kind === 'not-run'
    ? { kind: 'error', content: html`<error message="${message}" type="not-run">${text}</error>` }
    : {
        kind: 'failure',
        content: html`<failure message="${message}" type="broken">${text}</failure>`,
      };
}

function toCaseBody(
  check: CheckResult,
  strict: boolean,
  shown: readonly GroupedFailure[],
): CaseBody {
  const { id, outcome, level, title, requirements } = check;
  if (outcome.status === 'passed') return { kind: 'passed' };
  if (hasThrown(check) && 'reason' in outcome)
    return {
      kind: 'error',
      content: html`<error message="${outcome.reason}" type="suite error"/>`,
    };
  if (outcome.status !== 'failed') {
    const message = `${toWords(outcome)}: ${outcome.reason}`;
    return { kind: 'skipped', content: html`<skipped message="${message}"/>` };
  }
  const requirement = requirements.map(({ statement }) => statement).join(' ');
  const own = shown.filter((failure) => failure.check === id);
  const lines = own.flatMap((failure) => ['', ...toFailureLines(failure)]);
  const text = [`${level} ${requirement || title}`, ...lines].join('\n');
  const [first] = outcome.failures;
  const problem = `${title}: ${first === undefined ? '' : `received ${toReceived(first, 200)}`}`;
  if (failsRun(check, strict))
    return {
      kind: 'failure',
      content: html`<failure message="${problem}" type="${level}">${text}</failure>`,
    };
  const { known } = outcome;
  const message =
    known === undefined
      ? `${level}, fails only under --strict: ${problem}`
      : `Known until ${known.expires}: ${known.reason} (${problem})`;
  return {
    kind: 'skipped',
    content: html`<skipped message="${message}"/><system-out>${text}</system-out>`,
  };
}

function toSeconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}
