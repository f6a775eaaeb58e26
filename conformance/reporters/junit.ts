import { escapeMarkup } from '../../writers/terminal-text.ts';
import {
  type CheckResult,
  failsRun,
  type GroupedFailure,
  hasThrown,
  type RunResult,
} from '../results.ts';
import type { FileReportOptions } from './json.ts';
import { outcomeNames, shortenGroups, toFailureLines, toReceived, toVerdictText } from './texts.ts';

/**
 * JUnit XML for Jenkins, GitLab and GitHub Actions: a suite for each operation, a case for each check. Only what fails the
 * run is a `<failure>`. Known failures and broken SHOULDs are skipped, with their reason.
 *
 * @example await writeFile('junit.xml', toJunitReport(result));
 */
export function toJunitReport(result: RunResult, { full = false }: FileReportOptions = {}): string {
  const { tool, contract, target, seed, requests, startedAt, durationMs, checks, options } = result;
  const timestamp = startedAt.replace(/(?:\.\d+)?Z$/, '');
  const shown = shortenGroups(result.groups, full).flatMap(({ failures }) => failures);
  const values = {
    tool: `${tool.name} ${tool.version}`,
    contract: `${contract.title} ${contract.version}`,
    target: target.baseUrl,
    workspace: target.workspace,
    ...{ seed, requests },
  };
  const properties = Object.entries(values).map(([name, value]) =>
    toElement('property', { name, value }),
  );
  const toSuite = (name: string, cases: readonly Case[]) => {
    const time = toSeconds(cases.reduce((sum, each) => sum + each.durationMs, 0));
    const content = toElement('properties', {}, properties.join('')) + cases.map(toCase).join('');
    return toElement('testsuite', { name, ...count(cases), time, timestamp }, content);
  };
  const all = checks.map((check) => ({ ...check, ...toOutcome(check, options.strict, shown) }));
  const run = all.some(({ kind }) => kind === 'failure' || kind === 'error') ? [] : toRun(result);
  const suites = [...new Set(checks.map(({ operation }) => operation))].map((operation) =>
    toSuite(
      operation,
      all.filter((each) => each.operation === operation),
    ),
  );
  if (run.length > 0) suites.push(toSuite('run', run));
  const totals = { ...count([...all, ...run]), time: toSeconds(durationMs) };
  return toDocument(toElement('testsuites', { name: tool.name, ...totals }, suites.join('')));
}

/** A case of the report, with its outcome as XML. */
interface Case extends Pick<CheckResult, 'id' | 'operation' | 'durationMs'> {
  kind: 'passed' | 'skipped' | 'failure' | 'error';
  content: string;
}

/** An additional case for a run that does not pass although no check shows it. */
function toRun(result: RunResult): Case[] {
  const { verdict, warnings } = result;
  if (verdict.kind === 'conforms') return [];
  const { headline, explanation } = toVerdictText(result);
  const kind = verdict.kind === 'not-run' ? 'error' : 'failure';
  const content = toElement(
    kind,
    { message: `${headline}. ${explanation}`, type: verdict.kind },
    escapeMarkup([explanation, ...warnings].join('\n')),
  );
  return [{ id: 'verdict', operation: 'run', durationMs: 0, kind, content }];
}

function count(cases: readonly Case[]) {
  const of = (wanted: Case['kind']) => cases.filter(({ kind }) => kind === wanted).length;
  return {
    tests: cases.length,
    failures: of('failure'),
    errors: of('error'),
    skipped: of('skipped'),
  };
}

function toCase({ id, operation, durationMs, content }: Case): string {
  const attributes = { name: id, classname: operation, time: toSeconds(durationMs) };
  return toElement('testcase', attributes, content);
}

function toOutcome(
  check: CheckResult,
  strict: boolean,
  shown: readonly GroupedFailure[],
): Pick<Case, 'kind' | 'content'> {
  const { outcome, level, title, requirements } = check;
  if (outcome.status === 'passed') return { kind: 'passed', content: '' };
  if (outcome.status !== 'failed') {
    if (hasThrown(check)) {
      const error = { message: outcome.reason, type: 'suite error' };
      return { kind: 'error', content: toElement('error', error) };
    }
    const message = `${outcomeNames[outcome.status]}: ${outcome.reason}`;
    return { kind: 'skipped', content: toElement('skipped', { message }) };
  }
  const own = shown.filter((failure) => failure.check === check.id);
  const requirement = requirements.map(({ statement }) => statement).join(' ');
  const lines = own.flatMap((failure) => ['', ...toFailureLines(failure)]);
  const text = escapeMarkup([`${level} ${requirement || title}`, ...lines].join('\n'));
  const [first] = outcome.failures;
  const problem = `${title}: ${first === undefined ? '' : `received ${toReceived(first, 200)}`}`;
  if (failsRun(check, strict)) {
    const failure = { message: problem, type: level };
    return { kind: 'failure', content: toElement('failure', failure, text) };
  }
  const { known } = outcome;
  const message =
    known === undefined
      ? `${level}, fails only under --strict: ${problem}`
      : `Known until ${known.expires}: ${known.reason} (${problem})`;
  const content = toElement('skipped', { message }) + toElement('system-out', {}, text);
  return { kind: 'skipped', content };
}

function toSeconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

/** Writes JUnit XML with one line for each suite and each case. */
function toDocument(root: string): string {
  const lines = root.replaceAll(/(?=<(?:testsuite|testcase|properties|\/testsuites?)\b)/g, '\n');
  return `<?xml version="1.0" encoding="UTF-8"?>\n${lines.trim()}\n`;
}

/** Writes an XML element. `content` is already XML; attributes without a value are omitted. */
function toElement(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  content = '',
): string {
  const toText = (value: string | number) =>
    escapeMarkup(String(value)).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
  const written = Object.entries(attributes)
    .map(([key, value]) => (value === undefined ? '' : ` ${key}="${toText(value)}"`))
    .join('');
  return content === '' ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
}
